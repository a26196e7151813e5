import type { Problem } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { alice, now } from '../../test/scripted-nodes.ts';
import { encodeWith, inDays, type Staker, trx, validator } from '../../test/staking-world.ts';

const unstake = (amount: number | 'max', more: object = {}) => ({
  mode: 'unstake',
  validatorAddress: validator(1),
  ...(amount === 'max' ? { useMaxAmount: true } : { amount: String(amount) }),
  ...more,
});
const staker: Staker = {
  bandwidth: 100 * trx,
  energy: 40 * trx,
  votes: [
    [1, 90],
    [2, 30],
  ],
};
const contextOf = (problems: readonly Problem[], code: string) =>
  problems.find((problem) => problem.code === code)?.context;

describe('an unstake', () => {
  it('unfreezes its amount, and says when it comes back', async () => {
    const { data, contract, errors, warnings } = await encodeWith(staker, unstake(20 * trx));
    expect(errors).toEqual([]);
    expect(contract).toEqual({ type: 'UnfreezeBalanceV2Contract', unfreeze_balance: 20 * trx });
    expect(data).toMatchObject({ amount: '20000000', fees: '0' });
    // 14 days after the time of the scripts. The 20 coins without a vote go first.
    expect(warnings).toMatchObject([
      { code: 'position.comesBack', context: { amount: '20000000', date: '2026-12-06T00:00:00Z' } },
    ]);
  });

  it('follows the delay of the chain', async () => {
    const { warnings } = await encodeWith({ ...staker, parameters: { getUnfreezeDelayDays: 3 } }, unstake(trx));
    expect(contextOf(warnings, 'position.comesBack')).toMatchObject({ date: '2026-11-25T00:00:00Z' });
  });

  // Worked by hand: 140 coins give votes, 120 have one. 109.5 are left, so each keeps 109.5 / 120 of its votes, rounded down.
  it('names the votes that are left, of all validators', async () => {
    const { warnings } = await encodeWith(staker, unstake(30.5 * trx));
    expect(contextOf(warnings, 'position.votesLeft')).toEqual({ votes: `${validator(1)} 82, ${validator(2)} 27` });
  });

  it('leaves out votes that become nothing', async () => {
    const few: Staker = {
      energy: 100 * trx,
      votes: [
        [1, 99],
        [2, 1],
      ],
    };
    const { warnings } = await encodeWith(few, unstake(trx));
    expect(contextOf(warnings, 'position.votesLeft')).toEqual({ votes: `${validator(1)} 98` });
    const all = await encodeWith(few, unstake(99.5 * trx));
    expect(contextOf(all.warnings, 'position.votesLeft')).toEqual({ votes: 'none' });
  });

  it('takes the kind that has enough, or the one that the intent names', async () => {
    const kindOf = async (amount: number, more: object = {}) =>
      (await encodeWith({ ...staker, bandwidth: 10 * trx }, unstake(amount, more))).contract;
    expect(await kindOf(10 * trx)).not.toHaveProperty('resource');
    expect(await kindOf(11 * trx)).toMatchObject({ resource: 'ENERGY' });
    expect(await kindOf(10 * trx, { params: { resource: 'ENERGY' } })).toMatchObject({ resource: 'ENERGY' });
  });

  it('of all is what has votes for the validator', async () => {
    expect((await encodeWith(staker, unstake('max'))).data.amount).toBe('90000000');
    const energy = await encodeWith(staker, unstake('max', { params: { resource: 'ENERGY' } }));
    expect(energy.data.amount).toBe('40000000');
  });

  it('of all takes no more than can be unfrozen', async () => {
    const lent: Staker = { energy: 25 * trx, lent: { energy: 65 * trx }, votes: [[1, 90]] };
    const { data, contract } = await encodeWith(lent, unstake('max'));
    expect(data.amount).toBe('25000000');
    expect(contract).toMatchObject({ resource: 'ENERGY' });
  });

  it('pays out what is due, and says how much', async () => {
    const unfreezing = [
      { amount: 3 * trx, endsAt: now },
      { amount: 4 * trx, endsAt: inDays(-2), resource: 'ENERGY' },
      { amount: 50 * trx, endsAt: now + 1 },
    ];
    const { errors, warnings } = await encodeWith({ ...staker, unfreezing }, unstake(trx));
    expect(errors).toEqual([]);
    expect(contextOf(warnings, 'position.paysDue')).toMatchObject({ amount: '7000000' });
  });

  it('does not count what is due among the 32 that the chain allows', async () => {
    const row = { amount: trx, endsAt: inDays(3) };
    const due = { amount: trx, endsAt: now };
    const unfreezing = [...Array.from({ length: 31 }, () => row), due];
    expect((await encodeWith({ ...staker, unfreezing }, unstake(trx))).errors).toEqual([]);
    const full = await encodeWith({ ...staker, unfreezing: [...unfreezing, row] }, unstake(trx));
    expect(full.errors).toMatchObject([{ code: 'position.locked', field: 'transaction.data.validatorAddress' }]);
    expect(full.errors[0]?.message).toContain('32 unstakes are under way');
    expect(full.errors[0]?.message).toContain('2026-11-25T00:00:00Z');
  });

  it.each<[string, Staker, object, object]>([
    [
      'from a validator without votes',
      {},
      unstake(trx, { validatorAddress: validator(3) }),
      { code: 'position.notFound', field: 'transaction.data.validatorAddress' },
    ],
    [
      'of coins of both kinds',
      {},
      unstake(100_000_001),
      {
        code: 'position.twoKinds',
        context: { bandwidth: '100000000', energy: '40000000', needed: '100000001' },
      },
    ],
    [
      'of more than there is',
      {},
      unstake(140_000_001),
      { code: 'position.insufficient', context: { available: '140000000', needed: '140000001' } },
    ],
    [
      'of more than there is of the kind',
      {},
      unstake(41 * trx, { params: { resource: 'ENERGY' } }),
      { code: 'position.insufficient', context: { available: '40000000', needed: '41000000' } },
    ],
    [
      'of coins for what is lent',
      { lent: { bandwidth: 7 * trx } },
      unstake(141 * trx),
      { code: 'position.locked', field: 'transaction.data.amount' },
    ],
    [
      'of coins of Stake 1.0',
      { legacy: 9 * trx },
      unstake(149 * trx),
      { code: 'position.locked', field: 'transaction.data.amount' },
    ],
    [
      'on a chain with other rules',
      { parameters: { getAllowNewResourceModel: 1 } },
      unstake(trx),
      { code: 'stake.parametersUnclear' },
    ],
    [
      'on a chain without a delay',
      { parameters: { getUnfreezeDelayDays: 0 } },
      unstake(trx),
      { code: 'stake.parametersUnclear' },
    ],
    [
      'without coins for fees',
      { balance: 1000, freeUsed: 600 },
      unstake(trx),
      { code: 'balance.insufficientForFees', context: { available: '1000' } },
    ],
  ])('%s is refused', async (_, change, intent, problem) => {
    const { errors } = await encodeWith({ ...staker, ...change }, intent);
    expect(errors).toMatchObject([problem]);
  });

  it('names what cannot be unfrozen', async () => {
    const lent = { lent: { bandwidth: 7 * trx }, legacy: 2.5 * trx };
    const { errors } = await encodeWith({ ...staker, ...lent }, unstake(149 * trx));
    expect(errors[0]?.message).toBe(
      'The staking position is locked: 140 TRX of the account can be unfrozen; 7 TRX are frozen for what is lent to other accounts; 2.5 TRX are frozen by the rules of Stake 1.0, and other wallets can end that.',
    );
  });
});

describe('an unstake with a stakeId', () => {
  const named = (stakeId: string, amount: number | 'max' = 'max', more: object = {}) =>
    unstake(amount, { stakeId, ...more });

  it('takes the position of votes', async () => {
    const { data, errors, warned } = await encodeWith(staker, named(`vote:${validator(1)}`));
    expect(errors).toEqual([]);
    expect(data.amount).toBe('90000000');
    expect(warned).not.toContain('position.otherValidator');
  });

  it('takes that of another validator than the intent names, and says so', async () => {
    const { data, warned } = await encodeWith(staker, named(`vote:${validator(2)}`));
    expect(data.amount).toBe('30000000');
    expect(warned).toContain('position.otherValidator');
  });

  it('takes coins without a vote, which leaves the votes alone', async () => {
    const { data, warned } = await encodeWith({ ...staker, votes: [[2, 119]] }, named('unvoted'));
    expect(data.amount).toBe('21000000');
    expect(warned).toEqual(['position.comesBack']);
  });

  const unfreezing = [
    { amount: trx, endsAt: inDays(1) },
    { amount: trx, endsAt: inDays(-1), resource: 'ENERGY' },
  ];

  it.each([
    ['more than the position', `vote:${validator(2)}`, 'position.insufficient'],
    ['an unknown name', 'anything', 'position.notFound'],
    ['a name with another account', `vote:${alice}`, 'position.notFound'],
    ['coins that are on their way', `unfreeze:BANDWIDTH:${inDays(1)}`, 'position.unlocking'],
    ['coins that are due', `unfreeze:ENERGY:${inDays(-1)}`, 'position.notStaked'],
    ['coins that are not there', `unfreeze:ENERGY:${inDays(1)}`, 'position.notFound'],
    ['coins for what is lent', 'lent', 'position.locked'],
  ])('refuses %s', async (_, stakeId, code) => {
    const { errors } = await encodeWith({ ...staker, unfreezing }, named(stakeId, 31 * trx));
    expect(errors.map((error) => error.code)).toEqual([code]);
  });

  it('refuses coins without a vote if all have one', async () => {
    const { errors } = await encodeWith({ ...staker, votes: [[1, 140]] }, named('unvoted'));
    expect(errors).toMatchObject([{ code: 'position.notFound', field: 'transaction.data.stakeId' }]);
  });
});
