import type { Bytes } from '@isochain/core';
import { checkAddress } from '../address/address.ts';
import { readPublicKey } from '../address/public-key.ts';
import { checkTokenId } from '../address/token-id.ts';
import { checkTransactionId } from '../address/transaction-id.ts';
import { type AptosChainId, namedChain } from '../chains.ts';
import { keyLikeIds } from '../secrets.ts';
import type { Aptos } from '../types.ts';
import { assemble } from './assemble.ts';
import { explain } from './explain.ts';
import { finalize } from './finalize.ts';
import { planner } from './plan.ts';
import { told } from './told.ts';

export type { AptosChainId } from '../chains.ts';
export type { AptosMode, Params } from './params.ts';
export type { AptosPlan } from './transaction.ts';

/** The pure half of a chain, without a network. */
export function bytesOf(chainId: AptosChainId): Bytes<Aptos> {
  const named = namedChain(chainId);
  return {
    chainId,
    identity: named.identity,
    keyLikeIds,
    identifiers: {
      account: checkAddress,
      sender: checkAddress,
      recipient: checkAddress,
      token: checkTokenId,
      // A delegation pool.
      validator: checkAddress,
      publicKey: readPublicKey,
      transaction: checkTransactionId,
      // No `ownerOf`: accounts change their keys. Encode compares the key with the account's authentication key.
    },
    plan: planner(named),
    assemble,
    finalize,
    explain: (encoded, intent) => explain(named, encoded, intent),
    told,
  };
}
