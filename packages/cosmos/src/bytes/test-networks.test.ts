import { fromBase64, toHex } from '@isochain/core';
import { TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx';
import { describe, expect, it } from 'vitest';
import rows from '../../fixtures/test-networks.json' with { type: 'json' };
import { messageOfJson } from '../../test/message-of-json.ts';
import { type CosmosChainId, namedChain } from '../chains.ts';
import { assemble } from './assemble.ts';
import { finalize } from './finalize.ts';
import type { Message } from './messages.ts';
import type { CosmosPlan } from './sign-documents.ts';

const base64 = (text: string) => fromBase64(text) as Uint8Array;

function planOf(row: (typeof rows)[number]): CosmosPlan {
  const message = messageOfJson(row.message);
  return {
    messages: [row.wrapped ? ({ kind: 'wrapped', message } as Message) : message],
    memo: row.memo,
    fee: { denom: row.fee.denom, amount: BigInt(row.fee.amount) },
    gas: BigInt(row.gas),
    sequence: BigInt(row.sequence),
    accountNumber: BigInt(row.accountNumber),
    nativeId: row.nativeId,
    publicKey: base64(row.publicKey),
    amino: false,
  };
}

describe('transactions of test networks', () => {
  // If the account number is known too, this tests the sign document: the signature does not verify over another one.
  it.each(rows.map((row) => [row.name, row] as const))('%s comes out the same, with its signature', (_, row) => {
    const named = namedChain(row.chainId as CosmosChainId);
    const plan = planOf(row);
    const [signature] = TxRaw.decode(base64(row.transaction)).signatures;
    const signed = finalize(named, plan, assemble(named, plan).unsigned, toHex(signature as Uint8Array));
    expect(signed).toEqual({ raw: row.transaction, hash: row.hash });
  });
});
