import { describe, expect, it } from 'vitest';
import { golden, mined, vectors } from '../../test/fixtures.ts';
import { decode, type Fields, judgedFields } from '../../test/judge.ts';
import { checkTransactionId } from './transaction-id.ts';

// A payment of the main network: algorand/indexer, api/test_resources/payment.txn.
const id = 'AOTIQMIBTWJG74GYEASBQALZSKWTDPY4MBFZDO3SLMIY63QK76WQ';

describe('checkTransactionId', () => {
  it('takes ids, of all transactions in the fixtures', () => {
    const ids = golden.map(({ signed }) => {
      const { txn } = decode(Buffer.from(signed, 'hex')) as { readonly txn: Fields };
      return judgedFields(txn).txId;
    });
    for (const text of [id, ...mined.map(({ txId }) => txId), ...vectors.map(({ txId }) => txId), ...ids])
      expect(checkTransactionId(text)).toEqual({ ok: true, canonical: text, value: text });
  });

  it('refuses bits behind the end', () => {
    for (const last of 'BCDEFGHIJKLMNOPRSTUVWXYZ234567')
      expect([last, checkTransactionId(id.slice(0, -1) + last)]).toEqual([
        last,
        { ok: false, reason: 'it ends with bits that no id has' },
      ]);
    for (const last of 'AQ') expect(checkTransactionId(id.slice(0, -1) + last).ok).toBe(true);
  });

  it.each([
    ['', 'it has 0 characters: expected 52'],
    [id.slice(1), 'it has 51 characters: expected 52'],
    [`${id}A`, 'it has 53 characters: expected 52'],
    [id.toLowerCase(), 'it has characters other than A to Z and 2 to 7'],
    [` ${id}`, 'it has characters other than A to Z and 2 to 7'],
    [`${id}\n`, 'it has characters other than A to Z and 2 to 7'],
    [`${id}====`, 'it has characters other than A to Z and 2 to 7'],
    ['ab'.repeat(32), 'it has characters other than A to Z and 2 to 7'],
    [id.replace('4', '../'), 'it has characters other than A to Z and 2 to 7'],
    ['A'.repeat(1_000_000), 'it has 1000000 characters: expected 52'],
  ])('refuses %s', (text, reason) => {
    expect(checkTransactionId(text)).toEqual({ ok: false, reason });
  });
});
