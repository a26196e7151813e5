import { RefusedError, toHex } from '@isochain/core';
import { turns } from '@isochain/dial';
import * as bitcoin from 'bitcoinjs-lib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectSoon } from '../../test/expect-soon.ts';
import { finalizePlan } from '../../test/finalize.ts';
import { isValid } from '../../test/judge.ts';
import { type InputType, keyOf, planOf, type TestInput } from '../../test/plans.ts';
import { maps, writeMaps } from '../../test/psbt-maps.ts';
import { type SignatureForm, sameSignatures, signAll, signatureForms, signHashes } from '../../test/signers.ts';
import { encodePlan } from './assemble.ts';
import type { Plan } from './planned-transaction.ts';
import { txidOf } from './unsigned.ts';
import { psbtOf } from './write-psbt.ts';

const kinds: readonly InputType[] = ['p2wpkh', 'p2tr', 'p2sh-p2wpkh', 'p2pkh', 'tapscript'];

const input: fc.Arbitrary<TestInput> = fc.record({
  type: fc.constantFrom(...kinds),
  key: fc.integer({ min: 0, max: 1_000_000 }).map(keyOf),
  value: fc.bigInt({ min: 1_000n, max: 2_100_000_000_000_000n }),
  vout: fc.integer({ min: 0, max: 3 }),
  showsKey: fc.boolean(),
});

const plans = fc.array(input, { minLength: 1, maxLength: 5 }).chain((inputs) =>
  fc
    .array(
      fc.record({ value: fc.bigInt({ min: 0n, max: 500n }), script: fc.uint8Array({ minLength: 1, maxLength: 40 }) }),
      {
        minLength: 1,
        maxLength: 2,
      },
    )
    .map((outputs) => ({ plan: planOf(inputs, outputs), privateKeys: inputs.map(({ key }) => key.privateKey) })),
);

/** A finalized PSBT or transaction of bitcoinjs-lib is one of ours only if both agree to the last bit. */
/** One with inputs of all types, which is always tried. */
const mixed = () => {
  const keys = kinds.map((_, i) => keyOf(i));
  return {
    plan: planOf(kinds.map((type, i) => ({ type, key: keys[i] as (typeof keys)[number] }))),
    privateKeys: keys.map(({ privateKey }) => privateKey),
  };
};

describe('any transaction', () => {
  it('is the same in all forms, and valid', () => {
    fc.assert(
      fc.property(plans, ({ plan, privateKeys }) => {
        const signed = signAll({ encoded: encodePlan(plan), privateKeys });
        const expected = signed['the signed transaction'];
        for (const form of signatureForms) {
          const { raw, hash } = finalizePlan(plan, signed[form]);
          expect(raw).toBe(expected);
          expect(hash).toBe(bitcoin.Transaction.fromHex(raw).getId());
          if (plan.inputs.every(({ spend }) => spend.type !== 'p2pkh')) expect(hash).toBe(txidOf(plan));
        }
        expect(isValid(plan, expected)).toBe(true);
      }),
      { numRuns: turns(26, 3), examples: [[mixed()]] },
    );
  });
});

describe('any change to a signature', () => {
  const keys = [keyOf(1), keyOf(2), keyOf(3)];
  const types: readonly InputType[] = ['p2wpkh', 'p2tr', 'p2sh-p2wpkh'];
  const plan = planOf(types.map((type, i) => ({ type, key: keys[i] as (typeof keys)[number] })));
  const signed = signAll({ encoded: encodePlan(plan), privateKeys: keys.map(({ privateKey }) => privateKey) });
  const expected = signed['the signed transaction'];

  const change = fc.record({
    form: fc.constantFrom<SignatureForm>(...signatureForms),
    place: fc.nat(10_000),
    character: fc.constantFrom(...'0123456789abcdefABCXYZ+/=_-,[]"x '),
    kind: fc.constantFrom('replace', 'insert', 'remove', 'cut', 'double'),
  });

  it('is refused, or does not change the signed transaction', () => {
    fc.assert(
      fc.property(change, ({ form, place, character, kind }) => {
        const text = signed[form];
        const at = place % text.length;
        const [head, tail] = [text.slice(0, at), text.slice(at + 1)];
        const changed = {
          replace: head + character + tail,
          insert: head + character + text.slice(at),
          remove: head + tail,
          cut: head,
          double: head + text,
        }[kind];
        const result = outcome(plan, changed);
        // Whatever is accepted is the transaction that was encoded, with the signatures that were made.
        if (result !== undefined) expect(result).toBe(expected);
        const isOtherCase = changed.toLowerCase() === text.toLowerCase();
        const bare = changed.replace(/\s/g, '');
        if (result !== undefined && !isOtherCase)
          expect([form, changed, sameSignatures(text, bare)]).toEqual([form, changed, true]);
      }),
      { numRuns: turns(1_500) },
    );
  });
});

describe('any text', () => {
  const plan = planOf([
    { type: 'p2wpkh', key: keyOf(1) },
    { type: 'p2tr', key: keyOf(2) },
  ]);
  const hex = (bytes: Uint8Array) => toHex(bytes);
  const garbage = fc.uint8Array({ maxLength: 300 });
  const texts = fc.oneof(
    fc.string({ maxLength: 300 }),
    fc.string({ unit: 'binary', maxLength: 100 }),
    garbage.map(hex),
    garbage.map((bytes) => Buffer.from(bytes).toString('base64')),
    garbage.map((bytes) => `70736274ff${hex(bytes)}`),
    garbage.map((bytes) => `0200000000010${hex(bytes)}`),
    garbage.map((bytes) => `30440220${hex(bytes)}`),
    fc.uint8Array({ minLength: 128, maxLength: 130 }).map(hex),
    fc.json().filter((text) => text.startsWith('[')),
    fc.array(garbage.map(hex), { maxLength: 3 }).map((list) => list.join(',')),
  );

  it('is refused', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(outcome(plan, text)).toBe(undefined);
      }),
      { numRuns: turns(2_000) },
    );
  });

  /** A megabyte. An ordinary run makes do with a quarter, and a quarter of the time. */
  const megabyte = turns(1 << 20, 1 << 18);
  const quarters = turns(4, 1);
  const items = 0x1c000 * quarters;
  const littleEndian = (value: number) => hex(new Uint8Array(Uint32Array.of(value).buffer));
  // Checking keys takes the most time. The keys of BIP373 come in thousands in each value.
  const points = hex(keyOf(1).publicKey).repeat(1_900);
  const keys = Array.from({ length: 2 * quarters }, (_, i): [string, string] => [
    `1a${hex(keyOf(i).publicKey)}`,
    points,
  ]);
  const crowded = maps(psbtOf(plan)).map((map, i) => (i === 1 ? { ...map, fields: [...map.fields, ...keys] } : map));
  it.each([
    ['zeros', '0'.repeat(megabyte)],
    ['ones', 'f'.repeat(megabyte)],
    ['base64', 'A'.repeat(megabyte)],
    ['padding', '='.repeat(megabyte)],
    ['white space', `a${' '.repeat(megabyte)}b`],
    ['commas', ','.repeat(megabyte)],
    ['brackets', '['.repeat(megabyte)],
    ['nested brackets', '['.repeat(megabyte / 2) + ']'.repeat(megabyte / 2)],
    ['a list of nothing', `[${'"",'.repeat(megabyte / 3)}""]`],
    ['a PSBT of zeros', `70736274ff${'0'.repeat(megabyte)}`],
    ['a PSBT of empty maps', hex(Buffer.concat([psbtOf(plan), Buffer.alloc(megabyte / 2)]))],
    ['a PSBT of keys', hex(writeMaps(crowded))],
    ['a transaction of inputs', `02000000fe00ffffff${'0'.repeat(megabyte)}`],
    [
      'a transaction of witness items',
      `02000000000101${'00'.repeat(36)}00${'00'.repeat(4)}00fe${littleEndian(items)}${'00'.repeat(items)}00000000`,
    ],
  ])('is refused soon though it is long: %s', (_, text) => {
    expectSoon(2_500 * quarters, () => expect(outcome(plan, text)).toBe(undefined));
  });

  it('is refused soon, even if each of its signatures has to be tried', () => {
    const length = turns(500, 125);
    const many = planOf(Array.from({ length }, () => ({ type: 'p2wpkh' as const, key: keyOf(1) })));
    const [signature = new Uint8Array()] = signHashes({
      encoded: encodePlan(many).slice(0, 1),
      privateKeys: [keyOf(2).privateKey],
    });
    expectSoon(5_000, () => expect(outcome(many, hex(signature).repeat(length))).toBe(undefined));
  });
});

/** The transaction; undefined if the signature is refused. */
function outcome(plan: Plan, signature: string): string | undefined {
  try {
    return finalizePlan(plan, signature).raw;
  } catch (error) {
    if (error instanceof RefusedError) return undefined;
    throw error;
  }
}
