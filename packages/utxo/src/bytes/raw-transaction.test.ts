import { fromHex, toHex } from '@isochain/core';
import { turns } from '@isochain/dial';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import fixture from '../../fixtures/raw-transactions.json' with { type: 'json' };
import { outputsOf, stripTransaction } from './raw-transaction.ts';

const bytes = (hex: string) => fromHex(hex) ?? new Uint8Array();
const raws = [...fixture.transactions.map(({ raw }) => raw), fixture.withinMweb].map(bytes);

// One input, one output of 255 units to OP_TRUE.
const outpoint = `${'0a'.repeat(32)}01000000`;
const minimal = `02000000 01 ${outpoint} 00 fdffffff 01 ff00000000000000 0151 00000000`.replaceAll(' ', '');

describe('stripTransaction', () => {
  it.each(fixture.transactions)('hashes to its id: $name', ({ raw, txid, inputs, outputs }) => {
    const stripped = stripTransaction(bytes(raw));
    expect(stripped?.txid).toBe(txid);
    expect(stripTransaction(stripped?.bytes ?? new Uint8Array())).toEqual(stripped);
    if (inputs !== undefined) expect(stripped?.inputs).toEqual(inputs);
    if (outputs === undefined) return;
    const read = stripped?.outputs.map(({ value, script }) => ({ value: String(value), script: toHex(script) }));
    expect(read).toEqual(outputs);
  });

  it('leaves out marker, flag and witness, byte for byte', () => {
    const witness = '02 03 aabbcc 00';
    const raw = minimal.replace(/^02000000/, '020000000001').replace(/00000000$/, `${witness}00000000`);
    expect(toHex(stripTransaction(bytes(raw.replaceAll(' ', '')))?.bytes ?? new Uint8Array())).toBe(minimal);
  });

  it('leaves out the mark of a HogEx', () => {
    const raw = minimal.replace(/^02000000/, '020000000008').replace(/00000000$/, '0000000000');
    expect(toHex(stripTransaction(bytes(raw))?.bytes ?? new Uint8Array())).toBe(minimal);
  });

  it('reads amounts of 64 bits', () => {
    const raw = minimal.replace('ff00000000000000', 'ffffffffffffffff');
    expect(stripTransaction(bytes(raw))?.outputs[0]?.value).toBe(18446744073709551615n);
  });

  it.each([
    ['nothing', ''],
    ['one byte more', `${minimal}00`],
    ['no inputs', '02000000 00 01 ff00000000000000 0151 00000000'],
    ['no outputs', `02000000 01 ${outpoint} 00 fdffffff 00 00000000`],
    ['flag 0', minimal.replace(/^02000000/, '020000000000')],
    ['an unknown flag', minimal.replace(/^02000000/, '020000000002')],
    ['a length that is longer than it has to be', minimal.replace('0151', 'fd010051')],
    ['a length of eight bytes', minimal.replace('0151', 'ff010000000000000051')],
    ['more outputs than bytes', minimal.replace('01ff00', 'feffffffffff00')],
    ['a HogEx with a byte too many', minimal.replace(/^02000000/, '020000000008').replace(/00000000$/, '000000000000')],
    ['an MWEB part of no bytes', minimal.replace(/^02000000/, '020000000008').replace(/00000000$/, '0100000000')],
    ['no room for an MWEB part', minimal.replace(/^02000000/, '020000000008')],
    ['a transaction within MWEB alone', fixture.withinMweb],
  ])('does not take %s', (_, hex) => {
    expect(stripTransaction(bytes(hex.replaceAll(' ', '')))).toBeUndefined();
  });

  it('takes at most the bytes of a block', () => {
    expect(stripTransaction(new Uint8Array(4_000_001))).toBeUndefined();
  });

  it('reads no transaction that is cut off', () => {
    for (const raw of raws) {
      // An MWEB part is not looked into: cut off within it, another transaction may be left.
      const end = (raw[5] ?? 0) & 8 && raw[4] === 0 ? 100 : raw.length;
      for (let length = 0; length < end; length += 1) expect(stripTransaction(raw.subarray(0, length))).toBeUndefined();
    }
  });

  it('never throws, whatever it is given', () => {
    const bent = fc
      .tuple(fc.constantFrom(...raws), fc.nat(), fc.nat(255), fc.nat())
      .map(([raw, at, byte, end]) => raw.map((old, i) => (i === at % raw.length ? byte : old)).slice(0, end));
    fc.assert(
      fc.property(fc.oneof(bent, fc.uint8Array({ maxLength: 200 })), (raw) => {
        const stripped = stripTransaction(raw);
        expect(stripped === undefined || stripped.bytes.length <= raw.length).toBe(true);
      }),
      { numRuns: turns(2000) },
    );
  });

  it('reads a view into a larger buffer', () => {
    const buffer = new Uint8Array(200).fill(0xff);
    buffer.set(bytes(minimal), 50);
    const view = buffer.subarray(50, 50 + minimal.length / 2);
    expect(stripTransaction(view)?.txid).toBe(stripTransaction(bytes(minimal))?.txid);
  });
});

describe('outputsOf', () => {
  it('reads what a transaction pays', () => {
    expect(outputsOf(bytes(minimal))).toEqual([{ value: 255n, script: Uint8Array.of(0x51) }]);
  });

  it('throws where there is no transaction', () => {
    expect(() => outputsOf(new Uint8Array(9))).toThrow(new TypeError('Not a transaction.'));
  });
});
