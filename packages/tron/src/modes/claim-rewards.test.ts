import { describe, expect, it } from 'vitest';
import { encodeIn, encodeWith, inDays, type Staker, stakingWorld, trx, validator } from '../../test/staking-world.ts';

const claim = (more: object = {}) => ({ mode: 'claimRewards', validatorAddress: validator(1), ...more });
const staker: Staker = { energy: 100 * trx, votes: [[1, 100]], reward: 4_321 };

describe('a claim of rewards', () => {
  it('takes what the account is owed', async () => {
    const { data, contract, errors, warned } = await encodeWith(staker, claim());
    expect(errors).toEqual([]);
    expect(contract).toEqual({ type: 'WithdrawBalanceContract' });
    expect(data.fees).toBe('0');
    expect(warned).toEqual([]);
  });

  it.each<[string, Staker]>([
    [
      'of several validators',
      {
        votes: [
          [1, 60],
          [2, 40],
        ],
      },
    ],
    ['of a validator without votes', { votes: [[2, 100]] }],
    ['of an account without votes, as a representative has for its blocks', { votes: [] }],
  ])('%s takes all of them, and says so', async (_, change) => {
    const { errors, warnings } = await encodeWith({ ...staker, ...change }, claim());
    expect(errors).toEqual([]);
    expect(warnings).toMatchObject([{ code: 'rewards.ofAll', context: { amount: '4321' } }]);
  });

  it('is possible again after exactly a day of the chain', async () => {
    expect((await encodeWith({ ...staker, lastClaimAt: inDays(-1) }, claim())).errors).toEqual([]);
    const { errors } = await encodeWith({ ...staker, lastClaimAt: inDays(-1) + 1000 }, claim());
    expect(errors).toMatchObject([
      { code: 'rewards.tooSoon', context: { last: '2026-11-21T00:00:01Z', date: '2026-11-22T00:00:01Z' } },
    ]);
  });

  it.each<[string, Staker, object, string]>([
    ['of nothing', { reward: 0 }, {}, 'rewards.none'],
    ['that stakes them again', {}, { compound: true }, 'rewards.notAtOnce'],
    ['on a chain with other rules', { parameters: { getAllowNewResourceModel: 1 } }, {}, 'stake.parametersUnclear'],
  ])('%s is refused', async (_, change, more, code) => {
    const { errors } = await encodeWith({ ...staker, ...change }, claim(more));
    expect(errors.map((error) => error.code)).toEqual([code]);
  });

  it('does not believe an answer without a number', async () => {
    const lie = encodeIn(stakingWorld(staker, { '/wallet/getReward': { reward: -1 } }), claim());
    await expect(lie).rejects.toMatchObject({ code: 'upstream.unavailable' });
  });
});
