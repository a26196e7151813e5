import type { Bytes } from '@isochain/core';
import { checkAccount, checkValidator } from '../address/address.ts';
import { readPublicKey } from '../address/public-key.ts';
import { checkTokenId } from '../address/token-id.ts';
import { checkTransactionId } from '../address/transaction-id.ts';
import { type CosmosChainId, namedChain } from '../chains.ts';
import { keyLikeIds } from '../secrets.ts';
import type { Cosmos } from '../types.ts';
import { assemble } from './assemble.ts';
import { explain } from './explain.ts';
import { finalize } from './finalize.ts';
import { planner } from './plan.ts';
import { told } from './told.ts';

export type { CosmosChainId } from '../chains.ts';
export type { Cosmos } from '../types.ts';
export type { CosmosMode, Params } from './params.ts';
export type { CosmosPlan } from './sign-documents.ts';

/** The pure half of a Cosmos chain: identifiers, and transactions from completed data to signed bytes and back. No network. */
export function bytesOf(chainId: CosmosChainId): Bytes<Cosmos> {
  const named = namedChain(chainId);
  const account = (text: string) => checkAccount(named, text);
  return {
    chainId,
    identity: named.identity,
    keyLikeIds,
    identifiers: {
      account,
      sender: account,
      recipient: account,
      token: (text) => checkTokenId(named, text),
      validator: (text) => checkValidator(named, text),
      publicKey: (text) => readPublicKey(named, text),
      transaction: checkTransactionId,
      ownerOf: (key) => key.address,
    },
    plan: planner(named),
    assemble: (plan) => assemble(named, plan),
    finalize: (plan, unsigned, signature) => finalize(named, plan, unsigned, signature),
    explain: (encoded, intent) => explain(named, encoded, intent),
    told,
  };
}
