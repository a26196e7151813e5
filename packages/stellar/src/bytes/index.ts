import type { Bytes } from '@isochain/core';
import { checkAccount } from '../address/address.ts';
import { readPublicKey } from '../address/public-key.ts';
import { checkTokenId } from '../address/token-id.ts';
import { checkTransactionId } from '../address/transaction-id.ts';
import { namedChain, type StellarChainId } from '../chains.ts';
import { keyLikeIds } from '../secrets.ts';
import type { Stellar } from '../types.ts';
import { assemble } from './assemble.ts';
import { explain } from './explain.ts';
import { finalize } from './finalize.ts';
import { planner } from './plan.ts';
import { told } from './told.ts';

export type { StellarChainId } from '../chains.ts';
export type { Params, StellarMode } from './params.ts';
export type { StellarPlan } from './transaction.ts';

/** The pure half of a chain, without a network. */
export function bytesOf(chainId: StellarChainId): Bytes<Stellar> {
  const named = namedChain(chainId);
  return {
    chainId,
    identity: named.identity,
    keyLikeIds,
    identifiers: {
      account: checkAccount,
      sender: checkAccount,
      recipient: checkAccount,
      token: checkTokenId,
      validator: () => ({ ok: false, reason: 'Stellar has no staking' }),
      publicKey: readPublicKey,
      transaction: checkTransactionId,
      // No `ownerOf`: an account may have several keys, and its own key may have no weight. Encode compares keys with the signers of the account.
    },
    plan: planner(named),
    assemble,
    finalize,
    explain: (encoded, intent) => explain(named, encoded, intent),
    told,
  };
}
