import type { Bytes } from '@isochain/core';
import { addressOfPublicKey, checkAddress, checkTokenId, checkTransactionId } from '../address.ts';
import { type EvmChainId, namedChain } from '../chains.ts';
import { keyLikeIds } from '../secrets.ts';
import type { Evm } from '../types.ts';
import { assemble } from './assemble.ts';
import { explain } from './explain.ts';
import { finalize } from './finalize.ts';
import { planTransfer, planTransferToken } from './plan.ts';
import { told } from './told.ts';

/** The pure half of an EVM chain: identifiers, and transactions from completed data to signed bytes and back. No network. */
export function bytesOf(chainId: EvmChainId): Bytes<Evm> {
  const named = namedChain(chainId);
  const address = (text: string) => checkAddress(named, text);
  return {
    chainId,
    identity: named.identity,
    keyLikeIds,
    identifiers: {
      account: address,
      sender: address,
      recipient: address,
      validator: address,
      token: (text) => checkTokenId(named, text),
      publicKey: addressOfPublicKey,
      transaction: checkTransactionId,
      ownerOf: (key) => key,
    },
    plan: {
      transfer: (data) => planTransfer(named, data),
      transferToken: (data) => planTransferToken(named, data),
    },
    assemble: (plan) => assemble(named, plan),
    finalize,
    explain: (encoded) => explain(named, encoded),
    told,
  };
}

export type { EvmChainId } from '../chains.ts';
export type { Evm, Plan, Unsigned } from '../types.ts';
