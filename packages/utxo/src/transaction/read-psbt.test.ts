import * as bitcoin from 'bitcoinjs-lib';
import { describe, expect, it } from 'vitest';
import { bytes, fixture } from '../../test/fixtures.ts';
import { keyOf, planOf } from '../../test/plans.ts';
import { psbtV2 } from '../../test/psbt-maps.ts';
import { psbtOf } from './encode-plan.ts';
import { isPsbt, readPsbt } from './read-psbt.ts';
import { serialize } from './unsigned.ts';

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

  it('reads nothing that is not valid', () => {
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

  it('assumes the last sequence number where version 2 names none (BIP370)', () => {
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

  it('is known by its beginning', () => {
    expect(isPsbt(bytes('70736274ff'))).toBe(true);
    for (const hex of ['', '70736274', '70736274fe', '0070736274ff']) expect(isPsbt(bytes(hex))).toBe(false);
  });
});
