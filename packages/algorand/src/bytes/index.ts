import type { Bytes } from '@isochain/core';
import { checkAddress } from '../address/address.ts';
import { readPublicKey } from '../address/public-key.ts';
import { checkTokenId } from '../address/token-id.ts';
import { checkTransactionId } from '../address/transaction-id.ts';
import { type AlgorandChainId, namedChain } from '../chains.ts';
import { keyLikeIds } from '../secrets.ts';
import type { Algorand } from '../types.ts';
import { assemble } from './assemble.ts';
import { explain } from './explain.ts';
import { finalize } from './finalize.ts';
import { planner } from './plan.ts';
import { told } from './told.ts';

export type { AlgorandChainId } from '../chains.ts';
export type { AlgorandMode, Params } from './params.ts';
export type { AlgorandPlan } from './transaction.ts';

/** The pure half of a chain, without a network. */
export function bytesOf(chainId: AlgorandChainId): Bytes<Algorand> {
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
      validator: checkAddress,
      publicKey: readPublicKey,
      transaction: checkTransactionId,
      // No `ownerOf`: an account that was rekeyed has the key of another address. Encode compares keys with what the node says.
    },
    plan: planner(named),
    assemble,
    finalize,
    explain: (encoded, intent) => explain(named, encoded, intent),
    told,
  };
}
