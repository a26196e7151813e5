import { describe, expect, it } from 'vitest';
import { alice, hexOf, type NodeFacts, openNodes, Status } from '../../test/scripted-nodes.ts';
import { token, tokenNode } from '../../test/scripted-token.ts';
import { accountAnswer, inDays, type Staker, trx, validator } from '../../test/staking-world.ts';

// One odd part among good ones: the good ones are shown, and a warning names the other.

const odd: readonly (readonly [name: string, value: unknown])[] = [
  ['null', null],
  ['an object', {}],
  ['an empty text', ''],
  ['a negative number', -1],
  ['a fraction', 1.5],
  ['more than 64 bits', 2n ** 64n],
  ['a text', 'many'],
  ['control characters', '7\u0000\u202e'],
  ['true', true],
  ['a list', [7]],
];

const usdt = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const other = 'TXL6rJbvmjD46zeN1JssfgxvSo99qC8MRT';
const call = '/wallet/triggerconstantcontract';
const holdingsPath = `/v1/accounts/${alice}/trc20/balance`;
const staker: Staker = {
  balance: 7,
  bandwidth: 30 * trx,
  energy: 20 * trx,
  legacy: 5 * trx,
  votes: [
    [1, 25],
    [2, 15],
  ],
  unfreezing: [
    { amount: 3, endsAt: 1 },
    { amount: 4, endsAt: inDays(2) },
  ],
};

type Answer = Readonly<Record<string, unknown>>;

/** An account with a TRC-10 token, and a reward of 80 sun. */
const account: Answer = { ...accountAnswer(staker), assetV2: [{ key: '1002000', value: 9 }] };
const rows = (list: string) => account[list] as readonly unknown[];
const rightTokens = [
  ['1002000', '9'],
  [usdt, '5'],
];
const free = ['15000000', 'free'];
const votes = [
  ['25000000', 'locked'],
  ['15000000', 'locked'],
];
const unfreezing = [
  ['3', 'unlocked'],
  ['4', 'unlocking'],
];

async function read(changed: Answer = {}, { own, listed }: { own?: NodeFacts['own']; listed?: unknown } = {}) {
  const answers = { '/wallet/getaccount': { ...account, ...changed }, '/wallet/getReward': { reward: 80 }, ...own };
  const nodes = [
    tokenNode({ balance: 5n }, { own: answers }),
    ...(listed === undefined ? [] : [{ own: { [holdingsPath]: listed } }]),
  ];
  const scripted = openNodes(nodes, {}, ['node', 'trongrid']);
  const { balances, status } = await scripted.chain.accountState(alice);
  const { native, tokens = [], staking } = balances;
  return {
    native: native?.total,
    tokens: tokens.map(({ token: { id }, amount }) => [id, amount]),
    positions: staking?.positions.map(({ amount, status }) => [amount, status]),
    rewards: staking?.rewards.native.map(({ validatorAddress, amount }) => [validatorAddress, amount]),
    unread: status?.warnings.map(({ message }) => message.split('fits: ')[1]),
  };
}

const right = {
  native: '7',
  tokens: rightTokens,
  positions: [...votes, free, ...unfreezing],
  rewards: [
    [validator(1), '50'],
    [validator(2), '30'],
  ],
  unread: undefined,
};

it('an account without odd parts has no warning', async () => {
  expect(await read()).toEqual(right);
  const spared = { latest_withdraw_time: 'x', active_permission: 'x', owner_permission: null, type: 7 };
  expect(await read(spared)).toEqual(right);
});

it('a listed token that one node tells no balance of is asked of another', async () => {
  const answers = { own: { '/wallet/getaccount': account } };
  const nodes = [tokenNode({ balance: 'reverts' }, answers), tokenNode({ balance: 5n }, answers)];
  const { balances, status } = await openNodes(nodes, {}, ['node', 'node']).chain.accountState(alice, {
    include: ['tokens'],
  });
  expect(balances.tokens?.map(({ token: { id }, amount }) => [id, amount])).toEqual(rightTokens);
  expect(status).toBeUndefined();
});

describe.each(odd)('%s in the account of a node', (_, value) => {
  it('is warned of as a row of frozen coins', async () => {
    expect(await read({ frozenV2: [value, ...rows('frozenV2')] })).toEqual(
      isEmptyRow(value) ? right : { ...right, unread: ['a stake'] },
    );
  });

  it('is warned of as an amount of frozen coins', async () => {
    const frozenV2 = [{ amount: 30 * trx }, { type: 'ENERGY', amount: 20 * trx }, { type: 'ENERGY', amount: value }];
    expect(await read({ frozenV2 })).toEqual({ ...right, unread: ['a stake'] });
  });

  it('is warned of in Stake 1.0 and in coins that are lent', async () => {
    expect(await read({ frozen: [{ frozen_balance: value }, ...rows('frozen')] })).toEqual({
      ...right,
      unread: ['a stake'],
    });
    for (const field of ['delegated_frozenV2_balance_for_bandwidth', 'delegated_frozen_balance_for_bandwidth']) {
      expect(await read({ [field]: value })).toEqual({ ...right, unread: ['a stake'] });
    }
    expect(await read({ tron_power: { frozen_balance: value } })).toEqual({ ...right, unread: ['a stake'] });
    const account_resource = { delegated_frozenV2_balance_for_energy: value };
    expect(await read({ account_resource })).toEqual({ ...right, unread: ['a stake'] });
  });

  it('is warned of as a row of coins that come back', async () => {
    const odds = [{ unfreeze_amount: value }, { unfreeze_amount: 1, unfreeze_expire_time: value }];
    for (const row of odds) {
      expect(await read({ unfrozenV2: [row, ...rows('unfrozenV2')] })).toEqual({ ...right, unread: ['a stake'] });
    }
  });

  it('is warned of as a vote, and neither coins nor rewards are given to others', async () => {
    for (const row of [
      value,
      { vote_address: value, vote_count: 1 },
      { vote_address: hexOf(other), vote_count: value },
    ]) {
      expect(await read({ votes: [row, ...rows('votes')] })).toEqual({
        ...right,
        positions: [...votes, ...unfreezing],
        rewards: [[alice, '80']],
        unread: ['a stake'],
      });
    }
  });

  it('is warned of as a token, by its ticker if it is listed', async () => {
    const read10 = (row: unknown) => read({ assetV2: [row, { key: '1002000', value: 9 }] });
    expect(await read10(value)).toEqual({ ...right, unread: ['a token balance'] });
    expect(await read10({ key: value, value: 1 })).toEqual({ ...right, unread: ['a token balance'] });
    expect(await read10({ key: '1002001', value })).toEqual({ ...right, unread: ['a token balance'] });
    const { tokens, unread } = await read({ assetV2: [{ key: '1002000', value }] });
    expect([tokens, unread]).toEqual([[[usdt, '5']], ['the balance of BTT']]);
  });

  it('is warned of as the reward', async () => {
    const own = { '/wallet/getReward': { reward: value } };
    expect(await read({}, { own })).toEqual({ ...right, rewards: [], unread: ['the rewards'] });
  });

  it('is warned of as the balance of a listed contract', async () => {
    const own = { [call]: () => ({ result: { result: true }, energy_used: 9, constant_result: [value] }) };
    expect(await read({}, { own })).toEqual({ ...right, tokens: [['1002000', '9']], unread: ['the balance of USDT'] });
  });

  it('is warned of as a row of an index', async () => {
    const listed = { success: true, data: [value, { [token]: '7' }, { 'no address': '7' }] };
    const found = await read({}, { listed });
    expect(found.tokens).toEqual([...rightTokens, [token, '7']]);
    expect(found.unread).toEqual(['a token balance']);
  });

  it('is warned of in the place where an index goes on', async () => {
    if (value === null) return;
    const listed = { success: true, data: [{ [token]: '7' }], meta: { fingerprint: value } };
    const found = await read({}, { listed });
    expect(found.tokens).toEqual([...rightTokens, [token, '7']]);
    expect(found.unread).toEqual(typeof value === 'string' ? undefined : ['tokens that are on no list']);
  });
});

/** Nodes leave out what is 0: a row without an amount is a stake of nothing. */
function isEmptyRow(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

it.each(['frozenV2', 'unfrozenV2', 'frozen', 'votes', 'account_resource'])(
  '%s in another form leaves the rest as it is',
  async (name) => {
    for (const value of [null, 'odd', 7]) {
      const { native, tokens, unread } = await read({ [name]: value });
      expect({ native, tokens, unread }).toEqual({ native: '7', tokens: rightTokens, unread: ['a stake'] });
    }
  },
);

it('frozen coins of a kind that is not known are left out with a warning', async () => {
  const unknown = { type: 'TRON_POWER', amount: 9 };
  expect(await read({ frozenV2: [...rows('frozenV2'), unknown] })).toEqual({ ...right, unread: ['a stake'] });
});

it.each([
  ['that reverts', tokenNode({ balance: 'reverts' })],
  ['whose call needs no energy', tokenNode({ change: (answer) => ({ ...answer, energy_used: 0 }) })],
])('a listed contract %s costs only its balance', async (_, node) => {
  expect(await read({}, { own: { [call]: node.own?.[call] } })).toEqual({
    ...right,
    tokens: [['1002000', '9']],
    unread: ['the balance of USDT'],
  });
});

it('a TRC-10 token that a node does not know is shown in its smallest unit', async () => {
  const own = { '/wallet/getassetissuebyid': {} };
  const { tokens, unread } = await read({ assetV2: [{ key: '1002001', value: 8 }] }, { own });
  expect([tokens, unread]).toEqual([
    [
      ['1002001', '8'],
      [usdt, '5'],
    ],
    undefined,
  ]);
});

describe('a token that an index lists without a number', () => {
  const listed = { success: true, data: [{ [other]: '4' }, { [token]: null }] };
  const answers = tokenNode({ balance: 5n }).own?.[call] as (body: Record<string, string>) => unknown;
  const reverts = tokenNode({ balance: 'reverts' }).own?.[call] as typeof answers;
  const when = (own: (body: Record<string, string>) => unknown) => ({
    [call]: (body: Record<string, string>) => (body.contract_address === hexOf(token) ? own(body) : answers(body)),
  });

  it('is warned of if its contract could not be asked', async () => {
    const { tokens, unread } = await read({}, { listed, own: when(() => new Status(500)) });
    expect([tokens, unread]).toEqual([[...rightTokens, [other, '4']], ['a token balance']]);
  });

  // Anybody can send such a token.
  it('is not missed if its contract tells no balance', async () => {
    const { tokens, unread } = await read({}, { listed, own: when(reverts) });
    expect([tokens, unread]).toEqual([[...rightTokens, [other, '4']], undefined]);
  });

  it('is warned of if more of them came than contracts are asked', async () => {
    const many = Array.from({ length: 9 }, (_, i) => ({ [validator(i + 1)]: null }));
    const { unread } = await read({}, { listed: { success: true, data: many }, own: { [call]: answers } });
    expect(unread).toEqual(['a token balance']);
  });
});
