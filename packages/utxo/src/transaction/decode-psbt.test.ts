import { toHex } from '@isochain/core';
import { RawPSBTV0, RawPSBTV2, TaprootControlBlock } from '@scure/btc-signer/psbt.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bent, psbts } from '../../test/arbitrary-psbts.ts';
import { bytes, fixture } from '../../test/fixtures.ts';
import { keyOf, planOf } from '../../test/plans.ts';
import { maps, type PsbtMap, writeMaps } from '../../test/psbt-maps.ts';
import { attempt } from '../attempt.ts';
import { decodePsbt, decodePsbtV2 } from './decode-psbt.ts';
import { psbtOf } from './encode-plan.ts';
import type { Psbt, PsbtInput, PsbtOutput, PsbtV2 } from './psbt.ts';

const { vectors } = fixture<{ vectors: { bip: number; name: string; valid: boolean; hex: string }[] }>('psbt-vectors');

type Version = 0 | 2;
const versions = [0, 2] as const;
const ours = (psbt: Uint8Array, version: Version) => (version === 0 ? decodePsbt(psbt) : decodePsbtV2(psbt));

/** What we keep of what @scure/btc-signer reads. */
function theirs(psbt: Uint8Array, version: Version): Psbt | PsbtV2 {
  const { global, inputs, outputs } = (version === 0 ? RawPSBTV0 : RawPSBTV2).decode(psbt) as unknown as {
    global: object;
    inputs: Fields[];
    outputs: object[];
  };
  return {
    global: only(global, globalNames),
    inputs: inputs.map((input) => ({
      ...only(input, inputNames),
      ...(input.tapLeafScript && {
        tapLeafScript: input.tapLeafScript.map(([block, leaf]) => [TaprootControlBlock.encode(block), leaf]),
      }),
      ...(input.nonWitnessUtxo && { nonWitnessUtxo: { ...input.nonWitnessUtxo, segwitFlag: undefined } }),
    })),
    outputs: outputs.map((output) => only(output, outputNames)),
  } as unknown as Psbt;
}

interface Fields {
  readonly tapLeafScript?: [Parameters<typeof TaprootControlBlock.encode>[0], Uint8Array][];
  readonly nonWitnessUtxo?: { readonly inputs: object[]; readonly outputs: object[] };
}

const globalNames = ['unsignedTx', 'version', 'txVersion', 'fallbackLocktime', 'inputCount', 'outputCount', 'xpub'];
const outputNames: readonly (keyof PsbtOutput | 'amount' | 'script')[] = [
  ...(['redeemScript', 'bip32Derivation', 'tapInternalKey', 'tapBip32Derivation', 'amount', 'script'] as const),
];
const inputNames: readonly (keyof PsbtInput | keyof PsbtV2['inputs'][number])[] = [
  ...(['nonWitnessUtxo', 'witnessUtxo', 'partialSig', 'redeemScript', 'bip32Derivation', 'finalScriptSig'] as const),
  ...(['finalScriptWitness', 'tapKeySig', 'tapScriptSig', 'tapLeafScript', 'tapBip32Derivation'] as const),
  ...(['tapInternalKey', 'txid', 'index', 'sequence', 'requiredTimeLocktime', 'requiredHeightLocktime'] as const),
];

function only(fields: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));
}

/** What both have of extended keys, versions counted from 0, and nothing that is undefined. */
function plainly(psbt: Psbt | PsbtV2): unknown {
  const { xpub = [], ...global } = psbt.global;
  const keys = xpub.map(([{ depth }, path]) => ({ depth, path }));
  const plain = (name: string, value: unknown) => {
    if (value instanceof Uint8Array) return toHex(value);
    if (typeof value === 'bigint') return `${value}n`;
    return name === 'version' ? Number(value) >>> 0 : value;
  };
  return JSON.parse(JSON.stringify({ ...psbt, global, keys }, plain));
}

describe('PSBTs of the BIPs', () => {
  it.each(vectors.filter(({ valid }) => valid))('BIP$bip: $name', ({ bip, hex }) => {
    const version = bip === 370 ? 2 : 0;
    expect(plainly(ours(bytes(hex), version))).toEqual(plainly(theirs(bytes(hex), version)));
  });

  it.each(vectors.filter(({ valid, name }) => !valid && !contradictory.test(name)))(
    'BIP$bip, not valid: $name',
    ({ hex }) => {
      for (const version of versions) expect(() => ours(bytes(hex), version)).toThrow(RangeError);
    },
  );
});

/** Each map of it is well-formed: only who makes a transaction of it sees that there can be none. */
const contradictory = /HEIGHT_LOCKTIME of 10000, Input 2 has PSBT_IN_REQUIRED_TIME_LOCKTIME of 1657048460$/;

describe.each(versions)('any PSBT of version %d', (version) => {
  it('is read like @scure/btc-signer reads it', () => {
    fc.assert(
      fc.property(psbts[version], (psbt) => {
        expect(plainly(ours(psbt, version))).toEqual(plainly(theirs(psbt, version)));
      }),
      { seed: 4, numRuns: 40 },
    );
  });

  it('is refused as one of the other version', () => {
    fc.assert(
      fc.property(psbts[version], (psbt) => {
        expect(() => ours(psbt, version === 0 ? 2 : 0)).toThrow(RangeError);
      }),
      { seed: 4, numRuns: 20 },
    );
  });

  it('that is bent is refused wherever @scure/btc-signer refuses it, and else read alike', () => {
    const outcomes = { read: 0, refused: 0 };
    const recorded = fc.constantFrom(...vectors.map(({ hex }) => bytes(hex)));
    fc.assert(
      fc.property(bent(fc.oneof(psbts[version], recorded)), (list) => {
        for (const psbt of list) {
          const expected = attempt(() => theirs(psbt, version));
          if (expected === undefined ? hasLaterFields(psbt) : isLaxer(expected, psbt, version)) continue;
          if (expected === undefined) expect(() => ours(psbt, version)).toThrow(RangeError);
          else expect(plainly(ours(psbt, version))).toEqual(plainly(expected));
          outcomes[expected === undefined ? 'refused' : 'read'] += 1;
        }
      }),
      { seed: 4, numRuns: 150 },
    );
    // Of each enough to say something.
    expect(Math.min(outcomes.read, outcomes.refused)).toBeGreaterThan(200);
  });
});

// Where the two differ.

/**
 * @scure/btc-signer checks fields of BIPs after BIP371 too. To us they are unknown ones, which do not matter to who only takes signatures from a
 * PSBT.
 */
const laterFields: Readonly<Record<PsbtMap['kind'], readonly string[]>> = {
  global: ['07', '08', '09'],
  input: ['19', '1a', '1b', '1c', '1d', '1e', '1f', '20'],
  output: ['08', '09', '0a', '35'],
};

function hasLaterFields(psbt: Uint8Array): boolean {
  const list = attempt(() => maps(psbt)) ?? [];
  return list.some(({ kind, fields }) => fields.some(([key]) => laterFields[kind].includes(key.slice(0, 2))));
}

/**
 * It takes an empty map too many at the end of version 0, as another library writes it, and previous transactions without inputs or outputs, which
 * no chain has.
 */
function isLaxer({ inputs, outputs }: Psbt | PsbtV2, psbt: Uint8Array, version: Version): boolean {
  const isEmpty = inputs.some(
    ({ nonWitnessUtxo }) => nonWitnessUtxo?.inputs.length === 0 || nonWitnessUtxo?.outputs.length === 0,
  );
  const isLonger =
    version === 0 && Object.keys(outputs.at(-1) ?? {}).length === 0 && attempt(() => ours(psbt.slice(0, -1), 0));
  return isEmpty || Boolean(isLonger);
}

describe('a PSBT of version 0', () => {
  const key = keyOf('a');
  const [global, input, output] = maps(psbtOf(planOf([{ type: 'p2wpkh', key }]))) as [PsbtMap, PsbtMap, PsbtMap];
  const point = Buffer.from(key.publicKey).toString('hex');
  const xOnly = point.slice(2);
  const withField = (map: PsbtMap, ...fields: [key: string, value: string][]) =>
    writeMaps(
      [global, input, output].map((each) => (each === map ? { ...each, fields: [...each.fields, ...fields] } : each)),
    );

  it('is what it was made of', () => {
    expect(() => decodePsbt(withField(input))).not.toThrow();
  });

  // By hand, of what the vectors of the BIPs leave out.
  it.each<[string, PsbtMap, string, string]>([
    ['an unknown field', input, '40aa', 'bb'],
    ['a type of three bytes', input, 'fd2c01', ''],
    ['a field of a later BIP', input, '1a00', ''],
    ['a signature by an uncompressed key', input, `02${point}`, ''],
    ['no steps', input, `06${point}`, '73c5da0a'],
    ['two leaves', output, '06', '01c000' + '01c000'],
    ['leaves of several depths', output, '06', '02c000' + '02c000' + '01c000'],
  ])('may have %s', (_, map, name, value) => {
    expect(() => decodePsbt(withField(map, [name, value]))).not.toThrow();
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
  ])('may not have %s', (_, map, name, value) => {
    expect(() => decodePsbt(withField(map, [name, value]))).toThrow(RangeError);
  });

  it('has no key twice, whether it is known or not', () => {
    expect(() => decodePsbt(withField(input, ['40aa', ''], ['40ab', '']))).not.toThrow();
    expect(() => decodePsbt(withField(input, ['40aa', ''], ['40aa', '00']))).toThrow(RangeError);
  });

  it('ends where its maps end', () => {
    expect(() => decodePsbt(Uint8Array.of(...withField(input), 0))).toThrow(RangeError);
  });
});

/** A serialized one (BIP32). */
function xpub(point: string, depth: number): string {
  return `0488b21e0${depth}${'00'.repeat(8)}${'11'.repeat(32)}${point}`;
}
