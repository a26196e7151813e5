import type { Mode } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { firstOfMode, type Stage } from './stage.ts';
import { carryOut } from './walk.ts';

/** What a client does next with a position, by its status. What is unlocking waits. */
const nextMode: Readonly<Partial<Record<string, Mode>>> = { free: 'unstake', locked: 'unstake', unlocked: 'withdraw' };

/**
 * A client takes the ids of a position, or of rewards, from the state of the account, and hands them on as they are. The mode that comes next must know
 * what they mean.
 */
export function describePositions(stage: Stage): void {
  const { has, setup } = stage;
  const examples = firstOfMode(stage.examples).filter(({ mode }) => mode === 'stake' || mode === 'unstake');
  if (examples.length === 0 || !has.feature('read.account.balances.staking')) return;

  describe('the ids of positions', () => {
    it.each(examples)('lead on after $name', async (example) => {
      const prepared = await stage.prepare(example);
      await carryOut(stage, example, prepared);
      const { sender } = prepared.scene;
      const { staking } = (await stage.connect().accountState(sender.address)).balances;
      const steps = [
        ...(staking?.positions ?? []).flatMap(({ status, validatorAddresses, stakeId, amount }) => {
          const mode = nextMode[status];
          const [validatorAddress] = validatorAddresses;
          if (mode === undefined) return [];
          const whole = setup.withoutAmount?.includes(mode) === true ? { useMaxAmount: true } : { amount };
          return [{ mode, validatorAddress, stakeId, ...(mode === 'unstake' ? whole : {}) }];
        }),
        ...(staking?.rewards.native ?? []).map(({ validatorAddress }) => ({
          mode: 'claimRewards' as const,
          validatorAddress,
        })),
      ].filter(({ mode }) => has.mode(mode));
      // Some chains give all back at once.
      if (example.mode === 'stake') expect(steps.length, 'steps that follow').toBeGreaterThan(0);
      for (const step of steps) {
        const { status } = await stage.connect().encode({
          ...step,
          senderAddress: sender.address,
          ...(sender.publicKey === undefined ? {} : { senderPubKey: sender.publicKey }),
          ...(setup.needsWishes?.includes(step.mode) ? { params: prepared.data.params } : {}),
        });
        expect(status.errors, JSON.stringify(step)).toEqual([]);
      }
    });
  });
}
