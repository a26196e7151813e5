import type { Bytes } from '@isochain/core';
import { checkAddress, checkSender } from '../address/address.ts';
import { readPublicKey } from '../address/public-key.ts';
import { checkTransactionId } from '../address/transaction-id.ts';
import { namedChain, type TonChainId } from '../chains.ts';
import { keyLikeIds } from '../secrets.ts';
import type { Ton } from '../types.ts';
import { assemble } from './assemble.ts';
import { explain } from './explain.ts';
import { finalize } from './finalize.ts';
import { planner } from './plan.ts';
import { told } from './told.ts';

export type { TonChainId } from '../chains.ts';
export type { Params, TonMode } from './params.ts';
export type { TonPlan } from './transaction.ts';

/** The pure half of a chain, without a network. */
export function bytesOf(chainId: TonChainId): Bytes<Ton> {
  const named = namedChain(chainId);
  const { chain, identity } = named;
  const address = (text: string) => checkAddress(chain, text);
  return {
    chainId,
    identity,
    keyLikeIds,
    identifiers: {
      account: address,
      sender: (text) => checkSender(chain, text),
      recipient: address,
      // The master contract of a jetton.
      token: address,
      // A pool.
      validator: address,
      publicKey: readPublicKey,
      transaction: checkTransactionId,
      // No `ownerOf`: the address of a deployed wallet need not follow from its key. Encode compares the key with the one in the wallet.
    },
    plan: planner(named),
    assemble,
    finalize,
    explain: (encoded) => explain(named, encoded),
    told,
  };
}
