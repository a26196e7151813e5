import { describe, expect, it } from 'vitest';
import { type Contract, connectTo, Fault, type NodeScript, sender } from '../../test/scripted-node.ts';

// What the stand-in of a node cannot do: answers of nodes that lie, and many validators.

const strk = 0x04718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938dn;
const coin = 10n ** 18n;
/** The staking contract of mainnet (NethermindEth/starknet-staking-v2, validator/constants/constants.go). */
const staking = '0x00ca1702e64c81d9a07b86bd2c540188d92a2c73cf5cc0e508d949015e7e84a7';
const addressOf = (name: string, index: number) =>
  `0x0${(0x51n * 2n ** 236n + BigInt(name.charCodeAt(0)) * 2n ** 100n + BigInt(index)).toString(16).padStart(63, '0')}`;
const [staker, pool, fake] = [addressOf('staker', 1), addressOf('pool', 1), addressOf('fake', 1)];

const gone = new Fault(40, 'Contract error', { revert_error: 'Staker does not exist' });

/** The staking contract, with the pool of one staker. */
function stakingOf(changes: Contract = {}, listed: readonly bigint[] = [BigInt(pool), strk, 5n * coin]): Contract {
  const known =
    (answer: readonly bigint[]) =>
    ([asked]: readonly bigint[]) =>
      asked === BigInt(staker) ? answer : gone;
  return {
    is_paused: [0n],
    contract_parameters_v1: [1n, strk, 2n, 3n, 4n, 604_800n],
    get_staker_info_v1: ([asked]) => (asked === BigInt(staker) ? [0n, 5n, 6n, 1n, coin, 0n, 1n] : [1n]),
    staker_pool_info_v3: known([0n, 500n, 1n, ...listed]),
    staker_pool_info: known([0n, 500n, 1n, ...listed]),
    ...changes,
  };
}

const member = [0n, BigInt(sender), 10n * coin, 0n, 500n, 0n, 1n];
const poolOf = (changes: Contract = {}): Contract => ({
  contract_parameters_v1: [BigInt(staker), 0n, BigInt(staking), strk, 500n],
  get_pool_member_info_v1: member,
  ...changes,
});
const script = (contracts: Readonly<Record<string, Contract>> = {}, more: NodeScript = {}): NodeScript => ({
  contracts: { [staking]: stakingOf(), [pool]: poolOf(), ...contracts },
  ...more,
});

const stake = (more: object = {}) => ({
  mode: 'stake',
  senderAddress: sender,
  targetValidatorAddress: staker,
  amount: coin.toString(),
  ...more,
});
const unstake = { mode: 'unstake', senderAddress: sender, validatorAddress: staker, amount: coin.toString() };

async function refusalOf(node: NodeScript, intent: object) {
  const { chain } = connectTo('starknet', node);
  const { status, transaction } = await chain.encode(intent as never);
  const { errors = [] } = status as { errors?: readonly { code: string; message: string; field?: string }[] };
  expect(transaction.encoded).toEqual(errors.length === 0 ? [expect.anything()] : []);
  return errors;
}

describe('a stake', () => {
  it('is encoded in this world', async () => {
    expect(await refusalOf(script(), stake())).toEqual([]);
    expect(await refusalOf(script(), unstake)).toEqual([]);
  });

  it('goes to no pool that only says that it belongs to the staker', async () => {
    const world = script({ [fake]: poolOf() });
    expect(await refusalOf(world, stake({ targetValidatorAddress: fake }))).toMatchObject([
      { code: 'validator.notFound', field: 'transaction.data.targetValidatorAddress' },
    ]);
  });

  it('goes to no pool of a staker that is gone, even if it says so', async () => {
    const removed = poolOf({ contract_parameters_v1: [BigInt(addressOf('staker', 7)), 1n, BigInt(staking), strk, 0n] });
    const world = script({ [fake]: removed });
    expect(await refusalOf(world, stake({ targetValidatorAddress: fake }))).toMatchObject([
      { code: 'validator.inactive', message: expect.stringContaining('left') },
    ]);
    // To leave such a pool approves nothing.
    expect(await refusalOf(world, { ...unstake, stakeId: fake })).toEqual([]);
  });

  it('leaves no pool of another staking contract, or another token', async () => {
    const gone = BigInt(addressOf('staker', 7));
    for (const parameters of [
      [gone, 1n, BigInt(fake), strk, 0n],
      [gone, 1n, BigInt(staking), BigInt(fake), 0n],
      [gone, 0n, BigInt(staking), strk, 0n],
      [gone, 1n, BigInt(staking), strk],
    ]) {
      const world = script({ [fake]: poolOf({ contract_parameters_v1: parameters }) });
      expect(await refusalOf(world, { ...unstake, stakeId: fake })).toMatchObject([{ code: 'validator.notFound' }]);
    }
  });

  it('goes by what is listed when it is encoded, not by what was listed before', async () => {
    let asked = 0;
    // The node lists the fake pool first, and the pool of the staker from then on.
    const listed = ([id]: readonly bigint[]) => {
      asked += 1;
      return id === BigInt(staker) ? [0n, 500n, 1n, BigInt(asked === 1 ? fake : pool), strk, 0n] : gone;
    };
    const world = script({ [staking]: stakingOf({ staker_pool_info_v3: listed }), [fake]: poolOf() });
    const { chain } = connectTo('starknet', world);
    const first = await chain.encode(stake() as never);
    expect(first.status.errors).toMatchObject([{ code: 'validator.notFound' }]);
    expect(first.transaction.encoded).toEqual([]);
    const second = await chain.encode(stake() as never);
    expect(second.status.errors).toEqual([]);
    expect(second.transaction.data.params).toMatchObject({ pool });
  });

  it('goes to no pool that one of two nodes makes up', async () => {
    // A node that lies in everything: it lists its own contract, and lets it look like a pool.
    const listed = [BigInt(fake), strk, 5n * coin];
    const liar = script({ [staking]: stakingOf({}, listed), [fake]: poolOf() });
    const encode = async (nodes: readonly (NodeScript | 'dead')[]) => {
      const { chain } = connectTo('starknet', nodes);
      return chain.encode(stake() as never);
    };
    for (const nodes of [
      [liar, script()],
      [script(), liar],
    ]) {
      const { status, transaction } = await encode(nodes);
      expect(status.errors).toMatchObject([
        { code: 'fee.contradicted', field: 'transaction.data.targetValidatorAddress' },
      ]);
      expect(status.errors[0]?.message).toContain(fake);
      expect(transaction.encoded).toEqual([]);
    }
    expect((await encode([script(), script()])).status.errors).toEqual([]);
    // A second node that does not answer does not count.
    expect((await encode([script(), 'dead'])).status.errors).toEqual([]);
  });

  it.each<[string, Contract, Contract]>([
    ['a list that cannot be read', { staker_pool_info_v3: [0n, 500n, 2n, BigInt(pool), strk, 0n] }, {}],
    ['a staker that cannot be read', { get_staker_info_v1: [0n, 5n] }, {}],
    ['no functions for stakers', { staker_pool_info_v3: new Fault(21, ''), staker_pool_info: new Fault(21, '') }, {}],
    ['a member that cannot be read', {}, { get_pool_member_info_v1: [0n, BigInt(sender), 10n * coin] }],
    ['no members', {}, { get_pool_member_info_v1: new Fault(40, '') }],
    ['no parameters', { contract_parameters_v1: new Fault(20, '') }, {}],
    ['parameters of a pool', { contract_parameters_v1: [BigInt(staker), 0n, BigInt(staking), strk, 500n] }, {}],
    ['a bridge', { is_paused: new Fault(21, ''), contract_parameters_v1: new Fault(21, '') }, {}],
  ])('is not encoded with %s', async (_, contract, its) => {
    const world = script({ [staking]: stakingOf(contract), [pool]: poolOf(its) });
    for (const intent of [stake(), unstake])
      expect(await refusalOf(world, intent)).toMatchObject([{ code: 'stake.parametersUnclear' }]);
  });

  it('fits into one felt', async () => {
    const rich = script({}, { strk: { [sender]: 2n ** 200n } });
    const errors = await refusalOf(rich, stake({ amount: (2n ** 128n).toString() }));
    expect(errors).toMatchObject([{ code: 'stake.aboveMaximum', field: 'transaction.data.amount' }]);
    const all = await refusalOf(rich, stake({ amount: undefined, useMaxAmount: true }));
    expect(all).toMatchObject([{ code: 'stake.aboveMaximum' }]);
  });

  it('approves exactly the amount, of STRK, for the pool', async () => {
    const { chain, askedFor } = connectTo('starknet', script());
    const { status } = await chain.encode(stake() as never);
    expect(status.errors).toEqual([]);
    const [{ params }] = askedFor('starknet_estimateFee') as unknown as [
      { params: { request: { calldata: string[] }[] } },
    ];
    const [{ calldata } = { calldata: [] }] = params.request;
    // approve and add_to_delegation_pool, computed with starknet.js 10.8.0.
    const [approve, add] = [
      0x219209e083275171774dab1df80982e9df2096516f06319c5c6d71ae0a8480cn,
      0x2ec6c127d4ffe4bdc6597d95c3aeac9ab96edeb735da12054582c9a20034db2n,
    ];
    expect(calldata.map(BigInt)).toEqual([
      ...[2n, strk, approve, 3n, BigInt(pool), coin, 0n],
      ...[BigInt(pool), add, 2n, BigInt(sender), coin],
    ]);
  });
});

describe('many validators', () => {
  const count = 150;
  const infoOf = ([asked = 0n]: readonly bigint[]) => {
    const index = Number(asked - BigInt(addressOf('staker', 0)));
    return [0n, 500n, 1n, BigInt(addressOf('pool', index)), strk, coin];
  };
  const world = script({
    [staking]: stakingOf({
      get_current_epoch: [500n],
      get_stakers: ([epoch]) =>
        epoch === 500n
          ? [
              BigInt(count),
              ...Array.from({ length: count }, (_, i) => [
                BigInt(addressOf('staker', i)),
                BigInt(i + 1),
                1n,
                1n,
              ]).flat(),
            ]
          : gone,
      get_staker_info_v1: [0n, 5n, 6n, 1n, coin, 0n, 1n],
      staker_pool_info_v3: infoOf,
    }),
  });

  it('are read a page at a time, in batches', async () => {
    const { chain, batches, onTrace, roundTrips } = connectTo('starknet', world);
    const { validators, pagination } = await chain.validators({ limit: 100, onTrace });
    expect(validators).toHaveLength(40);
    expect(validators[0]).toEqual({
      address: addressOf('staker', count - 1),
      name: expect.any(String),
      commission: 0.05,
      stakedAmount: (2n * coin).toString(),
    });
    expect(roundTrips()).toBe(3);
    expect(batches.length).toBeLessThan(12);
    const rest = await chain.validators({ limit: 100, nextPage: pagination.nextPage ?? '' });
    expect(rest.validators[0]?.address).toBe(addressOf('staker', count - 41));
  });

  it('stay below 50 requests where a node takes three calls at a time', async () => {
    const { chain, batches } = connectTo('starknet', world, { maxBatch: 3 });
    await chain.validators({ limit: 100 });
    expect(batches.length).toBeLessThan(50);
  });
});
