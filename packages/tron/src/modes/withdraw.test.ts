import { describe, expect, it } from 'vitest';
import { alice, hexOf, now } from '../../test/scripted-nodes.ts';
import { accountAnswer, encodeWith, inDays, type Staker, trx, validator } from '../../test/staking-world.ts';
import { stakingOf } from '../read/positions.ts';
import { accountSchema, factsOf } from '../upstream/queries/accounts.ts';

const withdraw = (more: object = {}) => ({ mode: 'withdraw', validatorAddress: validator(1), ...more });
const staker: Staker = {
  unfreezing: [
    { amount: 3 * trx, endsAt: now },
    { amount: 4 * trx, endsAt: inDays(-2), resource: 'ENERGY' },
    { amount: 50 * trx, endsAt: now + 1 },
  ],
};

describe('a withdrawal', () => {
  it('takes all that is due by the time of the chain', async () => {
    const { data, contract, errors, warned } = await encodeWith(staker, withdraw());
    expect(errors).toEqual([]);
    expect(contract).toEqual({ type: 'WithdrawExpireUnfreezeContract' });
    expect(data).toMatchObject({ amount: '7000000', fees: '0' });
    expect(warned).toEqual([]);
  });

  it.each([
    ['an amount', { amount: String(trx) }],
    ['a position', { stakeId: `unfreeze:ENERGY:${inDays(-2)}` }],
  ])('takes all of it for %s too, and says so', async (_, more) => {
    const { data, errors, warnings } = await encodeWith(staker, withdraw(more));
    expect(errors).toEqual([]);
    expect(data.amount).toBe('7000000');
    expect(warnings).toMatchObject([{ code: 'position.paysAll', context: { amount: '7000000' } }]);
  });

  it('takes the address and the id that its position shows', async () => {
    const owner = hexOf(alice);
    const { positions } = stakingOf(owner, factsOf(owner, accountSchema.parse(accountAnswer(staker))), 0n, {
      timestamp: now,
    });
    const due = positions.filter(({ status }) => status === 'unlocked');
    expect(due.length).toBe(2);
    for (const { validatorAddresses, stakeId } of due) {
      const { data, errors } = await encodeWith(staker, withdraw({ validatorAddress: validatorAddresses[0], stakeId }));
      expect([errors, data.amount]).toEqual([[], '7000000']);
    }
  });

  it('needs no validator where its position is named', async () => {
    const { data, errors } = await encodeWith(
      staker,
      withdraw({ validatorAddress: undefined, stakeId: `unfreeze:ENERGY:${inDays(-2)}` }),
    );
    expect([errors, data]).toMatchObject([[], { amount: '7000000', validatorAddress: alice }]);
  });

  it('of exactly what is due has no warning', async () => {
    expect((await encodeWith(staker, withdraw({ amount: '7000000' }))).warned).toEqual([]);
  });

  it.each<[string, Staker, object, object]>([
    ['without unstaked coins', { unfreezing: [] }, {}, { code: 'position.notFound' }],
    [
      'of more than is due',
      {},
      { amount: '7000001' },
      { code: 'position.insufficient', context: { available: '7000000', needed: '7000001' } },
    ],
    ['of a position that is not due', {}, { stakeId: `unfreeze:BANDWIDTH:${now + 1}` }, { code: 'position.locked' }],
    ['of a position that is not there', {}, { stakeId: `unfreeze:ENERGY:${now}` }, { code: 'position.notFound' }],
    ['of a stake', {}, { stakeId: `vote:${validator(1)}` }, { code: 'position.locked' }],
    ['of an unknown position', {}, { stakeId: 'x' }, { code: 'position.notFound' }],
    [
      'on a chain with other rules',
      { parameters: { getAllowNewResourceModel: 1 } },
      {},
      { code: 'stake.parametersUnclear' },
    ],
  ])('%s is refused', async (_, change, more, problem) => {
    const { errors } = await encodeWith({ ...staker, ...change }, withdraw(more));
    expect(errors).toMatchObject([problem]);
  });

  it('says when the first coins are due', async () => {
    const unfreezing = [5, 2, 9].map((days) => ({ amount: trx, endsAt: inDays(days) }));
    const { errors } = await encodeWith({ unfreezing }, withdraw());
    expect(errors).toMatchObject([{ code: 'position.locked' }]);
    expect(errors[0]?.message).toContain('2026-11-24T00:00:00Z');
  });
});
