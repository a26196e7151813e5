import { describe, expect, it } from 'vitest';
import { alice } from '../../test/scripted-nodes.ts';
import { encodeIn, encodeWith, type Staker, stakingWorld, trx, validator, votesOf } from '../../test/staking-world.ts';

const target = validator(1);
const stakeOf = (amount: number | string, more: object = {}) => ({
  mode: 'stake',
  targetValidatorAddress: target,
  amount: String(amount),
  ...more,
});
const max = (more: object = {}) => ({
  mode: 'stake',
  targetValidatorAddress: target,
  useMaxAmount: true,
  ...more,
});

describe('a stake', () => {
  it('freezes exactly its amount if no frozen coins are idle, and says that a vote comes next', async () => {
    const world = stakingWorld();
    const { data, contract, errors, warnings } = await encodeIn(world, stakeOf(25 * trx));
    expect(errors).toEqual([]);
    expect(contract).toEqual({ type: 'FreezeBalanceV2Contract', frozen_balance: 25 * trx });
    // The free bandwidth pays.
    expect(data).toMatchObject({ amount: '25000000', fees: '0' });
    expect(warnings).toMatchObject([
      { code: 'stake.freezesOnly', context: { amount: '25000000', validator: target, votes: '25' } },
    ]);
  });

  it('asks everything in one round', async () => {
    const world = stakingWorld();
    let roundTrips: number | undefined;
    await world.chain.encode(
      { ...stakeOf(trx), senderAddress: alice } as never,
      {
        onTrace: (trace: { readonly roundTrips: number }) => {
          roundTrips = trace.roundTrips;
        },
      } as never,
    );
    expect(roundTrips).toBe(1);
  });

  it('freezes for energy if the intent says so', async () => {
    const { contract } = await encodeWith({}, stakeOf(25 * trx, { params: { resource: 'ENERGY' } }));
    expect(contract).toEqual({ type: 'FreezeBalanceV2Contract', frozen_balance: 25 * trx, resource: 'ENERGY' });
  });

  it('votes if idle frozen coins cover all of it, with the votes that are there', async () => {
    const staker: Staker = {
      bandwidth: 30 * trx,
      energy: 20 * trx,
      votes: [
        [2, 15],
        [1, 10],
      ],
    };
    const { data, contract, errors, warned } = await encodeWith(staker, stakeOf(25 * trx));
    expect(errors).toEqual([]);
    expect(contract).toEqual(votesOf([2, 15], [1, 10 + 25]));
    expect(data.amount).toBe('25000000');
    expect(warned).toEqual([]);
  });

  it('freezes all of it if they cover less, and tells of them', async () => {
    const { contract, warnings } = await encodeWith({ energy: 24.9 * trx }, stakeOf(25 * trx));
    expect(contract).toMatchObject({ type: 'FreezeBalanceV2Contract', frozen_balance: 25 * trx });
    expect(warnings).toMatchObject([
      { code: 'stake.freezesOnly' },
      { code: 'stake.idleVotes', context: { idle: '24000000' } },
    ]);
  });

  it('counts coins that are lent, and those of Stake 1.0', async () => {
    const staker = { lent: { bandwidth: 10 * trx, energy: 10 * trx }, legacy: 5 * trx };
    const { contract } = await encodeWith(staker, stakeOf(25 * trx));
    expect(contract).toEqual(votesOf([1, 25]));
  });

  it('takes the step that the intent names', async () => {
    const idle = { bandwidth: 50 * trx };
    const frozen = await encodeWith(idle, stakeOf(25 * trx, { params: { step: 'freeze' } }));
    expect(frozen.contract).toMatchObject({ type: 'FreezeBalanceV2Contract' });
    const voted = await encodeWith(idle, stakeOf(25 * trx, { params: { step: 'vote' } }));
    expect(voted.contract).toEqual(votesOf([1, 25]));
  });

  it('says that its vote cannot be paid, with both numbers', async () => {
    // 490 bytes are free: they pay for freezing, and not for 270 bytes of the vote.
    const staker = { balance: 25.2 * trx, freeUsed: 110 };
    const { data, errors, warnings } = await encodeWith(staker, stakeOf(25 * trx));
    expect(errors).toEqual([]);
    expect(data.fees).toBe('0');
    const unpaid = warnings.find(({ code }) => code === 'stake.voteUnpaid');
    expect(unpaid?.context).toMatchObject({ left: '200000', fee: '270000' });
    const rich = await encodeWith({ ...staker, balance: 25.3 * trx }, stakeOf(25 * trx));
    expect(rich.warned).not.toContain('stake.voteUnpaid');
  });

  it.each<[string, Staker, object, object]>([
    ['of less than a coin', {}, stakeOf(999_999), { code: 'stake.belowMinimum', context: { minimum: '1000000' } }],
    [
      'of half a coin more',
      {},
      stakeOf(7_500_000),
      { code: 'stake.notWhole', context: { amount: '7500000', below: '7000000', above: '8000000' } },
    ],
    [
      'of half a vote more',
      { energy: 50 * trx },
      stakeOf(7_500_000),
      { code: 'stake.notWhole', context: { amount: '7500000' } },
    ],
    [
      'of more than there is',
      {},
      stakeOf(1001 * trx),
      { code: 'balance.insufficient', context: { available: '1000000000', amount: '1001000000' } },
    ],
    [
      'of more than a transaction can say',
      {},
      stakeOf(String(2n ** 70n - (2n ** 70n % 1_000_000n))),
      { code: 'balance.insufficient', context: { available: '1000000000' } },
    ],
    [
      'with an account that is no representative',
      {},
      stakeOf(trx, { targetValidatorAddress: alice }),
      { code: 'validator.notFound', field: 'transaction.data.targetValidatorAddress' },
    ],
    [
      'that has to vote before coins are frozen',
      {},
      stakeOf(trx, { params: { step: 'vote' } }),
      { code: 'position.notFound', field: 'transaction.data.amount' },
    ],
    [
      'that has to vote with more than is idle',
      { energy: 30 * trx, votes: [[3, 10]] },
      stakeOf(21 * trx, { params: { step: 'vote' } }),
      { code: 'position.insufficient', context: { available: '20000000', needed: '21000000' } },
    ],
    [
      'with a validator more than 30',
      { energy: 99 * trx, votes: Array.from({ length: 30 }, (_, i) => [i + 2, 1] as const) },
      stakeOf(trx),
      { code: 'transaction.fails', field: 'transaction.data.targetValidatorAddress' },
    ],
    [
      'of all of an empty account',
      { balance: 0 },
      max(),
      { code: 'balance.nothingToSend', context: { available: '0' } },
    ],
    [
      'on a chain with other rules of votes',
      { parameters: { getAllowNewResourceModel: 1 } },
      stakeOf(trx),
      { code: 'stake.parametersUnclear' },
    ],
  ])('%s is refused', async (_, staker, intent, problem) => {
    const { errors } = await encodeWith(staker, intent);
    expect(errors).toMatchObject([problem]);
  });

  it('with the 31st validator is refused before coins are frozen for it', async () => {
    const votes = Array.from({ length: 30 }, (_, i) => [i + 2, 1] as const);
    const { errors } = await encodeWith({ energy: 30 * trx, votes }, stakeOf(5 * trx));
    expect(errors).toMatchObject([{ code: 'transaction.fails' }]);
  });

  it('of more than the balance is never taken for a vote', async () => {
    const { errors } = await encodeWith({ energy: 10 * trx }, stakeOf(2000 * trx));
    expect(errors.map(({ code }) => code)).toEqual(['balance.insufficient']);
  });

  it.each([
    [127, []],
    [128, ['validator.delinquent']],
  ])('with the validator of rank %i warns of %j', async (rank, codes) => {
    const { warned } = await encodeWith({ energy: trx }, stakeOf(trx, { targetValidatorAddress: validator(rank) }));
    expect(warned).toEqual(codes);
  });

  it('with a validator that keeps all rewards warns', async () => {
    expect((await encodeWith({ energy: trx, kept: 100 }, stakeOf(trx))).warned).toEqual(['validator.keepsAll']);
    expect((await encodeWith({ energy: trx, kept: 99 }, stakeOf(trx))).warned).toEqual([]);
  });

  it.each([
    ['an empty list of representatives', { '/wallet/listwitnesses': {} }],
    ['a commission of 101%', { '/wallet/getBrokerage': { brokerage: 101 } }],
    ['a commission that is missing', { '/wallet/getBrokerage': {} }],
  ])('does not believe %s', async (_, own) => {
    const lie = encodeIn(stakingWorld({}, own), stakeOf(trx));
    await expect(lie).rejects.toMatchObject({ code: 'upstream.unavailable' });
  });
});

describe('a stake of all', () => {
  it('takes all whole coins if bandwidth pays for both steps', async () => {
    const { data, warned } = await encodeWith({ balance: 99_999_999 }, max());
    expect(data).toMatchObject({ amount: '99000000', fees: '0' });
    expect(warned).not.toContain('stake.voteUnpaid');
  });

  // With 110 bytes used, the free bandwidth pays for one of the two steps. A vote of 270 bytes costs 270,000 sun.
  it.each([
    ['exactly the vote', 100_270_000, '100000000'],
    ['less than that', 100_269_999, '99000000'],
  ])('leaves what its vote will cost: %s', async (_, balance, amount) => {
    const { data, errors, warned } = await encodeWith({ balance, freeUsed: 110 }, max());
    expect(errors).toEqual([]);
    expect(data).toMatchObject({ amount, fees: '0' });
    expect(warned).not.toContain('stake.voteUnpaid');
  });

  it('leaves both fees if there is no bandwidth', async () => {
    const { data, warned } = await encodeWith({ balance: 100.5 * trx, freeUsed: 600 }, max());
    expect(data.amount).toBe('99000000');
    expect(Number(data.fees)).toBeGreaterThan(250_000);
    expect(warned).not.toContain('stake.voteUnpaid');
    const enough = await encodeWith({ balance: 100.53 * trx, freeUsed: 600 }, max());
    expect(enough.data.amount).toBe('100000000');
  });

  it('does not count staked bandwidth twice', async () => {
    // It pays for freezing, and what is left of it does not pay for the vote.
    const staked = { limit: 300 };
    const { data } = await encodeWith({ balance: 10.2 * trx, freeUsed: 600, staked }, max());
    expect(data).toMatchObject({ amount: '9000000', fees: '0' });
    const ample = await encodeWith({ balance: 10.2 * trx, freeUsed: 600, staked: { limit: 600 } }, max());
    expect(ample.data).toMatchObject({ amount: '10000000', fees: '0' });
  });

  it('is exact where the length of the votes changes: 127 take a byte less than 128', async () => {
    const memo = 'rent';
    const given = await encodeWith({ balance: 129 * trx, freeUsed: 600 }, stakeOf(127 * trx, { memo }));
    const unpaid = given.warnings.find(({ code }) => code === 'stake.voteUnpaid')?.context as { readonly fee: string };
    // A memo is paid twice: with each step.
    const both = Number(given.data.fees) + Number(unpaid.fee);
    expect(both).toBeGreaterThan(2.5 * trx);
    const amountWith = async (balance: number) =>
      (await encodeWith({ balance, freeUsed: 600 }, max({ memo }))).data.amount;
    expect(await amountWith(127 * trx + both)).toBe('127000000');
    expect(await amountWith(127 * trx + both - 1)).toBe('126000000');
    expect(await amountWith(128 * trx + both)).toBe('127000000');
    expect(await amountWith(128 * trx + both + 1000)).toBe('128000000');
  });

  it('is the highest that can be paid where bandwidth pays for a shorter amount alone', async () => {
    // 268 TRX have four bytes in sun, and 269 TRX five.
    const memo = 'rent '.repeat(600);
    const unstaked = await encodeWith({ balance: 300 * trx, freeUsed: 600 }, stakeOf(268 * trx, { memo }));
    const size = (Number(unstaked.data.fees) - trx) / 1_000;
    const staker = { balance: 275 * trx, freeUsed: 600, staked: { limit: size } };
    const { data } = await encodeWith(staker, max({ memo }));
    const byTrying: number[] = [];
    for (let coins = 275; coins > 260; coins--) {
      const { errors, warned } = await encodeWith(staker, stakeOf(coins * trx, { memo }));
      if (errors.length === 0 && !warned.includes('stake.voteUnpaid')) byTrying.push(coins);
    }
    expect(Math.max(...byTrying)).toBe(268);
    expect(data).toMatchObject({ amount: '268000000', fees: '1000000' });
  });

  it('votes with all idle coins when little is left to freeze', async () => {
    const staker: Staker = { balance: 1.9 * trx, energy: 30.5 * trx, votes: [[5, 10]] };
    const { data, contract } = await encodeWith(staker, max());
    expect(contract).toEqual(votesOf([5, 10], [1, 20]));
    expect(data.amount).toBe('20000000');
  });

  it('freezes all if the intent says so', async () => {
    const staker = { balance: 1.9 * trx, energy: 30.5 * trx };
    const { contract } = await encodeWith(staker, max({ params: { step: 'freeze' } }));
    expect(contract).toMatchObject({ type: 'FreezeBalanceV2Contract', frozen_balance: 1 * trx });
  });
});

describe('a stake that moves', () => {
  const source = validator(2);
  const move = (more: object) => ({
    mode: 'stake',
    targetValidatorAddress: target,
    sourceValidatorAddress: source,
    ...more,
  });
  const staker: Staker = {
    bandwidth: 100 * trx,
    votes: [
      [2, 30],
      [7, 5],
    ],
  };

  it('takes votes from one validator to another, and leaves the rest alone', async () => {
    const { data, contract, errors } = await encodeWith(staker, move({ amount: String(12 * trx) }));
    expect(errors).toEqual([]);
    expect(contract).toEqual(votesOf([2, 18], [7, 5], [1, 12]));
    expect(data.amount).toBe('12000000');
  });

  it('of all leaves no vote of 0', async () => {
    const { data, contract } = await encodeWith(staker, move({ useMaxAmount: true }));
    expect((contract as { votes: object[] }).votes).toHaveLength(2);
    expect(contract).toEqual(votesOf([7, 5], [1, 30]));
    expect(data.amount).toBe('30000000');
  });

  it.each([
    [
      'more than there is',
      { amount: String(31 * trx) },
      { code: 'position.insufficient', context: { available: '30000000', needed: '31000000' } },
    ],
    ['half a vote', { amount: '1500000' }, { code: 'stake.notWhole' }],
    [
      'from a validator without votes',
      { amount: String(trx), sourceValidatorAddress: validator(9) },
      { code: 'position.notFound', field: 'transaction.data.sourceValidatorAddress' },
    ],
    [
      'to where the votes are',
      { amount: String(trx), targetValidatorAddress: source },
      { code: 'validator.inactive', field: 'transaction.data.targetValidatorAddress' },
    ],
    [
      'and freezes',
      { amount: String(trx), params: { step: 'freeze' } },
      { code: 'wish.invalid', field: 'transaction.data.params.step' },
    ],
  ])('%s is refused', async (_, more, problem) => {
    const { errors } = await encodeWith(staker, move(more));
    expect(errors).toMatchObject([problem]);
  });
});
