import { attempt, toHex } from '@isochain/core';
import { turns } from '@isochain/dial';
import * as bitcoin from 'bitcoinjs-lib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bent, psbts } from '../../test/arbitrary-psbts.ts';
import { bytes, fixture } from '../../test/fixtures.ts';
import { keyOf, planOf } from '../../test/plans.ts';
import { maps, type PsbtMap, psbtV2, writeMaps } from '../../test/psbt-maps.ts';
import { decodePsbt, isPsbt, type PsbtInput, type PsbtOutput, readPsbt } from './read-psbt.ts';
import { writeTransaction } from './transaction-bytes.ts';
import { serialize } from './unsigned.ts';
import { psbtOf } from './write-psbt.ts';

const { vectors } = fixture<{
  vectors: { bip: number; name: string; valid: boolean; hex: string; lockTime?: number }[];
}>('psbt-vectors');

describe('readPsbt', () => {
  it.each(vectors.filter(({ lockTime }) => lockTime !== undefined))(
    'finds the lock time $lockTime: $name',
    ({ hex, lockTime }) => {
      const { unsigned } = readPsbt(bytes(hex)) ?? {};
      expect(bitcoin.Transaction.fromBuffer(unsigned ?? new Uint8Array()).locktime).toBe(lockTime);
    },
  );

  it('refuses everything that is invalid', () => {
    const invalid = vectors.filter(({ valid }) => !valid);
    expect(invalid).toHaveLength(56);
    for (const { name, hex } of invalid) expect([name, readPsbt(bytes(hex))]).toEqual([name, undefined]);
  });

  it('reads the same from both versions', () => {
    const key = keyOf('a');
    const base = planOf([
      { type: 'p2wpkh', key },
      { type: 'p2tr', key, vout: 300 },
    ]);
    const plan = { ...base, lockTime: 700_000, inputs: base.inputs.map((input, i) => ({ ...input, sequence: 7 + i })) };
    const psbt = psbtOf(plan);
    expect(readPsbt(psbt)?.unsigned).toEqual(serialize(plan));
    expect(readPsbt(psbtV2(psbt))?.unsigned).toEqual(serialize(plan));
  });

  it('assumes the last sequence number if version 2 names none (BIP370)', () => {
    const minimal = vectors.find(({ name }) => name.endsWith('required fields only.'))?.hex ?? '';
    const { unsigned = new Uint8Array() } = readPsbt(bytes(minimal)) ?? {};
    const { version, ins, outs, locktime } = bitcoin.Transaction.fromBuffer(unsigned);
    expect({
      version,
      locktime,
      sequences: ins.map(({ sequence }) => sequence),
      amounts: outs.map(({ value }) => value),
    }).toEqual({
      ...{ version: 2, locktime: 0, sequences: [0xffff_ffff] },
      amounts: [800_000_000n, 199_998_859n],
    });
  });

  it('is recognised by its first bytes', () => {
    expect(isPsbt(bytes('70736274ff'))).toBe(true);
    for (const hex of ['', '70736274', '70736274fe', '0070736274ff']) expect(isPsbt(bytes(hex))).toBe(false);
  });
});

/** A PSBT of version 0 as bitcoinjs-lib reads it. This judge shares no code with our reader. */
function theirs(psbt: Uint8Array): unknown {
  const { data } = bitcoin.Psbt.fromBuffer(psbt);
  const unsigned = data.globalMap.unsignedTx as unknown as { toBuffer(): Uint8Array };
  const path = (text: string) =>
    text
      .split('/')
      .slice(1)
      .map((step) => Number.parseInt(step, 10) + (step.endsWith("'") ? 2 ** 31 : 0));
  const key = ({ masterFingerprint, path: text }: { masterFingerprint: Uint8Array; path: string }) => ({
    fingerprint: Buffer.from(masterFingerprint).readUInt32BE(),
    path: path(text),
  });
  const derivations = ({ redeemScript, bip32Derivation, tapInternalKey, tapBip32Derivation }: ForeignOutput) => ({
    redeemScript,
    bip32Derivation: bip32Derivation?.map((one) => [one.pubkey, key(one)]),
    tapInternalKey,
    tapBip32Derivation: tapBip32Derivation?.map((one) => [one.pubkey, { hashes: one.leafHashes, der: key(one) }]),
  });
  return plainly({
    unsigned: withVersion(unsigned.toBuffer(), data.inputs.length),
    inputs: data.inputs.map((input) => ({
      ...derivations(input),
      nonWitnessUtxo: input.nonWitnessUtxo,
      witnessUtxo: input.witnessUtxo && {
        // bitcoinjs-lib reads the 64 bits as a signed number. No coin has so much that it matters.
        amount: BigInt.asUintN(64, input.witnessUtxo.value),
        script: input.witnessUtxo.script,
      },
      partialSig: input.partialSig?.map(({ pubkey, signature }) => [pubkey, signature]),
      finalScriptSig: input.finalScriptSig,
      finalScriptWitness: input.finalScriptWitness,
      tapKeySig: input.tapKeySig,
      tapScriptSig: input.tapScriptSig?.map(({ pubkey, leafHash, signature }) => [
        { pubKey: pubkey, leafHash },
        signature,
      ]),
      tapLeafScript: input.tapLeafScript?.map(({ controlBlock, script, leafVersion }) => [
        controlBlock,
        Uint8Array.of(...script, leafVersion),
      ]),
    })),
    outputs: data.outputs.map(derivations),
  });
}

type ForeignOutput = bitcoin.Psbt['data']['outputs'][number];

/** The same, as we read it. */
function ours(psbt: Uint8Array): unknown {
  const { unsigned, inputs, outputs } = decodePsbt(psbt);
  const derivations = ({ redeemScript, bip32Derivation, tapInternalKey, tapBip32Derivation }: PsbtOutput) => ({
    redeemScript,
    bip32Derivation,
    tapInternalKey,
    tapBip32Derivation,
  });
  return plainly({
    unsigned: withVersion(writeTransaction(unsigned), inputs.length),
    inputs: inputs.map((input) => ({
      ...derivations(input),
      nonWitnessUtxo: input.nonWitnessUtxo && writeTransaction(input.nonWitnessUtxo, input.nonWitnessUtxo.witnesses),
      witnessUtxo: input.witnessUtxo,
      partialSig: input.partialSig,
      finalScriptSig: input.finalScriptSig,
      finalScriptWitness: input.finalScriptWitness && witnessBytes(input.finalScriptWitness),
      tapKeySig: input.tapKeySig,
      tapScriptSig: input.tapScriptSig,
      tapLeafScript: input.tapLeafScript?.map(([block, leaf]) => [controlBlockBytes(block), leaf]),
    })),
    outputs: outputs.map(derivations),
  });
}

/** The number of items, and each item after its length. No test has 253 items or bytes, so one byte holds each number. */
function witnessBytes(items: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.of(items.length, ...items.flatMap((item) => [item.length, ...item]));
}

/** BIP341. */
function controlBlockBytes(block: NonNullable<PsbtInput['tapLeafScript']>[number][0]): Uint8Array {
  return Uint8Array.of(block.version, ...block.internalKey, ...block.merklePath.flatMap((hash) => [...hash]));
}

/** Where there are no inputs, bitcoinjs-lib sets the version to 2 while it reads (psbt.js, constructor of Psbt). It says nothing about the bytes then. */
function withVersion(unsigned: Uint8Array, inputs: number): Uint8Array {
  return inputs > 0 ? unsigned : unsigned.subarray(4);
}

function plainly(value: unknown): unknown {
  const plain = (_: string, each: unknown) => (typeof each === 'bigint' ? `${each}n` : each);
  const hex = (each: unknown): unknown => {
    if (each instanceof Uint8Array) return toHex(each);
    if (Array.isArray(each)) return each.map(hex);
    if (typeof each !== 'object' || each === null) return each;
    return Object.fromEntries(Object.entries(each).map(([name, one]) => [name, hex(one)]));
  };
  return JSON.parse(JSON.stringify(hex(value), plain));
}

describe('any PSBT', () => {
  it('is read like in bitcoinjs-lib', () => {
    fc.assert(
      fc.property(psbts[0], (psbt) => {
        expect(ours(psbt)).toEqual(theirs(psbt));
      }),
      { numRuns: turns(60) },
    );
  });

  it('is read alike if it is bent and both take it', () => {
    const outcomes = { read: 0, refused: 0 };
    const recorded = fc.constantFrom(...vectors.map(({ hex }) => bytes(hex)));
    fc.assert(
      fc.property(bent(fc.oneof(psbts[0], recorded)), (list) => {
        for (const psbt of list) {
          const [mine, other] = [attempt(() => ours(psbt)), attempt(() => theirs(psbt))];
          if (mine !== undefined && other !== undefined) expect(mine).toEqual(other);
          outcomes[mine === undefined ? 'refused' : 'read'] += 1;
        }
      }),
      { numRuns: turns(100) },
    );
    // An ordinary run comes to 70, with a deviation of 15 (20 seeds).
    expect(Math.min(outcomes.read, outcomes.refused)).toBeGreaterThan(turns(200, 5));
  });

  it('has the same content in version 2', () => {
    fc.assert(
      fc.property(psbts[0], (psbt) => {
        const second = psbtV2(psbt);
        expect(() => decodePsbt(second)).toThrow();
        expect(plainly(readPsbt(second)?.unsigned)).toEqual(plainly(readPsbt(psbt)?.unsigned));
        const fields = readPsbt(second)?.inputs.map(({ txid: _, index: __, sequence: ___, ...input }) => input);
        expect(plainly(fields)).toEqual(plainly(readPsbt(psbt)?.inputs));
      }),
      { numRuns: turns(40) },
    );
  });
});

describe('a PSBT of version 0', () => {
  const key = keyOf('a');
  const [global, input, output] = maps(psbtOf(planOf([{ type: 'p2wpkh', key }]))) as [PsbtMap, PsbtMap, PsbtMap];
  const point = Buffer.from(key.publicKey).toString('hex');
  const xOnly = point.slice(2);
  const withField = (map: PsbtMap, ...fields: [key: string, value: string][]) =>
    writeMaps(
      [global, input, output].map((each) => (each === map ? { ...each, fields: [...each.fields, ...fields] } : each)),
    );

  it('has the fields that it was made from', () => {
    expect(readPsbt(withField(input))).toBeDefined();
  });

  // Made by hand, for cases that the vectors of the BIPs leave out.
  it.each<[string, PsbtMap, string, string]>([
    ['an unknown field', input, '40aa', 'bb'],
    ['a type of three bytes', input, 'fd2c01', ''],
    ['a signature by an uncompressed key', input, `02${point}`, ''],
    ['no steps', input, `06${point}`, '73c5da0a'],
    ['two leaves', output, '06', '01c000' + '01c000'],
    ['leaves of several depths', output, '06', '02c000' + '02c000' + '01c000'],
  ])('may have %s', (_, map, name, value) => {
    expect(readPsbt(withField(map, [name, value]))).toBeDefined();
  });

  it.each<[string, PsbtMap, string, string]>([
    ['a type that is longer than it has to be', input, 'fd4000', ''],
    ['a key that is no point', input, `02${'02'.repeat(33)}`.replace(/02$/, '05'), ''],
    ['an x-only key that is no point', input, '17', `${'00'.repeat(31)}05`],
    ['a path with half a step', input, `06${point}`, '73c5da0a0000'],
    ['a path without fingerprint', input, `06${point}`, '73c5da'],
    ['taproot paths with fewer hashes than announced', input, `16${xOnly}`, `01${'00'.repeat(31)}`],
    ['an empty witness', input, '08', '00'],
    ['a witness that goes on', input, '08', '010000'],
    ['a sighash type of three bytes', input, '03', '010000'],
    ['a leaf of another version than its control block', input, `15c0${xOnly}`, '51c2'],
    ['a leaf of an odd version', input, `15c1${xOnly}`, '51c1'],
    ['a leaf without version', input, `15c0${xOnly}`, ''],
    ['a control block with more than 128 hashes', input, `15c0${xOnly}${'00'.repeat(32 * 129)}`, '51c0'],
    ['a preimage by a short hash', input, `0a${'00'.repeat(19)}`, ''],
    ['a field of version 2', input, '10', 'ffffffff'],
    ['a tree without leaves', output, '06', ''],
    ['a tree with a leaf missing', output, '06', '01c000'],
    ['a tree with a leaf too many', output, '06', '01c000' + '01c000' + '01c000'],
    ['a tree whose leaves are out of order', output, '06', '01c000' + '02c000' + '02c000' + '02c000'],
    ['an extended key of another depth than its path', global, `01${xpub(point, 1)}`, '73c5da0a'],
    ['an extended key that is no point', global, `01${xpub(`02${'00'.repeat(31)}05`, 0)}`, '73c5da0a'],
    ['a proprietary field without a type', global, 'fc0141', ''],
    ['a participant of MuSig2 that is no key (BIP373)', input, '1a00', ''],
  ])('may not have %s', (_, map, name, value) => {
    expect(readPsbt(withField(map, [name, value]))).toBeUndefined();
  });

  it('has no key twice, known or unknown', () => {
    expect(readPsbt(withField(input, ['40aa', ''], ['40ab', '']))).toBeDefined();
    expect(readPsbt(withField(input, ['40aa', ''], ['40aa', '00']))).toBeUndefined();
  });

  it('ends where its maps end', () => {
    expect(readPsbt(Uint8Array.of(...withField(input), 0))).toBeUndefined();
  });
});

/** A serialized one (BIP32). */
function xpub(point: string, depth: number): string {
  return `0488b21e0${depth}${'00'.repeat(8)}${'11'.repeat(32)}${point}`;
}
