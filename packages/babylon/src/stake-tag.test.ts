import { toHex } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import official from '../fixtures/babylon-scripts.json' with { type: 'json' };
import { recordedStakes } from '../test/babylon.ts';
import { readStakeTag } from './stake-tag.ts';
import { readTransaction } from './transaction-bytes.ts';

const read = (...scripts: string[]) => {
  const tag = readStakeTag(scripts);
  return tag && [toHex(tag.staker), tag.provider, tag.stakingTime];
};

describe('the tag of a stake', () => {
  const tagged = official.vectors.filter(({ expected }) => expected.op_return_script_hex !== '');
  it.each(tagged.map(({ name, parameters, expected }) => [name, parameters, expected] as const))(
    'of Babylon: %s',
    (_, parameters, expected) => {
      const [provider = ''] = parameters.finality_provider_public_keys;
      expect(read('51', expected.op_return_script_hex, '0014')).toEqual([
        parameters.staker_public_key.slice(2),
        provider.slice(2),
        parameters.staking_time,
      ]);
    },
  );

  it('of a stake on signet', () => {
    expect(tagged).toHaveLength(3);
    const [stake] = recordedStakes;
    const outputs = readTransaction(Buffer.from(stake.stakingTxHex, 'hex'))?.outputs ?? [];
    expect(read(...outputs.map(({ script }) => toHex(script)))).toEqual([
      stake.stakerPk,
      stake.finalityProviderPks[0],
      stake.stakingTime,
    ]);
  });

  it('must have its exact length and version, and stand there only once', () => {
    const tag = tagged[0]?.expected.op_return_script_hex ?? '';
    for (const other of [
      `${tag}00`,
      tag.slice(0, -2),
      tag.replace('6a47', '6a4c47'),
      tag.replace('0102030400', '0102030401'),
    ])
      expect(read(other)).toBeUndefined();
    expect(read(tag, tag)).toBeUndefined();
    expect(read()).toBeUndefined();
  });
});
