import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Actor, actor, recipient } from '../../../../packages/aptos/test/world/actor.ts';
import { errorsOf, warningsOf } from '../chain-network.ts';
import { expectRefusal, type Refusal } from '../expect-refusal.ts';
import { type Network, openNetwork } from './network.ts';

// Delegation pools change amounts without a word, and take fees for doing nothing. Nothing of that is encoded, or the sender is told.

const apt = 100_000_000n;
const epoch = 7_200;
let network: Network;
let staker: Actor;
let newcomer: Actor;
let pools: readonly string[];

/** Opens a chain of its own for each group, because some move stakes or let the lockup pass. */
async function open(): Promise<void> {
  network = await openNetwork();
  const { engine } = network;
  pools = engine.validators().map(({ address }) => address);
  [staker, newcomer] = [actor('stakes 30'), actor('stakes nothing')];
  for (const { address } of [staker, newcomer]) await engine.fund(address, 500n * apt);
  await send({ ...stake(), ...from(staker), amount: String(30n * apt) }, staker);
  await engine.advance(epoch);
}

const from = (by: Actor) => ({ senderAddress: by.address, senderPubKey: by.publicKey });
const stake = (pool = pools[0]) => ({ mode: 'stake', targetValidatorAddress: pool, amount: String(11n * apt) });
const unstake = () => ({ mode: 'unstake', validatorAddress: pools[0], amount: String(15n * apt) });
const withdraw = () => ({ mode: 'withdraw', validatorAddress: pools[0] });
const refuses = (data: Readonly<Record<string, unknown>>, refusal: Refusal, by = staker) =>
  expectRefusal(network, { ...from(by), ...data }, refusal);

async function send(data: Readonly<Record<string, unknown>>, by: Actor): Promise<void> {
  const encoded = await network.encoded(data);
  const { status } = await network.broadcast(encoded, network.sign(encoded, by));
  expect(status).toBe(200);
}

const target = 'targetValidatorAddress';
const validator = 'validatorAddress';

describe('a pool', () => {
  beforeAll(open);
  afterAll(() => network.close());

  it.each([
    ['that there is not', () => recipient.address, 'validator.notFound', /./],
    ['with a list, and the sender is not on it', () => pools[2] ?? '', 'validator.inactive', /on its list/],
  ] as const)('%s', (_, pool, code, message) => refuses(stake(pool()), { code, field: target, message }));

  // The chain takes both (aptos-labs/aptos-core, stake.move: add_stake_with_cap).
  it.each([
    ['is not in the validator set', 3, 'inactive'],
    ['leaves the validator set when the epoch ends', 1, 'pending_inactive'],
  ] as const)('that %s is warned about', async (reason, index, state) => {
    const pool = pools[index] ?? '';
    network.engine.setPoolState(pool, state);
    const answer = await network.encode({ ...from(newcomer), ...stake(pool) });
    if (index === 1) network.engine.setPoolState(pool, 'active');
    expect(errorsOf(answer).errors).toEqual([]);
    expect(warningsOf(answer)).toContain('validator.outsideSet');
    expect(JSON.stringify(answer)).toContain(`Validator ${pool} ${reason}`);
  });

  it('that joins when the epoch ends, and one that keeps all rewards, are warned about', async () => {
    network.engine.setPoolState(pools[5] ?? '', 'pending_active');
    const answer = await network.encode({ ...from(newcomer), ...stake(pools[5]) });
    expect(errorsOf(answer).errors).toEqual([]);
    expect(warningsOf(answer)).toEqual(expect.arrayContaining(['validator.keepsAll', 'validator.delinquent']));
  });

  it('that holds as much as it may', () =>
    refuses(
      { ...stake(pools[4]), amount: String(100n * apt) },
      {
        code: 'validator.inactive',
        field: target,
        message: /more than the chain allows/,
      },
      newcomer,
    ));

  it('whose set grows too much in one epoch', async () => {
    network.engine.setPowerIncreaseLimit(0);
    await refuses(stake(), { code: 'validator.inactive', field: target, message: /two hours/ }, newcomer);
    network.engine.setPowerIncreaseLimit(20);
  });

  it('does not belong to another account', () =>
    refuses(
      { ...unstake(), validatorAddress: recipient.address },
      {
        code: 'validator.notFound',
        field: validator,
        message: /./,
      },
    ));

  it('keeps stakes where they are', () =>
    refuses(
      { ...stake(pools[1]), sourceValidatorAddress: pools[0] },
      {
        code: 'stake.immovable',
        field: 'sourceValidatorAddress',
        message: /./,
      },
    ));
});

describe('a stake', () => {
  beforeAll(open);
  afterAll(() => network.close());

  it.each([1n, apt, 10n * apt - 1n, 10n * apt])('below 10 APT and what is held back: %s', (amount) =>
    refuses(
      { ...stake(), amount: String(amount) },
      {
        code: 'stake.belowMinimum',
        field: 'amount',
        message: /10\.\d+ APT/,
      },
      newcomer,
    ),
  );

  it.each([2n ** 64n, 10n ** 30n])('beyond 64 bits: %s', (amount) =>
    refuses(
      { ...stake(), amount: String(amount) },
      {
        code: 'balance.insufficient',
        field: 'amount',
        message: /./,
      },
    ),
  );

  it('of more than there is', () =>
    refuses(
      { ...stake(), amount: String(501n * apt) },
      {
        code: 'balance.insufficient',
        field: 'amount',
        message: /./,
      },
    ));

  it('says what is held back until the epoch ends (aptos-core#18994)', async () => {
    const answer = await network.encode({ ...from(newcomer), ...stake() });
    expect(errorsOf(answer).errors).toEqual([]);
    expect(warningsOf(answer)).toContain('stake.heldBack');
  });
});

describe('an unstake', () => {
  beforeAll(open);
  afterAll(() => network.close());

  it('of somebody without a stake', () =>
    refuses(unstake(), { code: 'position.notFound', field: validator, message: /./ }, newcomer));

  it('of more than there is', () =>
    refuses(
      { ...unstake(), amount: String(31n * apt) },
      {
        code: 'position.insufficient',
        field: 'amount',
        message: /./,
      },
    ));

  it.each([2n ** 64n, 10n ** 30n])('beyond 64 bits: %s', (amount) =>
    refuses(
      { ...unstake(), amount: String(amount) },
      {
        code: 'position.insufficient',
        field: 'amount',
        message: /./,
      },
    ),
  );

  it('says so, if the pool moves all of it', async () => {
    const answer = await network.encode({ ...from(staker), ...unstake(), amount: String(21n * apt) });
    const adjusted = answer.body.status?.warnings.find(({ code }) => code === 'position.adjusted');
    expect(errorsOf(answer).errors).toEqual([]);
    expect(adjusted?.message).toMatch(/(29\.9|30)\d* APT, not the 21 APT/);
    // The bytes say what was asked for.
    expect(answer.body.transaction).toMatchObject({ data: { amount: String(21n * apt) } });
  });

  it('with the id of another pool', () =>
    refuses(
      { ...unstake(), stakeId: `${pools[1]}:active` },
      {
        code: 'position.notFound',
        field: 'stakeId',
        message: /./,
      },
    ));

  it('with an id that is none', () =>
    refuses({ ...unstake(), stakeId: 'all of it' }, { code: 'position.notFound', field: 'stakeId', message: /./ }));
});

// In their order: the stake of the account is unlocked, and then paid.
describe('a withdrawal', { shuffle: false }, () => {
  beforeAll(open);
  afterAll(() => network.close());

  it('of what is at stake', () =>
    refuses(withdraw(), { code: 'position.locked', field: validator, message: /unstake it first/ }));

  it('of nothing: it would succeed, and cost the fee', () =>
    refuses(withdraw(), { code: 'position.notFound', field: validator, message: /nothing to withdraw/ }, newcomer));

  it('before the lockup ends', async () => {
    await send({ ...from(staker), ...unstake() }, staker);
    await refuses(withdraw(), {
      code: 'position.locked',
      field: validator,
      message: /it can be withdrawn from about \d{4}-\d\d-\d\d/,
    });
  });

  it('of what unlocks, is offered as a stake again', async () => {
    await refuses(
      { ...stake(), params: { reactivate: true }, amount: String(16n * apt) },
      {
        code: 'position.insufficient',
        field: 'amount',
        message: /./,
      },
    );
    await refuses(
      { ...stake(), params: { reactivate: true } },
      {
        code: 'position.notFound',
        field: target,
        message: /nothing that is being unlocked/,
      },
      newcomer,
    );
  });

  it('of more than there is', async () => {
    const { engine } = network;
    const until = engine.validators()[0]?.lockedUntil ?? 0;
    await engine.advance(until - engine.now() / 1_000 + 2 * epoch);
    await refuses(
      { ...withdraw(), amount: String(16n * apt) },
      {
        code: 'position.insufficient',
        field: 'amount',
        message: /./,
      },
    );
    await refuses(
      { ...withdraw(), amount: String(2n ** 64n) },
      {
        code: 'position.insufficient',
        field: 'amount',
        message: /./,
      },
    );
  });

  it('after the lockup pays, once', async () => {
    const before = await network.engine.balance(staker.address);
    await send({ ...from(staker), ...withdraw() }, staker);
    expect((await network.engine.balance(staker.address)) - before).toBeGreaterThan(14n * apt);
    await refuses(withdraw(), { code: 'position.locked', field: validator, message: /unstake it first/ });
  });
});
