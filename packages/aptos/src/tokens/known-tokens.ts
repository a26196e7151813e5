import { type KnownToken, knownTokens, type ListedToken } from '@isochain/core/tokens';
import type { Address } from '../address/address.ts';
import { pairedMetadata } from '../address/derived.ts';
import { checkTokenId, type TokenId } from '../address/token-id.ts';
import type { AptosChainId } from '../chains.ts';

/** Module of the bridge that LayerZero runs. */
const layerZero = '0xf22bede237a07e121b56d91a491eb7bcdfd1f5907926a9e58338f964a01b17fa';

/**
 * Tokens with facts that need no endpoint. Sources: for USDC https://developers.circle.com/stablecoins/usdc-contract-addresses, for USDt
 * https://tether.to/en/supported-protocols, for the others trustwallet/assets, blockchains/aptos/assets. Bridges all write USDC on their coins, so
 * tickers here name the bridge. The test network may begin anew, and its tokens are then set with the option `tokens`.
 */
const bundledTokens: Readonly<Record<AptosChainId, readonly ListedToken[]>> = {
  aptos: [
    ['0xbae207659db88bea0cbead6da0ed00aac12edcdda169e591cd41c94180b46f3b', 'USDC', 'USDC', 6],
    ['0x357b0b74bc833e95a115ad22604854d6b0fca151cecd94111770e5d6ffc9dc2b', 'USDt', 'Tether USD', 6],
    [`${layerZero}::asset::USDC`, 'lzUSDC', 'USD Coin (LayerZero)', 6],
    [`${layerZero}::asset::USDT`, 'lzUSDT', 'Tether USD (LayerZero)', 6],
    [`${layerZero}::asset::WETH`, 'lzWETH', 'Wrapped Ether (LayerZero)', 6],
    ['0x5e156f1207d0ebfa19a9eeff00d62a282278fb8719f4fab3a586a0a2c0fffbea::coin::T', 'whUSDC', 'USD Coin (Wormhole)', 6],
    [
      '0x159df6b7689437016108a019fd5bef736bac692b6d4a1f10c941f6fbb9a74ca6::oft::CakeOFT',
      'CAKE',
      'PancakeSwap Token',
      8,
    ],
  ],
  'aptos-testnet': [['0x69091fbab5f7d635ee7ac5098cf0c1efbe31d68fec0f2cd565e8d168daf52832', 'USDC', 'USDC', 6]],
};

/** A token that the operator or the bundled list vouches for. */
export interface KnownAptosToken extends KnownToken {
  readonly token: TokenId;
  readonly metadata: Address;
}

/** The operator's tokens first, then the bundled ones. */
export function knownAptosTokens(
  chainId: AptosChainId,
  configured: readonly KnownToken[] = [],
): readonly KnownAptosToken[] {
  return knownTokens(configured, bundledTokens[chainId], (id) => parsed(id)?.text ?? id).flatMap((known) => {
    const token = parsed(known.id);
    return token === undefined ? [] : [{ ...known, token, metadata: metadataOf(token) }];
  });
}

/** Undefined if it is no token: the options have checked that. */
function parsed(id: string): TokenId | undefined {
  const checked = checkTokenId(id);
  return checked.ok ? checked.value : undefined;
}

/** What an amount is of. A coin and the fungible asset that takes its place have the metadata of the asset in common. */
export function metadataOf(token: TokenId): Address {
  return token.kind === 'coin' ? pairedMetadata(token.type) : token.metadata;
}
