import type { Token } from '@isochain/core';
import type { TokenId } from './address/token-id.ts';
import { toSdkAsset } from './bytes/sdk-asset.ts';
import { decimals } from './bytes/stroops.ts';
import type { NamedChain } from './chains.ts';

/**
 * What clients see of a token. Names stand in files on servers of the issuer's own choice (SEP-1), and these are never fetched. So the code is the name.
 *
 * `contractAddress` is the contract that every asset has, whether or not it is deployed (CAP-46-6).
 */
export function toToken({ chain }: Pick<NamedChain, 'chain'>, token: TokenId): Token {
  const { code, text } = token;
  return {
    type: 'STELLAR_ASSET',
    id: text,
    name: code,
    ticker: code,
    decimals: decimals.toString(),
    contractAddress: toSdkAsset(token).contractId(chain.passphrase),
  };
}
