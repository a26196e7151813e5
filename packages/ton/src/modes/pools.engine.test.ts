import { beginCell, Cell } from '@ton/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Outcome, type PoolRig, startPools } from '../../test/pool-rig.ts';
import { tonstakers } from '../pools/known-pools.ts';
import { readPositions } from '../read/positions.ts';
import { readValidators } from '../read/validators.ts';
import { Address } from '../ton-core.ts';

// The engine has contracts of its own in place of the public ones. The public ones were compiled and compared with what the family expects of them:
// pools/liquid-pool.test.ts and pools/nominator-pool.test.ts say how.

const coin = 1_000_000_000n;
const liquid = tonstakers;

const codesOf = (problems: readonly { readonly code: string }[]) => problems.map(({ code }) => code);

/** Fees that encode reserves for storage until the transaction is no longer valid, in nanotons: at most so much in five minutes. */
const storageBound = 20n;

function expectExact({ errors, cost, fees }: Outcome, amount: bigint): void {
  expect(errors).toEqual([]);
  const unused = amount + fees - (cost ?? 0n);
  expect(unused).toBeGreaterThanOrEqual(0n);
  expect(unused).toBeLessThanOrEqual(storageBound);
}

// One pool, from its first stake to its last payment: each test goes on where the one before stopped.
describe('a nominator pool', { shuffle: false }, () => {
  let rig: PoolRig;
  let pool: string;
  const stake = (amount: bigint, data: object = {}) =>
    rig.send({ mode: 'stake', targetValidatorAddress: pool, amount: amount.toString(), ...data });
  const unstake = (data: object) => rig.send({ mode: 'unstake', validatorAddress: pool, ...data });
  const withdraw = (data: object = {}) => rig.send({ mode: 'withdraw', validatorAddress: pool, ...data });
  const positions = async () =>
    (await readPositions(rig.context, Address.parse(rig.account.address), rig.operation())).positions;
  const rewrite = async (state: number, balance: bigint) => {
    const { code, data } = await rig.engine.state(pool);
    const rest = (data ?? Cell.EMPTY).beginParse().skip(8);
    const changed = beginCell().storeUint(state, 8).storeSlice(rest).endCell();
    await rig.engine.setContract(pool, { code: code ?? Cell.EMPTY, data: changed, balance });
  };

  beforeAll(async () => {
    rig = await startPools('toncenter-v3', async (engine) => {
      pool = await engine.deployNominatorPool();
      const { code } = await engine.state(pool);
      return { nominatorPoolCodes: [code?.hash().toString('hex') ?? ''] };
    });
    await rig.engine.fund(rig.account.address, 20_000n * coin);
  });
  afterAll(() => rig.engine.stop());

  it('takes its minimum, and top-ups of any size', async () => {
    const low = await stake(9_999n * coin);
    expect(low.errors).toMatchObject([
      { code: 'stake.belowMinimum', context: { minimum: (10_000n * coin).toString() } },
    ]);
    const first = await stake(10_000n * coin, { memo: 'ignored' });
    expect(codesOf(first.warnings)).toEqual(['memo.ignored']);
    expect(first.data.params).toMatchObject({
      bounce: true,
      stake: { pool: 'nominators', attached: `${10_001n * coin}` },
    });
    expectExact(first, 10_000n * coin);
    expectExact(await stake(1n), 1n);
    expect(await positions()).toEqual([
      { validatorAddresses: [pool], amount: '10000000000001', status: 'locked', stakeId: pool },
    ]);
  });

  it('pays back nothing but everything', async () => {
    const refused = await Promise.all([
      unstake({ amount: '1' }),
      unstake({ amount: '10000000000002' }),
      unstake({ useMaxAmount: true, stakeId: liquid }),
      withdraw(),
    ]);
    expect(refused.map(({ errors }) => codesOf(errors))).toEqual([
      ['position.indivisible'],
      ['position.insufficient'],
      ['position.notFound'],
      ['position.locked'],
    ]);
    const { data, balance } = await rig.engine.state(pool);
    expect(data).toBeDefined();
    // One nanoton too little, and it would not even note the request.
    const needed = 10_000n * coin + 1n + 9n * coin;
    await rewrite(0, needed - 1n);
    expect(codesOf((await unstake({ useMaxAmount: true })).errors)).toEqual(['position.locked']);
    await rewrite(0, balance);
  });

  it('pays at once between two rounds', async () => {
    const { errors, warnings, cost, fees, data } = await unstake({ amount: '10000000000001' });
    expect([codesOf(errors), codesOf(warnings)]).toEqual([[], ['fee.comesBack']]);
    expect(data.amount).toBe('10000000000001');
    expect(cost).toBeGreaterThan(-10_000n * coin);
    expect(cost).toBeLessThan(fees - 10_000n * coin - coin / 2n);
    expect(await positions()).toEqual([]);
  });

  it('notes a request during a round, and pays it with the rewards when the round is over', async () => {
    await stake(10_000n * coin);
    await rig.engine.startRound(pool);
    const late = await stake(20n * coin);
    expect(codesOf(late.warnings)).toEqual(['stake.nextRound']);
    expectExact(late, 20n * coin);
    const asked = await unstake({ useMaxAmount: true });
    expect(codesOf(asked.warnings)).toEqual(['position.paidLater', 'fee.comesBack']);
    expect(asked.data.amount).toBe((10_020n * coin).toString());
    expect(asked.cost).toBeLessThan(asked.fees);
    expect(await positions()).toMatchObject([{ amount: (10_020n * coin).toString(), status: 'unlocking' }]);
    const refused = await Promise.all([unstake({ useMaxAmount: true }), withdraw(), stake(5n * coin)]);
    expect(refused.map(({ errors }) => codesOf(errors))).toEqual([
      ['position.unlocking'],
      ['position.locked'],
      ['position.unlocking'],
    ]);
    const before = (await rig.engine.state(rig.account.address)).balance;
    await rig.engine.finishRound(pool, { reward: 100n * coin });
    const gained = (await rig.engine.state(rig.account.address)).balance - before;
    // The validator keeps 40%, and the pool takes the fee of the message off.
    expect(gained).toBeGreaterThan(10_079n * coin);
    expect(gained).toBeLessThanOrEqual(10_080n * coin);
    expect(await positions()).toEqual([]);
  });

  it('is asked again with mode withdraw if nobody made it pay after the round', async () => {
    await stake(10_000n * coin);
    await rig.engine.startRound(pool);
    await unstake({ useMaxAmount: true });
    const { balance } = await rig.engine.state(pool);
    await rewrite(0, balance + 10_000n * coin);
    expect(await positions()).toMatchObject([{ amount: (10_000n * coin).toString(), status: 'unlocked' }]);
    expect(codesOf((await unstake({ useMaxAmount: true })).errors)).toEqual(['position.notStaked']);
    expect(codesOf((await withdraw({ amount: '5' })).errors)).toEqual(['position.indivisible']);
    const { errors, cost } = await withdraw();
    expect(errors).toEqual([]);
    expect(cost).toBeLessThan(-9_999n * coin);
    expect(await positions()).toEqual([]);
  });

  it('takes no transfers, and others are no pools', async () => {
    const transfer = await rig.send({ mode: 'transfer', recipientAddress: pool, amount: '5', memo: 'd' });
    expect(codesOf(transfer.errors)).toEqual(['recipient.isPool']);
    const [, other] = rig.engine.accounts;
    const nobody = `-1:${'7'.repeat(64)}`;
    const outcomes = await Promise.all([
      rig.send({ mode: 'stake', targetValidatorAddress: rig.engine.tokens[0]?.id, amount: '5' }),
      rig.send({ mode: 'stake', targetValidatorAddress: other?.address, amount: '5' }),
      rig.send({ mode: 'unstake', validatorAddress: rig.engine.tokens[0]?.id, useMaxAmount: true }),
      rig.send({ mode: 'withdraw', validatorAddress: nobody }),
      rig.send({
        mode: 'stake',
        targetValidatorAddress: pool,
        sourceValidatorAddress: pool,
        amount: `${10_000n * coin}`,
      }),
    ]);
    expect(outcomes.map(({ errors }) => codesOf(errors))).toEqual([
      ['validator.inactive'],
      ['validator.notFound'],
      ['position.notFound'],
      ['position.notFound'],
      ['stake.immovable'],
    ]);
  });

  it('takes everything but what the fees cost', async () => {
    const before = (await rig.engine.state(rig.account.address)).balance;
    const { data, warnings, fees, cost } = await rig.send({
      mode: 'stake',
      targetValidatorAddress: pool,
      useMaxAmount: true,
    });
    expect(codesOf(warnings)).toEqual(['balance.noneLeftForFees']);
    expect(BigInt(String(data.amount)) + fees).toBeLessThanOrEqual(before);
    const left = before - (cost ?? 0n);
    expect(left).toBeGreaterThanOrEqual(0n);
    expect(left).toBeLessThan(100_000n);
  });
});

describe('liquid staking', { shuffle: false }, () => {
  let rig: PoolRig;
  const stake = (amount: bigint) =>
    rig.send({ mode: 'stake', targetValidatorAddress: liquid, amount: amount.toString() });
  const unstake = (data: object) => rig.send({ mode: 'unstake', validatorAddress: liquid, ...data });
  const held = async () => {
    const { minter } = { minter: 'EQC98_qAmNEptUtPc7W6xdHh_ZHrBUFpw5Ft_IzNU20QAJav' };
    return rig.engine.jettonBalance(minter, rig.account.address);
  };
  const reads = async () => readPositions(rig.context, Address.parse(rig.account.address), rig.operation());

  beforeAll(async () => {
    rig = await startPools('toncenter-v3', async (engine) => {
      await engine.deployLiquidPool();
      return {};
    });
  });
  afterAll(() => rig.engine.stop());

  it('gives tokens at the rate of the pool, and most of the fee back', async () => {
    const { errors, warnings, cost, fees } = await stake(110n * coin);
    expect([codesOf(errors), codesOf(warnings)]).toEqual([[], ['fee.comesBack']]);
    expect(await held()).toBe(100n * coin);
    expect(cost).toBeGreaterThan(110n * coin);
    expect(cost).toBeLessThan(110n * coin + fees - (9n * coin) / 10n);
    expect(await reads()).toMatchObject({
      locked: (110n * coin).toString(),
      positions: [
        { validatorAddresses: [liquid], amount: (110n * coin).toString(), status: 'locked', stakeId: liquid },
      ],
    });
  });

  it('burns the fewest tokens that are worth the coins, rounded up', async () => {
    const { errors, warnings, data, cost, fees } = await unstake({ amount: (10n * coin).toString() });
    expect([codesOf(errors), codesOf(warnings)]).toEqual([[], ['position.burnsTokens', 'fee.comesBack']]);
    // 10 coins at 1.1 coins for a token are 9.0909... tokens.
    expect(data.params).toMatchObject({ stake: { poolTokens: '9090909091', attached: '1050000000' } });
    expect(await held()).toBe(100n * coin - 9_090_909_091n);
    expect(cost).toBeLessThan(fees - 11n * coin);
    expect(cost).toBeGreaterThan(-10n * coin);
  });

  it('pays at the end of the round if that is wished', async () => {
    const { errors, warnings, cost, fees } = await unstake({
      amount: (11n * coin).toString(),
      params: { atRoundEnd: true },
    });
    expect([codesOf(errors), codesOf(warnings)]).toEqual([
      [],
      ['position.burnsTokens', 'position.paidLater', 'fee.comesBack'],
    ]);
    expect(cost).toBeGreaterThan(0n);
    expect(cost).toBeLessThan(fees);
    // The engine lists no NFTs, so what waits is seen again only when it is paid.
    expect(await reads()).toMatchObject({ unlocking: '0' });
    const before = (await rig.engine.state(rig.account.address)).balance;
    await rig.engine.finishRound(liquid);
    const gained = (await rig.engine.state(rig.account.address)).balance - before;
    expect(gained).toBeGreaterThan((109n * coin) / 10n);
  });

  it('refuses what the pool would refuse without an error', async () => {
    const outcomes = await Promise.all([
      unstake({ amount: (1_000n * coin).toString() }),
      unstake({ amount: '5', params: { atRoundEnd: true, orNothing: true } }),
      rig.send({ mode: 'withdraw', validatorAddress: liquid }),
      rig.send({ mode: 'transfer', recipientAddress: liquid, amount: '5' }),
    ]);
    expect(outcomes.map(({ errors }) => codesOf(errors))).toEqual([
      ['position.insufficient'],
      ['wish.invalid'],
      ['position.locked'],
      ['recipient.isPool'],
    ]);
    expect(outcomes[2]?.errors[0]?.message).toContain('pay by themselves');
  });

  it('burns all tokens', async () => {
    const all = await held();
    const { data, errors } = await unstake({ useMaxAmount: true });
    expect(errors).toEqual([]);
    expect(data.params).toMatchObject({ stake: { poolTokens: all.toString() } });
    expect(await held()).toBe(0n);
    expect(await reads()).toMatchObject({ total: '0', positions: [] });
    expect(codesOf((await unstake({ useMaxAmount: true })).errors)).toEqual(['position.notFound']);
  });

  it.each([
    ['halted', { halted: true }, ['validator.inactive'], []],
    ['closed', { depositsOpen: false }, ['validator.inactive'], []],
    ['slow', { optimistic: false }, [], ['stake.billed']],
  ] as const)('is refused, or told of, if the pool is %s', async (_, options, errors, warnings) => {
    const other = await startPools('toncenter-v3', async (engine) => {
      await engine.deployLiquidPool(options);
      return {};
    });
    try {
      const found = await other.send({ mode: 'stake', targetValidatorAddress: liquid, amount: coin.toString() });
      expect(codesOf(found.errors)).toEqual(errors);
      expect(codesOf(found.warnings)).toEqual(expect.arrayContaining([...warnings]));
    } finally {
      await other.engine.stop();
    }
  });
});

describe('each kind of endpoint alone', () => {
  it('toncenter-v2 offers none: nobody could see them afterwards', async () => {
    const rig = await startPools('toncenter-v2');
    try {
      const intent = { mode: 'stake', targetValidatorAddress: liquid, amount: `${coin}` };
      await expect(rig.send(intent)).rejects.toThrow('Mode stake is not supported');
    } finally {
      await rig.engine.stop();
    }
  });

  it('tonapi is enough for stakes, and lists the pools', async () => {
    let pool = '';
    const rig = await startPools('tonapi', async (engine) => {
      pool = await engine.deployNominatorPool({ minStake: 10n * coin });
      await engine.deployLiquidPool();
      const { code } = await engine.state(pool);
      return { nominatorPoolCodes: [code?.hash().toString('hex') ?? ''] };
    });
    try {
      for (const target of [pool, liquid]) {
        const staked = await rig.send({ mode: 'stake', targetValidatorAddress: target, amount: `${11n * coin}` });
        expect(staked.errors).toEqual([]);
      }
      const { validators, next } = await readValidators(rig.context, { limit: 10, cursor: undefined }, rig.operation());
      expect(next).toBeUndefined();
      expect(validators).toMatchObject([
        { address: liquid, commission: 0 },
        { address: pool, commission: 0.4 },
      ]);
      const first = await readValidators(rig.context, { limit: 1, cursor: undefined }, rig.operation());
      expect(await readValidators(rig.context, { limit: 1, cursor: first.next }, rig.operation())).toEqual({
        validators: validators.slice(1),
        next: undefined,
      });
      const { locked } = await readPositions(rig.context, Address.parse(rig.account.address), rig.operation());
      expect(locked).toBe((22n * coin).toString());
      for (const validatorAddress of [pool, liquid]) {
        const ended = await rig.send({ mode: 'unstake', validatorAddress, useMaxAmount: true });
        expect(ended.errors).toEqual([]);
        expect(ended.cost).toBeLessThan(-10n * coin);
      }
    } finally {
      await rig.engine.stop();
    }
  });
});
