import type { Bytes } from '@isochain/core';
import { solanaIdentities } from '@isochain/core/catalogue';
import { addressOfPublicKey, checkAddress, checkTransactionId } from '../address/address.ts';
import type { SolanaChainId } from '../chains.ts';
import { keyLikeIds } from '../secrets.ts';
import type { Solana } from '../types.ts';
import { assemble } from './assemble.ts';
import { explain } from './explain.ts';
import { finalize } from './finalize.ts';
import { plan } from './plan.ts';
import { told } from './told.ts';

export type { SolanaChainId } from '../chains.ts';
export type { SolanaPlan } from './assemble.ts';
export type { Params, SolanaMode } from './params.ts';

/** The pure half of a chain, without a network. */
export function bytesOf(chainId: SolanaChainId): Bytes<Solana> {
  return {
    chainId,
    identity: solanaIdentities[chainId],
    keyLikeIds,
    identifiers: {
      account: checkAddress,
      sender: checkAddress,
      recipient: checkAddress,
      // The address of a mint. Wrapped SOL is a token like others, with its own balance.
      token: checkAddress,
      validator: checkAddress,
      publicKey: addressOfPublicKey,
      transaction: checkTransactionId,
      ownerOf: (key) => key,
    },
    plan,
    assemble,
    finalize,
    explain,
    told,
  };
}
