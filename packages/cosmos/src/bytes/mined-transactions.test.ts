import { fromBase64, fromHex, toHex } from '@isochain/core';
import { sha256 } from '@noble/hashes/sha2.js';
import { describe, expect, it } from 'vitest';
import testNetworks from '../../fixtures/test-networks.json' with { type: 'json' };
import transactions from '../../fixtures/transactions.json' with { type: 'json' };
import { messageOfJson } from '../../test/message-of-json.ts';
import { readPublicKey } from '../address/public-key.ts';
import { type CosmosChainId, chains, namedChain } from '../chains.ts';
import { aminoDocument, type CosmosPlan, directDocument, readSigned, signedTransaction } from './sign-documents.ts';

type Row = (typeof transactions)[number];

function planOf({ messages, memo, publicKey, sequence, fee }: Row): CosmosPlan {
  const [paid] = fee.amount;
  return {
    messages: messages.map(messageOfJson),
    memo,
    fee: { denom: paid?.denom ?? '', amount: BigInt(paid?.amount ?? 0) },
    gas: BigInt(fee.gas_limit),
    sequence: BigInt(sequence),
    // The account number is in the signed document, not in the transaction.
    accountNumber: 0n,
    nativeId: '',
    publicKey: fromBase64(publicKey.key) as Uint8Array,
    amino: true,
  };
}

function bytesOf(row: Row): Uint8Array {
  const { keys } = chains[row.chainId as CosmosChainId];
  const make = row.mode === 'SIGN_MODE_DIRECT' ? directDocument : aminoDocument;
  const document = make(planOf(row), keys);
  if (document === undefined) throw new Error('it has no such document');
  return signedTransaction(document, fromBase64(row.signature) as Uint8Array);
}

describe('mined transactions', () => {
  it.each(transactions.map((row) => [row.name, row] as const))(
    '%s comes out with the same bytes and hash',
    (_, row) => {
      const bytes = bytesOf(row);
      expect(toHex(sha256(bytes)).toUpperCase()).toBe(row.hash);
      const signed = readSigned(bytes);
      expect(toHex(signed?.signature as Uint8Array)).toBe(toHex(fromBase64(row.signature) as Uint8Array));
    },
  );

  it.each(transactions.map((row) => [row.name, row] as const))('%s was signed by the key of its sender', (_, row) => {
    const key = readPublicKey(namedChain(row.chainId as CosmosChainId), row.publicKey.key);
    const [first] = row.messages as Record<string, unknown>[];
    expect(key.ok && key.value.address).toBe(first?.from_address ?? first?.delegator_address);
  });
});

it('are of ten chains and more, together with those of test networks', () => {
  const chainIds = new Set([...transactions, ...testNetworks].map(({ chainId }) => chainId));
  expect(chainIds.size).toBeGreaterThanOrEqual(10);
});

it('refuses other spellings of a signed transaction', () => {
  const bytes = bytesOf(transactions[0] as Row);
  // Field 4, which TxRaw does not have.
  const more = fromHex(`${toHex(bytes)}2001`) as Uint8Array;
  expect(readSigned(more)).toBeUndefined();
  expect(readSigned(bytes.subarray(0, -1))).toBeUndefined();
});
