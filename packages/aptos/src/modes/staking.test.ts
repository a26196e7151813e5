import type { EncodeResult, Problem } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { publicKeyOf } from '../../test/keys.ts';
import { connectTo, type NodeScript, nowSeconds, refusal, type Status, sender } from '../../test/scripted-node.ts';

// Pools that answer by script: what a real one does seldom, and what only a liar says.

const apt = 100_000_000n;
/** A real pool, whose address nodes write without its leading zeros. */
const pool = `0x00${'12'.repeat(31)}`;
const nodePool = `0x${'12'.repeat(31)}`;

interface Pool {
  readonly exists?: boolean;
  readonly holding?: readonly [active: bigint, inactive: bigint, pendingInactive: bigint];
  readonly state?: number;
  readonly lockedUntil?: bigint;
  readonly pays?: boolean;
  readonly commission?: bigint;
  readonly takes?: boolean;
  /** Octas held back of 10^18. */
  readonly heldBack?: bigint;
  /** Octas of the whole pool. */
  readonly staked?: bigint;
}

const day = 86_400n;
const lockedUntil = nowSeconds + 5n * day;

function viewsOf({
  exists = true,
  holding = [0n, 0n, 0n],
  state = 2,
  lockedUntil: end = lockedUntil,
  pays = false,
  commission = 900n,
  takes = true,
  heldBack = 11_500_859_963_728n,
  staked = 1_000_000n * apt,
}: Pool): NonNullable<NodeScript['views']> {
  const texts = (...values: bigint[]) => values.map((value) => value.toString());
  return {
    '0x1::delegation_pool::delegation_pool_exists': [exists],
    '0x1::delegation_pool::get_stake': texts(...holding),
    '0x1::delegation_pool::get_delegation_pool_stake': texts(staked, 0n, 0n, 0n),
    '0x1::delegation_pool::operator_commission_percentage': texts(commission),
    '0x1::delegation_pool::get_add_stake_fee': texts(heldBack),
    '0x1::delegation_pool::delegator_allowlisted': [takes],
    '0x1::delegation_pool::can_withdraw_pending_inactive': [pays],
    '0x1::stake::get_lockup_secs': texts(end),
    '0x1::stake::get_validator_state': texts(BigInt(state)),
  };
}

type Event = readonly [name: string, members: Readonly<Record<string, bigint | string>>];

const eventsOf = (events: readonly Event[]) =>
  events.map(([name, members]) => ({
    type: `0x1::delegation_pool::${name}`,
    data: {
      pool_address: nodePool,
      delegator_address: sender,
      ...Object.fromEntries(Object.entries(members).map(([member, value]) => [member, value.toString()])),
    },
  }));

/** Encodes with a pool, and a simulation that emits events or fails. */
async function encode(intent: object, facts: Pool, run: readonly Event[] | string = [], script: NodeScript = {}) {
  const simulate =
    typeof run === 'string' ? { status: run, gasUsed: 900n } : { gasUsed: 4_000n, events: eventsOf(run) };
  const { chain, onTrace, roundTrips, askedFor } = connectTo({
    views: viewsOf(facts),
    simulate,
    balances: { [sender]: 100n * apt },
    ...script,
  });
  const whole = { senderAddress: sender, senderPubKey: publicKeyOf(), ...intent };
  const { transaction, status } = (await chain.encode(whole as never, { onTrace })) as EncodeResult;
  const { errors = [], warnings = [] } = status as unknown as { errors?: Problem[]; warnings?: Problem[] };
  const data = transaction.data as unknown as Readonly<Record<string, unknown>>;
  return { data, errors, warnings, rounds: roundTrips(), simulated: askedFor('/transactions/simulate').length };
}

const stake = (amount: bigint, more: object = {}) => ({
  mode: 'stake',
  targetValidatorAddress: pool,
  amount: amount.toString(),
  ...more,
});
const reactivate = (amount: bigint) => stake(amount, { params: { reactivate: true } });
const unstake = (amount: bigint, more: object = {}) => ({
  mode: 'unstake',
  validatorAddress: pool,
  amount: amount.toString(),
  ...more,
});
const withdraw = (more: object = {}) => ({ mode: 'withdraw', validatorAddress: pool, ...more });

const codes = (problems: readonly Problem[]) => problems.map(({ code }) => code);
const texts = (problems: readonly Problem[]) => problems.map(({ message }) => message).join('\n');

describe('amounts within sentences', () => {
  it('have decimals and a ticker in warnings', async () => {
    const run: Event[] = [['UnlockStake', { amount_unlocked: 10n * apt + 1n }]];
    const { warnings } = await encode(unstake(apt), { holding: [50n * apt, 0n, 0n] }, run);
    expect(texts(warnings)).toContain(
      'The chain will move 10.00000001 APT, not the 1 APT that are asked for: a pool keeps at least 10 APT of an account at stake',
    );
  });

  it('have them in refusals', async () => {
    const run: Event[] = [['UnlockStake', { amount_unlocked: 50n * apt }]];
    const { errors } = await encode(unstake(20n * apt), { holding: [50n * apt, 0n, 0n] }, run);
    expect(texts(errors)).toContain('it would move 50 APT, and by its rules 19.99999999 APT or 20 APT');
  });
});

describe('numbers that users saw with surprise', () => {
  it('says that 10.99987349 of 11 APT show at first (aptos-labs/aptos-core, issue 18994)', async () => {
    const run: Event[] = [['AddStake', { amount_added: 11n * apt, add_stake_fee: 12_651n }]];
    const { errors, warnings, rounds } = await encode(stake(11n * apt), {}, run);
    expect(codes(errors)).toEqual([]);
    expect(codes(warnings)).toEqual(['stake.heldBack']);
    expect(texts(warnings)).toContain('0.00012651 APT');
    expect(texts(warnings)).toContain('10.99987349 APT');
    expect(rounds).toBe(2);
  });

  it('says that 10.99999998 APT are unlocked of 11 that were asked for (aptos-labs/aptos-core, issue 15973)', async () => {
    // One octa more than rounding of shares explains is taken too.
    const run: Event[] = [['UnlockStake', { amount_unlocked: 1_099_999_998n }]];
    const { errors, warnings, data, rounds } = await encode(unstake(11n * apt), { holding: [50n * apt, 0n, 0n] }, run);
    expect(codes(errors)).toEqual([]);
    expect(codes(warnings)).toEqual(['position.adjusted', 'position.comesBack']);
    expect(texts(warnings)).toContain('10.99999998 APT');
    expect(data.amount).toBe((11n * apt).toString());
    expect(rounds).toBe(2);
  });

  it.each([10n * apt - 1n, 10n * apt, 20n * apt])(
    'says which it is where 10 of 20 APT may take 20: %s',
    async (moved) => {
      const run: Event[] = [['UnlockStake', { amount_unlocked: moved }]];
      const { errors, warnings } = await encode(unstake(10n * apt), { holding: [20n * apt, 0n, 0n] }, run);
      expect(codes(errors)).toEqual([]);
      const adjusted = moved === 10n * apt ? [] : ['position.adjusted'];
      expect(codes(warnings)).toEqual([...adjusted, 'position.comesBack']);
    },
  );
});

describe('the events of a simulation', () => {
  it('may have the old names', async () => {
    const run: Event[] = [['UnlockStakeEvent', { amount_unlocked: 50n * apt }]];
    const { errors } = await encode(unstake(50n * apt), { holding: [50n * apt, 0n, 0n] }, run);
    expect(codes(errors)).toEqual([]);
  });

  it.each<[what: string, intent: object, facts: Pool, run: readonly Event[], code: string]>([
    ['an unstake that does nothing', unstake(20n * apt), { holding: [50n * apt, 0n, 0n] }, [], 'transaction.fails'],
    ['a withdrawal that does nothing', withdraw(), { holding: [0n, 9n * apt, 0n] }, [], 'transaction.fails'],
    ['a stake that does nothing', stake(20n * apt), {}, [], 'transaction.fails'],
    [
      'an event of another pool',
      unstake(20n * apt),
      { holding: [50n * apt, 0n, 0n] },
      [['UnlockStake', { amount_unlocked: 20n * apt, pool_address: '0x1' }]],
      'transaction.fails',
    ],
    [
      'an event of another account',
      unstake(20n * apt),
      { holding: [50n * apt, 0n, 0n] },
      [['UnlockStake', { amount_unlocked: 20n * apt, delegator_address: '0x1' }]],
      'transaction.fails',
    ],
    [
      'another amount than the rules give',
      unstake(20n * apt),
      { holding: [50n * apt, 0n, 0n] },
      [['UnlockStake', { amount_unlocked: 50n * apt }]],
      'stake.parametersUnclear',
    ],
    [
      'less than the rules give',
      unstake(1n * apt),
      { holding: [50n * apt, 0n, 0n] },
      [['UnlockStake', { amount_unlocked: 1n * apt }]],
      'stake.parametersUnclear',
    ],
    [
      'a larger part that is held back',
      stake(20n * apt),
      {},
      [['AddStake', { amount_added: 20n * apt, add_stake_fee: 5n * apt }]],
      'stake.parametersUnclear',
    ],
    [
      'another amount that is added',
      stake(20n * apt),
      {},
      [['AddStake', { amount_added: 19n * apt, add_stake_fee: 0n }]],
      'stake.parametersUnclear',
    ],
    [
      'something that is paid out',
      unstake(20n * apt),
      { holding: [50n * apt, 0n, 0n] },
      [
        ['UnlockStake', { amount_unlocked: 20n * apt }],
        ['WithdrawStake', { amount_withdrawn: 3n * apt }],
      ],
      'stake.parametersUnclear',
    ],
    [
      'nothing that is paid out',
      unstake(20n * apt),
      { holding: [50n * apt, 3n * apt, 0n] },
      [['UnlockStake', { amount_unlocked: 20n * apt }]],
      'stake.parametersUnclear',
    ],
    [
      'another reactivation',
      reactivate(20n * apt),
      { holding: [0n, 0n, 50n * apt] },
      [['ReactivateStake', { amount_reactivated: 21n * apt }]],
      'stake.parametersUnclear',
    ],
    [
      'another withdrawal',
      withdraw({ amount: apt.toString() }),
      { holding: [0n, 50n * apt, 0n] },
      [['WithdrawStake', { amount_withdrawn: 50n * apt }]],
      'stake.parametersUnclear',
    ],
  ])('must say what the pool does by its rules, not %s', async (_, intent, facts, run, code) => {
    const { errors, data } = await encode(intent, facts, run);
    expect(codes(errors)).toEqual([code]);
    expect(texts(errors)).not.toContain('[object');
    expect(data.params).toBeUndefined();
  });
});

describe('a withdrawal of what a pool that left the set was unlocking', () => {
  it.each([
    ['takes all where less than 10 APT would be left', 12n * apt, 12n * apt, ['position.adjusted']],
    ['takes a part otherwise', 30n * apt, 5n * apt, []],
  ])('%s', async (_, pending, moved, warned) => {
    const facts = { holding: [0n, 0n, pending], pays: true, state: 4 } as const;
    const run: Event[] = [['WithdrawStake', { amount_withdrawn: moved }]];
    const { errors, warnings } = await encode(withdraw({ amount: (5n * apt).toString() }), facts, run);
    expect(codes(errors)).toEqual([]);
    expect(codes(warnings)).toEqual(warned);
  });
});

describe('what a pool says before anything is simulated', () => {
  it.each<[what: string, intent: object, facts: Pool, code: string, text?: RegExp]>([
    ['an unknown state', stake(20n * apt), { state: 7 }, 'stake.parametersUnclear'],
    ['a part above one hundredth', stake(20n * apt), { heldBack: 10n ** 17n }, 'stake.parametersUnclear'],
    [
      'it is on the list no more',
      reactivate(20n * apt),
      { takes: false, holding: [0n, 0n, 50n * apt] },
      'validator.inactive',
    ],
    ['nothing is at stake', unstake(apt), { holding: [0n, 0n, 0n] }, 'position.notFound'],
    ['all is being unlocked', unstake(apt), { holding: [0n, 0n, 20n * apt] }, 'position.unlocking'],
    ['all is unlocked', unstake(apt), { holding: [0n, 20n * apt, 0n] }, 'position.notStaked'],
    [
      'all joined in this epoch',
      unstake(20n * apt),
      { holding: [50n * apt, 0n, 0n], staked: apt },
      'position.locked',
      /epoch/,
    ],
    ['it is unlocked already', reactivate(apt), { holding: [0n, 20n * apt, 0n] }, 'position.locked', /withdraw/],
    ['it is at stake', withdraw(), { holding: [20n * apt, 0n, 0n] }, 'position.locked', /unstake it first/],
    ['the date', withdraw(), { holding: [0n, 0n, 20n * apt] }, 'position.locked', /2026-11-27T00:00:00Z/],
    [
      'its lockup is over, and the epoch is not',
      withdraw(),
      { holding: [0n, 0n, 20n * apt], lockedUntil: nowSeconds - 60n },
      'position.locked',
      /when the present epoch ends/,
    ],
    ['more than bytes hold', unstake(2n ** 64n), { holding: [50n * apt, 0n, 0n] }, 'position.insufficient'],
    ['more than bytes hold', stake(2n ** 64n), {}, 'balance.insufficient'],
    ['more than bytes hold', reactivate(2n ** 64n), { holding: [0n, 0n, 50n * apt] }, 'position.insufficient'],
    [
      'more than bytes hold',
      withdraw({ amount: (2n ** 64n).toString() }),
      { holding: [0n, apt, 0n] },
      'position.insufficient',
    ],
    ['more than there is', withdraw({ amount: '2' }), { holding: [0n, 1n, 0n] }, 'position.insufficient'],
  ])('%s', async (_, intent, facts, code, text = /./) => {
    const { errors, data, simulated } = await encode(intent, facts);
    expect(codes(errors)).toEqual([code]);
    expect(texts(errors)).toMatch(text);
    expect(data.params).toBeUndefined();
    expect(simulated).toBe(0);
  });

  it('is that it is there, but one of its views fails', async () => {
    const aborts = refusal(400, 'invalid_input', 'Failed to execute function: Move abort in 0x1::stake: 0x6000e', 4016);
    const views = { ...viewsOf({}), '0x1::stake::get_lockup_secs': aborts };
    const { errors } = await encode(stake(20n * apt), {}, [], { views });
    expect(codes(errors)).toEqual(['stake.parametersUnclear']);
  });

  it('is that there is no pool, and all other views abort', async () => {
    const text =
      'Failed to execute function: Move abort in 0x1::delegation_pool: EDELEGATION_POOL_DOES_NOT_EXIST(0x10003)';
    const aborts = refusal(400, 'invalid_input', text, 4016);
    const views = Object.fromEntries(
      Object.keys(viewsOf({})).map((name) => [name, aborts as Status | readonly unknown[]]),
    );
    const { errors } = await encode(unstake(apt), {}, [], {
      views: { ...views, '0x1::delegation_pool::delegation_pool_exists': [false] },
    });
    expect(codes(errors)).toEqual(['validator.notFound']);
  });
});

// The chain takes such stakes (stake.move: add_stake_with_cap): in no other way does a new pool get what it needs.
describe('a pool that is not in the validator set', () => {
  const required = { minimum_stake: (1_000_000n * apt).toString() };
  const resources = { '0x1/0x1::staking_config::StakingConfig': required };
  const run: Event[] = [['AddStake', { amount_added: 20n * apt, add_stake_fee: 0n }]];

  it.each([
    [
      'has too little',
      { state: 4, staked: 612_000n * apt },
      resources,
      'is not in the validator set: it has 612000 APT at stake, and 1000000 APT are needed',
    ],
    [
      'has enough',
      { state: 4 },
      resources,
      'is not in the validator set, though it has 1000000 APT at stake, and 1000000 APT are needed: its operator has to join',
    ],
    ['needs nobody knows what', { state: 4 }, {}, 'is not in the validator set'],
    ['leaves', { state: 3 }, resources, 'leaves the validator set when the epoch ends'],
  ])('takes a stake with a warning if it %s', async (_, facts, found, reason) => {
    const { data, errors, warnings } = await encode(stake(20n * apt), { heldBack: 0n, ...facts }, run, {
      resources: found,
    });
    expect(codes(errors)).toEqual([]);
    expect(data.params).toBeDefined();
    expect(warnings).toMatchObject([
      {
        code: 'validator.outsideSet',
        field: 'transaction.data.targetValidatorAddress',
        message: `Validator ${pool} ${reason}. Stakes with it earn nothing until it is in the validator set`,
      },
    ]);
  });

  it('takes an unstake back, too', async () => {
    const back: Event[] = [['ReactivateStake', { amount_reactivated: 20n * apt }]];
    const { errors, warnings } = await encode(reactivate(20n * apt), { state: 4, holding: [0n, 0n, 50n * apt] }, back);
    expect([codes(errors), codes(warnings)]).toEqual([[], ['validator.outsideSet']]);
  });

  it('still keeps its list', async () => {
    const { errors } = await encode(stake(20n * apt), { state: 4, takes: false });
    expect(codes(errors)).toEqual(['validator.inactive']);
  });
});

describe('what a pool refuses in the simulation', () => {
  it.each([
    ['EDELEGATOR_ACTIVE_BALANCE_TOO_LOW(0x10008)', 'delegation_pool', stake(20n * apt), 'stake.belowMinimum'],
    ['EDELEGATOR_PENDING_INACTIVE_BALANCE_TOO_LOW(0x10009)', 'delegation_pool', unstake(apt), 'position.partTooLow'],
    ['EDELEGATOR_ACTIVE_BALANCE_TOO_LOW(0x10008)', 'delegation_pool', reactivate(apt), 'position.partTooLow'],
    ['ENOT_ENOUGH_ACTIVE_STAKE_TO_UNLOCK(0x10006)', 'delegation_pool', unstake(apt), 'position.locked'],
    ['EDELEGATOR_NOT_ALLOWLISTED(0x50019)', 'delegation_pool', stake(20n * apt), 'validator.inactive'],
    ['ESTAKE_EXCEEDS_MAX(0x10007)', 'stake', stake(20n * apt), 'validator.inactive'],
    ['EVOTING_POWER_INCREASE_EXCEEDS_LIMIT(0x1000d)', 'stake', stake(20n * apt), 'validator.inactive'],
    ['EDELEGATION_POOL_DOES_NOT_EXIST(0x10003)', 'delegation_pool', unstake(apt), 'validator.notFound'],
    ['ESOMETHING_NEW(0x10099)', 'delegation_pool', unstake(apt), 'transaction.fails'],
  ])('%s', async (name, module, intent, code) => {
    const { errors, data } = await encode(
      intent,
      { holding: [50n * apt, 0n, 20n * apt] },
      `Move abort in 0x1::${module}: ${name}: some words`,
    );
    expect(codes(errors)).toEqual([code]);
    expect(data.params).toBeUndefined();
  });
});

describe('the date from which an unstake can be withdrawn', () => {
  it.each([
    ['is the end of the lockup', lockedUntil, '2026-11-27T00:00:00Z'],
    ['is not in the past', nowSeconds - 60n, '2026-11-22T00:00:00Z'],
  ])('%s', async (_, end, date) => {
    const run: Event[] = [['UnlockStake', { amount_unlocked: 20n * apt }]];
    const facts = { holding: [50n * apt, 0n, 11n * apt], lockedUntil: end } as const;
    const { warnings } = await encode(unstake(20n * apt), facts, run);
    const [last] = warnings;
    expect(last).toMatchObject({ code: 'position.comesBack', context: { amount: (31n * apt).toString(), date } });
  });
});

describe('a stake of the maximum', () => {
  const max = { mode: 'stake', targetValidatorAddress: pool, useMaxAmount: true };

  it('keeps twice the gas back, and tells what is held back of the real amount', async () => {
    let simulated = 0n;
    const { data, warnings } = await encode(max, {}, [], {
      simulate({ body }) {
        const bytes = body as Uint8Array;
        // The amount is the last argument: behind it stand the gas limit, the price, the end, and the chain.
        const end = bytes.length - 99 - 25;
        simulated = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(end - 8, true);
        const add_stake_fee = (simulated * 11_500_859_963_728n) / 10n ** 18n;
        return { gasUsed: 4_000n, events: eventsOf([['AddStake', { amount_added: simulated, add_stake_fee }]]) };
      },
    });
    const gas = (4_400n + 10n) * 2n;
    expect(data).toMatchObject({ gas: gas.toString(), fees: (gas * 100n).toString() });
    const amount = 100n * apt - gas * 100n;
    expect(data.amount).toBe(amount.toString());
    expect(simulated).toBe(100n * apt - 100_000n * 100n);
    const held = (amount * 11_500_859_963_728n) / 10n ** 18n;
    expect(warnings[0]).toMatchObject({ code: 'stake.heldBack', context: { held: held.toString() } });
  });

  it('simulates the minimum where there is hardly more, and refuses what fees take below it', async () => {
    const run: Event[] = [['AddStake', { amount_added: 1_000_000_001n, add_stake_fee: 0n }]];
    const { errors: fine, data } = await encode(max, { heldBack: 0n }, run, { balances: { [sender]: 1_005_000_000n } });
    expect(codes(fine)).toEqual([]);
    expect(data.amount).toBe((1_005_000_000n - 882_000n).toString());
    const { errors } = await encode(max, { heldBack: 0n }, run, { balances: { [sender]: 1_000_500_000n } });
    expect(codes(errors)).toEqual(['stake.belowMinimum']);
    const { errors: none, simulated } = await encode(max, {}, run, { balances: { [sender]: 999_999_999n } });
    expect(codes(none)).toEqual(['stake.belowMinimum']);
    expect(simulated).toBe(0);
  });
});
