import { describe, expect, it } from 'vitest';
import { testKey } from '../../test/keys.ts';
import { stakingOf } from './staking.ts';

const { address } = testKey(1);
const none = {
  total: '0',
  locked: '0',
  unlocking: '0',
  unlocked: '0',
  positions: [],
  rewards: { native: [], tokens: [] },
};

describe('what is at stake', () => {
  it('is all that an account holds that takes part in the consensus', () => {
    expect(stakingOf({ address, amount: 30_000_000_001n, status: 'Online' })).toEqual({
      ...none,
      total: '30000000001',
      locked: '30000000001',
      positions: [{ validatorAddresses: [address], amount: '30000000001', status: 'locked' }],
    });
  });

  it('is nothing otherwise', () => {
    for (const status of ['Offline', 'Not Participating'] as const)
      expect(stakingOf({ address, amount: 30_000_000_001n, status })).toEqual(none);
    expect(stakingOf({ address, amount: 0n, status: 'Online' })).toEqual(none);
  });
});
