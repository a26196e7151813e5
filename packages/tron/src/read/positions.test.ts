import { describe, expect, it } from 'vitest';
import { alice, hexOf, now } from '../../test/scripted-nodes.ts';
import { accountAnswer, inDays, type Staker, trx, validator } from '../../test/staking-world.ts';
import type { Address } from '../address/address.ts';
import { accountSchema, factsOf } from '../upstream/queries/accounts.ts';
import { stakingOf } from './positions.ts';

const owner = hexOf(alice) as Address;
const factsWith = (staker: Staker) => factsOf(owner, accountSchema.parse(accountAnswer(staker)));
const stakes = (staker: Staker, reward = 0n) => stakingOf(owner, factsWith(staker), reward, { timestamp: now });
const vote = (rank: number, amount: number) => ({
  validatorAddresses: [validator(rank)],
  amount: String(amount),
  status: 'locked',
  stakeId: `vote:${validator(rank)}`,
});
const free = (amount: number) => ({
  validatorAddresses: [alice],
  amount: String(amount),
  status: 'free',
  stakeId: 'unvoted',
});

describe('the stakes of an account', () => {
  it('are nothing for an account without any', () => {
    const nothing = { total: '0', locked: '0', unlocking: '0', unlocked: '0', positions: [] };
    expect(stakes({})).toEqual({ ...nothing, rewards: { native: [], tokens: [] } });
  });

  it('are locked by votes, and free without', () => {
    const staker: Staker = {
      bandwidth: 70.5 * trx,
      energy: 30 * trx,
      votes: [
        [4, 60],
        [1, 25],
      ],
    };
    expect(stakes(staker)).toMatchObject({
      ...{ total: '100500000', locked: '85000000', unlocking: '0', unlocked: '0' },
      positions: [vote(4, 60 * trx), vote(1, 25 * trx), free(15.5 * trx)],
    });
  });

  // Recorded: 402 TRX for energy and 1 TRX of Stake 1.0 give 403 votes (TL24LCps5FKwp3PoU1MvrYrwhi5LU1tHre, LedgerHQ/ledger-live).
  it('count coins of Stake 1.0', () => {
    const { positions } = stakes({ energy: 402 * trx, legacy: 1 * trx, votes: [[1, 403]] });
    expect(positions).toEqual([vote(1, 403 * trx)]);
    expect(stakes({ legacy: 26 * trx }).positions).toEqual([free(26 * trx)]);
  });

  it('lock what is lent to others, with a vote and without', () => {
    const lent = { bandwidth: 30 * trx, energy: 20 * trx };
    const voted = stakes({ energy: 10 * trx, lent, votes: [[1, 50]] });
    expect(voted).toMatchObject({ locked: '50000000', positions: [vote(1, 50 * trx), free(10 * trx)] });
    const idle = stakes({ energy: 10 * trx, lent, votes: [[1, 5]] });
    expect(idle).toMatchObject({
      ...{ total: '60000000', locked: '50000000' },
      positions: [
        vote(1, 5 * trx),
        free(10 * trx),
        { validatorAddresses: [alice], amount: '45000000', status: 'locked', stakeId: 'lent' },
      ],
    });
  });

  it('unlock with a date, by the time of the chain', () => {
    const staking = stakes({
      unfreezing: [
        { amount: 1 * trx, endsAt: now },
        { amount: 2 * trx, endsAt: now + 1 },
        { amount: 4 * trx, endsAt: inDays(3), resource: 'ENERGY' },
        { amount: 8 * trx, endsAt: inDays(3), resource: 'ENERGY' },
      ],
    });
    const id = (of: string, at: number) => ({ validatorAddresses: [alice], stakeId: `unfreeze:${of}:${at}` });
    expect(staking).toMatchObject({ total: '15000000', locked: '0', unlocking: '14000000', unlocked: '1000000' });
    expect(staking.positions).toEqual([
      { ...id('BANDWIDTH', now), amount: '1000000', status: 'unlocked' },
      { ...id('BANDWIDTH', now + 1), amount: '2000000', status: 'unlocking', completionDate: String(now + 1) },
      { ...id('ENERGY', inDays(3)), amount: '12000000', status: 'unlocking', completionDate: String(inDays(3)) },
    ]);
  });

  it.each<[string, Staker, number]>([
    ['votes and idle coins', { bandwidth: 12.25 * trx, votes: [[1, 3]] }, 12.25 * trx],
    ['lent coins', { energy: 5 * trx, lent: { energy: 7 * trx }, legacy: 3 * trx, votes: [[1, 1]] }, 15 * trx],
    ['coins on their way', { energy: 5 * trx, unfreezing: [{ amount: 1, endsAt: now }] }, 5 * trx + 1],
  ])('add up to all staked coins of the account: %s', (_, staker, total) => {
    expect(stakes(staker).total).toBe(String(total));
  });
});

describe('rewards', () => {
  const rewards = (votes: Staker['votes'], reward: bigint) =>
    stakes({ energy: 1000 * trx, ...(votes ? { votes } : {}) }, reward).rewards.native;

  it('are divided by votes, and what is left over goes to the last', () => {
    const votes = [
      [1, 1],
      [2, 1],
      [3, 1],
    ] as const;
    expect(rewards(votes, 100n)).toEqual([
      { validatorAddress: validator(1), amount: '33' },
      { validatorAddress: validator(2), amount: '33' },
      { validatorAddress: validator(3), amount: '34' },
    ]);
  });

  it('leave out shares of nothing', () => {
    const votes = [
      [1, 1],
      [2, 999],
    ] as const;
    expect(rewards(votes, 5n)).toEqual([{ validatorAddress: validator(2), amount: '5' }]);
    expect(rewards(votes, 0n)).toEqual([]);
  });

  it('of an account without votes are its own', () => {
    expect(rewards(undefined, 5n)).toEqual([{ validatorAddress: alice, amount: '5' }]);
  });
});
