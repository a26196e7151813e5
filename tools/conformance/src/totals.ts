import { describe, expect, it } from 'vitest';
import { firstOfMode, type Stage } from './stage.ts';
import { carryOut } from './walk.ts';

const staking = ['stake', 'unstake', 'withdraw'];

/** What an account holds itself, and what it has staked, are told apart (docs/decisions/0036-total-is-what-the-account-holds.md). */
export function describeTotals(stage: Stage): void {
  const examples = firstOfMode(stage.examples).filter(({ mode }) => staking.includes(mode));
  if (examples.length === 0 || !stage.has.feature('read.account.balances.native')) return;

  describe('the total of an account', () => {
    it.each(examples)('is what it holds itself, after $name', async (example) => {
      const prepared = await stage.prepare(example);
      await carryOut(stage, example, prepared);
      const { address } = prepared.scene.sender;
      const held = (await stage.engine.balance(address)).toString();
      const { native } = (await stage.connect().accountState(address)).balances;
      expect(native?.total).toBe(held);
      expect(BigInt(native?.available ?? -1)).toBeLessThanOrEqual(BigInt(held));
      const alone = await stage.connect().accountState(address, { include: ['native'] });
      expect(alone.balances).toEqual({ native });
    });
  });
}
