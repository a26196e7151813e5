import type { Bytes } from '@isochain/core';
import { checkAddress } from '../address/address.ts';
import { readPublicKey } from '../address/public-key.ts';
import { checkTokenId } from '../address/token-id.ts';
import { checkTransactionId } from '../address/transaction-id.ts';
import { namedChain, type TronChainId } from '../chains.ts';
import { keyLikeIds } from '../secrets.ts';
import { validatorOf } from '../staking/stake-id.ts';
import type { Tron } from '../types.ts';
import { assemble } from './assemble.ts';
import { explain } from './explain.ts';
import { finalize } from './finalize.ts';
import { longestTransaction } from './longest-transaction.ts';
import { plan } from './plan.ts';
import { told } from './told.ts';

export type { TronChainId } from '../chains.ts';
export type { Params, TronMode } from './params.ts';
export type { TronPlan } from './transaction.ts';

/** The pure half of a chain, without a network. */
export function bytesOf(chainId: TronChainId): Bytes<Tron> {
  const { identity } = namedChain(chainId);
  return {
    chainId,
    identity,
    keyLikeIds,
    longestText: longestTransaction,
    identifiers: {
      account: checkAddress,
      sender: checkAddress,
      recipient: checkAddress,
      token: checkTokenId,
      // A super representative.
      validator: checkAddress,
      publicKey: readPublicKey,
      transaction: checkTransactionId,
      validatorOf,
      // No `ownerOf`: permissions let other keys sign for an account. Encode compares the key with the permissions.
    },
    plan,
    assemble,
    finalize,
    explain,
    told,
  };
}
