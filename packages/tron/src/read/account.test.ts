import { describe, expect, it } from 'vitest';
import { alice, hexOf, type NodeFacts, openNodes, Status } from '../../test/scripted-nodes.ts';
import { type ScriptedToken, token, tokenNode } from '../../test/scripted-token.ts';

const holdingsPath = `/v1/accounts/${alice}/trc20/balance`;

const index = (rows: unknown): NodeFacts => ({ own: { [holdingsPath]: rows } });
const page = (...held: (readonly [contract: string, amount: string])[]) => ({
  success: true,
  data: held.map(([contract, amount]) => ({ [contract]: amount })),
  meta: { page_size: held.length },
});

/** Reads the tokens of alice. The first node has the balances of calls. */
function open(said: ScriptedToken, listed: unknown, node: NodeFacts = {}) {
  const nodes = [
    tokenNode(said, { own: { '/wallet/getReward': {}, ...node.own } }),
    ...(listed === undefined ? [] : [index(listed)]),
  ];
  const scripted = openNodes(nodes, {}, ['node', 'trongrid']);
  return {
    ...scripted,
    async tokens() {
      const { balances } = await scripted.chain.accountState(alice, { include: ['tokens'] } as never);
      return (balances.tokens ?? []).map(({ token: { id, ticker, decimals }, amount }) => [
        id,
        ticker,
        decimals,
        amount,
      ]);
    },
  };
}

/** Tether's, which is known: it is asked in any case. */
const usdt = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

describe('tokens of an account', () => {
  it('known ones are those of their contracts, whatever the index says', async () => {
    const { tokens } = open({ balance: 5n }, page([usdt, '999999'], [token, '7']));
    expect(await tokens()).toEqual([
      [usdt, 'USDT', '6', '5'],
      [token, 'OLD', '6', '7'],
    ]);
  });

  it('take their decimals from contracts, and are left out if they have none', async () => {
    expect(await open({ balance: 0n, decimals: 18n }, page([token, '7'])).tokens()).toEqual([
      [token, 'OLD', '18', '7'],
    ]);
    expect(await open({ balance: 0n, decimals: 'reverts' }, page([token, '7'])).tokens()).toEqual([]);
  });

  it('are on several pages, until a fingerprint comes again: an index that lies keeps nobody busy', async () => {
    const { tokens, asked } = open({ balance: 0n }, { ...page([token, '1']), meta: { fingerprint: 'two' } });
    expect(await tokens()).toEqual([[token, 'OLD', '6', '1']]);
    expect(asked(holdingsPath)).toHaveLength(2);
  });

  it('that nobody has looked up are shown in their smallest unit, and looked up next time', async () => {
    const many = Array.from({ length: 12 }, (_, i) => ({ key: `${1_002_001 + i}`, value: 5 }));
    const own = {
      '/wallet/getaccount': { address: hexOf(alice), balance: 1, assetV2: many },
      '/wallet/getassetissuebyid': ({ value }: Record<string, string>) => ({ id: value, abbr: '5454', precision: 3 }),
    };
    const { tokens } = open({ balance: 0n }, undefined, { own });
    const first = await tokens();
    expect(first).toHaveLength(12);
    expect(first.filter(([, ticker]) => ticker === 'TT')).toHaveLength(8);
    expect(first.at(-1)).toEqual(['1002012', '1002012', '0', '5']);
    expect((await tokens()).filter(([, ticker]) => ticker === 'TT')).toHaveLength(12);
  });

  it.each([
    ['below 0', '-1'],
    ['beyond 256 bits', (2n ** 256n).toString()],
    ['that is no text', null],
  ])('with an amount %s in the index are asked of their contract, or left out', async (_, odd) => {
    const other = 'TXL6rJbvmjD46zeN1JssfgxvSo99qC8MRT';
    const listed = page([other, '4'], [token, odd as string]);
    const held = async (node: NodeFacts = {}) =>
      (await open({ balance: 9n }, listed, node).tokens()).map(([id, , , amount]) => [id, amount]);
    expect(await held()).toEqual([
      [usdt, '9'],
      [other, '4'],
      [token, '9'],
    ]);
    const path = '/wallet/triggerconstantcontract';
    const answer = tokenNode({ balance: 9n }).own?.[path] as (body: Record<string, string>) => unknown;
    const refuses = (body: Record<string, string>) =>
      body.contract_address === hexOf(token) ? new Status(500) : answer(body);
    expect(await held({ own: { [path]: refuses } })).toEqual([
      [usdt, '9'],
      [other, '4'],
    ]);
  });

  it('are listed beside a row of the index that is none', async () => {
    const odd = { ...page(), data: [{ [token]: '7' }, 'odd', null, { 'no address': '7' }] };
    expect((await open({ balance: 0n }, odd).tokens()).map(([id]) => id)).toEqual([token]);
  });

  it.each<[string, ScriptedToken, unknown]>([
    ['an index that fails', {}, new Status(500)],
    ['an index with half an answer', {}, { success: false, data: [] }],
  ])('are an error, never 0: %s', async (_, said, listed) => {
    await expect(open(said, listed).tokens()).rejects.toMatchObject({ code: 'upstream.unavailable' });
  });
});

describe('an account with a part that does not fit', () => {
  const answer = {
    address: hexOf(alice),
    balance: 7,
    frozenV2: [{ amount: 5_000_000 }, { type: 'ENERGY', amount: -1 }],
    unfrozenV2: [{ unfreeze_amount: 'x' }, { unfreeze_amount: 3, unfreeze_expire_time: 1 }, null],
    votes: [{ vote_address: 'x', vote_count: 1 }],
    assetV2: [
      { key: 'odd', value: 1 },
      { key: '1002000', value: -1 },
      { key: '1002000', value: 9 },
    ],
    active_permission: [null],
  };

  it('is shown without it', async () => {
    const own = { '/wallet/getaccount': answer, '/wallet/getReward': {} };
    const { chain } = openNodes([tokenNode({ balance: 0n }, { own })]);
    const { native, tokens, staking } = (await chain.accountState(alice)).balances;
    expect(native?.available).toBe('7');
    expect(tokens?.map(({ token: { id }, amount }) => [id, amount])).toEqual([['1002000', '9']]);
    // It is not known which coins have the vote that cannot be read.
    expect(staking?.positions.map(({ amount, status }) => [amount, status])).toEqual([['3', 'unlocked']]);
  });

  it('votes with nothing that it does not know', async () => {
    const { chain } = openNodes([{ own: { '/wallet/getaccount': answer } }]);
    const intent = {
      mode: 'unstake',
      senderAddress: alice,
      validatorAddress: alice,
      stakeId: 'unvoted',
      amount: '1000000',
    };
    await expect(chain.encode(intent as never)).rejects.toMatchObject({ code: 'upstream.unavailable' });
  });
});
