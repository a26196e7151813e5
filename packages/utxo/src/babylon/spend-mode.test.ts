import { describe, expect, it } from 'vitest';
import recorded from '../../fixtures/babylon-signet-stakes.json' with { type: 'json' };
import type { TransactionInput } from '../upstreams/backend.ts';
import { stakeSpendMode } from './spend-mode.ts';

const { stakes } = recorded;

const spend = (...witness: string[]): TransactionInput => ({
  txid: '00'.repeat(32),
  vout: 0,
  value: 50_000n,
  script: undefined,
  address: undefined,
  witness,
});
const signature = 'ab'.repeat(64);

describe('spends of stakes', () => {
  it('are told by the leaf that they show', () => {
    expect(stakes.length).toBe(2);
    for (const { scripts, controlBlocks } of stakes) {
      const { timelock, unbonding, slashing, unbondingTimelock } = scripts;
      const cases = [
        [timelock, controlBlocks.stakingTimelock, 'withdraw'],
        [unbondingTimelock, controlBlocks.unbondingTimelock, 'withdraw'],
        [unbonding, controlBlocks.stakingUnbonding, 'unstake'],
        [slashing, controlBlocks.stakingSlashing, undefined],
      ] as const;
      for (const [script, block, mode] of cases) {
        expect(stakeSpendMode(spend(signature, script, block))).toBe(mode);
        expect(stakeSpendMode(spend('', signature, signature, script, block))).toBe(mode);
      }
    }
  });

  it('are not told by less', () => {
    const [stake] = stakes;
    const timelock = stake?.scripts.timelock ?? '';
    const block = stake?.controlBlocks.stakingTimelock ?? '';
    const key = `20${'79'.repeat(32)}`;
    // A key path; no witness; another internal key, which is somebody's; another leaf version; a deeper tree; an annex; another script.
    for (const witness of [
      [signature],
      [],
      [signature, timelock, block.replace('50929b74', '50929b75')],
      [signature, timelock, block.replace(/^c./, 'c2')],
      [signature, timelock, `${block}${'00'.repeat(32)}`],
      [signature, timelock, block, '50'],
      [signature, `${key}ac`, block],
      [signature, `${key}ad00b2`, block],
      [signature, `${timelock}b2`, block],
    ]) {
      expect(stakeSpendMode(spend(...witness))).toBeUndefined();
    }
    expect(stakeSpendMode({ ...spend(), witness: undefined })).toBeUndefined();
  });

  it('may have short times, and a covenant of one', () => {
    const block = stakes[0]?.controlBlocks.unbondingTimelock ?? '';
    const key = `20${'79'.repeat(32)}`;
    // OP_1, OP_16, 17, 255, 65535 (BIP342 keeps the rule of the shortest push; numbers carry their sign in the highest bit).
    for (const time of ['51', '60', '0111', '02ff00', '03ffff00']) {
      expect(stakeSpendMode(spend(signature, `${key}ad${time}b2`, block))).toBe('withdraw');
    }
    expect(stakeSpendMode(spend(signature, `${key}ad${key}ac`, block))).toBe('unstake');
    expect(stakeSpendMode(spend(signature, `${key}ad${key}ac${key}ba519c`, block))).toBe('unstake');
  });
});
