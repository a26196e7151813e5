import { attempt, toHex } from '@isochain/core';
import { turns } from '@isochain/dial';
import * as bitcoin from 'bitcoinjs-lib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bent, strippedTransactions, transactions } from '../../test/arbitrary-psbts.ts';
import { bytes } from '../../test/fixtures.ts';
import { decodeStripped, decodeTransaction, type RawSegwitTransaction, writeTransaction } from './transaction-bytes.ts';

// BIP143, native p2wpkh: the signed transaction.
const signed =
  '01000000000102fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f00000000494830450221008b9d1dc26ba6a9cb62127b02742fa9d754cd3bebf337f7a55d114c8e5cdd30be022040529b194ba3f9281a99f2b1c0a19c0489bc22ede944ccf4ecbab4cc618ef3ed01eeffffffef51e1b804cc89d182d279655c3aa89e815b1b309fe287d9b2b55d57b90ec68a0100000000ffffffff02202cb206000000001976a9148280b37df378db99f66f85c95a783a76ac7a6d5988ac9093510d000000001976a9143bde42dbee7e4dbe6a21b2d50ce2f0167faa815988ac000247304402203609e17b84f6a7d30c80bfa610b5b4542f32a8a0d5447a12fb1366d7f01cc44a0220573a954c4518331561406f90300e8f3358f51928d43c212a8caed02de67eebee0121025476c2e83188368da1ff3e292e7acafcdb3566bb0ad253f62fc70f07aeee635711000000';
// One input, one output of 255 units to OP_TRUE.
const minimal = `02000000 01 ${'0a'.repeat(32)}01000000 00 fdffffff 01 ff00000000000000 0151 00000000`.replaceAll(
  ' ',
  '',
);

/** A transaction as bitcoinjs-lib reads it. This judge shares no code with our reader. */
function theirs(raw: Uint8Array): RawSegwitTransaction {
  const transaction = bitcoin.Transaction.fromBuffer(raw);
  const { version, ins, outs, locktime: lockTime } = transaction;
  return {
    // It has a sign.
    version: version | 0,
    inputs: ins.map(({ hash, index, script, sequence }) => ({
      txid: Uint8Array.from(hash).reverse(),
      ...{ index, sequence },
      finalScriptSig: Uint8Array.from(script),
    })),
    outputs: outs.map(({ value, script }) => ({ amount: BigInt.asUintN(64, value), script: Uint8Array.from(script) })),
    lockTime,
    witnesses: transaction.hasWitnesses()
      ? ins.map(({ witness }) => witness.map((item) => Uint8Array.from(item)))
      : undefined,
  };
}

describe('a transaction', () => {
  it('is read and written, with its witnesses and without', () => {
    const transaction = decodeTransaction(bytes(signed));
    expect(transaction.witnesses?.map((items) => items.map(({ length }) => length))).toEqual([[], [71, 33]]);
    expect(toHex(writeTransaction(transaction, transaction.witnesses))).toBe(signed);
    const stripped = writeTransaction(transaction);
    expect(toHex(stripped)).toBe(signed.replace(/^010000000001/, '01000000').replace(/000247\w+(?=11000000$)/, ''));
    expect({ ...decodeStripped(stripped), witnesses: undefined }).toEqual({ ...transaction, witnesses: undefined });
  });

  it.each([
    ['empty', ''],
    ['longer by a byte', `${minimal}00`],
    ['without inputs', '02000000 00 01 ff00000000000000 0151 00000000'],
    ['without outputs', minimal.replace('01ff000000000000000151', '00')],
    [
      'a superfluous mark of witnesses',
      minimal.replace(/^02000000/, '020000000001').replace(/00000000$/, '0000000000'),
    ],
    [
      'marked as one with an MWEB part',
      minimal.replace(/^02000000/, '020000000008').replace(/00000000$/, '0000000000'),
    ],
    ['marked as one with nothing', minimal.replace(/^02000000/, '020000000000')],
    ['written with a length that is longer than it has to be', minimal.replace('0151', 'fd010051')],
    ['one of more outputs than bytes', minimal.replace('01ff00', 'feffffffffff00')],
  ])('cannot be %s', (_, hex) => {
    expect(() => decodeTransaction(bytes(hex.replaceAll(' ', '')))).toThrow();
  });

  it('may have no inputs if it has no witnesses, as BIP174 allows', () => {
    const empty = bytes('02000000000000000000');
    expect(decodeStripped(empty)).toEqual({ version: 2, inputs: [], outputs: [], lockTime: 0 });
    expect(writeTransaction(decodeStripped(empty))).toEqual(empty);
  });

  it('is not written if a number does not fit', () => {
    const { inputs, outputs, ...rest } = decodeTransaction(bytes(minimal));
    const [input, output] = [inputs[0] as (typeof inputs)[number], outputs[0] as (typeof outputs)[number]];
    for (const index of [-1, 2 ** 32, 0.5]) {
      expect(() => writeTransaction({ ...rest, inputs: [{ ...input, index }], outputs })).toThrow();
    }
    for (const amount of [-1n, 2n ** 64n]) {
      expect(() => writeTransaction({ ...rest, inputs, outputs: [{ ...output, amount }] })).toThrow();
    }
    const txid = new Uint8Array(31);
    expect(() => writeTransaction({ ...rest, inputs: [{ ...input, txid }], outputs })).toThrow();
  });

  it('may have more outputs than a function has arguments', () => {
    const { inputs, outputs, ...rest } = decodeTransaction(bytes(minimal));
    const many = {
      ...rest,
      inputs,
      outputs: Array.from({ length: 200_000 }, () => outputs[0] as (typeof outputs)[number]),
    };
    expect(decodeTransaction(writeTransaction(many)).outputs).toHaveLength(200_000);
  });
});

describe('any transaction', () => {
  it('is read and written like in bitcoinjs-lib', () => {
    fc.assert(
      fc.property(transactions, (raw) => {
        const transaction = decodeTransaction(raw);
        expect(transaction).toEqual(theirs(raw));
        expect(writeTransaction(transaction, transaction.witnesses)).toEqual(raw);
        const stripped = bitcoin.Transaction.fromBuffer(raw);
        stripped.stripWitnesses();
        expect(toHex(writeTransaction(transaction))).toBe(stripped.toHex());
      }),
      { numRuns: turns(200) },
    );
  });

  it('that may be empty is read and written unchanged', () => {
    fc.assert(
      fc.property(strippedTransactions, (raw) => {
        const transaction = decodeStripped(raw);
        expect(writeTransaction(transaction)).toEqual(raw);
        // Without inputs it looks like a transaction with witnesses. Only PSBTs hold such a transaction, and they say that it has none (BIP174).
        if (transaction.inputs.length > 0) expect({ ...transaction, witnesses: undefined }).toEqual(theirs(raw));
      }),
      { numRuns: turns(200) },
    );
  });

  it('that is bent is read like in bitcoinjs-lib, or refused', () => {
    const outcomes = { read: 0, refused: 0 };
    fc.assert(
      fc.property(bent(fc.oneof(transactions, strippedTransactions)), (list) => {
        for (const raw of list) {
          const read = attempt(() => decodeTransaction(raw));
          outcomes[read === undefined ? 'refused' : 'read'] += 1;
          if (read === undefined) continue;
          // It holds only the bytes that were read.
          expect(writeTransaction(read, read.witnesses)).toEqual(raw);
          expect(read).toEqual(theirs(raw));
        }
      }),
      { numRuns: turns(300) },
    );
    expect(Math.min(outcomes.read, outcomes.refused)).toBeGreaterThan(turns(500, 25));
  });
});
