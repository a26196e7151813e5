import type { Bytes } from '@isochain/core';
import { checkAddress } from '../address/address.ts';
import { readPublicKey } from '../address/public-key.ts';
import { checkTokenId } from '../address/token-id.ts';
import { checkTransactionId } from '../address/transaction-id.ts';
import { namedChain, type StarknetChainId } from '../chains.ts';
import { keyLikeIds } from '../secrets.ts';
import type { Starknet } from '../types.ts';
import { assemble } from './assemble.ts';
import { finalize } from './finalize.ts';
import { plannersOf } from './plan.ts';
import { told } from './told.ts';

export type { StarknetChainId } from '../chains.ts';
export type { Params, StarknetMode } from './params.ts';
export type { StarknetPlan } from './transaction.ts';

/** The pure half of a chain, without a network. */
export function bytesOf(chainId: StarknetChainId): Bytes<Starknet> {
  const { chain, identity } = namedChain(chainId);
  return {
    chainId,
    identity,
    keyLikeIds,
    identifiers: {
      account: checkAddress,
      sender: checkAddress,
      recipient: checkAddress,
      token: checkTokenId,
      // A staker, or its pool.
      validator: checkAddress,
      publicKey: readPublicKey,
      transaction: checkTransactionId,
      // No `ownerOf`: keys of accounts can be changed. Encode asks the account for its key.
    },
    plan: plannersOf(chain.id),
    assemble,
    finalize,
    // No `explain`: what is signed is a hash, and a hash tells nothing.
    told,
  };
}
