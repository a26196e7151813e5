import { describe, expect, it } from 'vitest';
import { connectTo, type NodeScript, nowSeconds, refusal, sender } from '../../test/scripted-node.ts';
import { pairedMetadata } from '../address/derived.ts';
import { readStructTag, type StructTag } from '../move/type-tag.ts';

// One odd part among good ones: the good ones are shown, and a warning names the other.

const odd: readonly (readonly [name: string, value: unknown])[] = [
  ['null', null],
  ['an object', {}],
  ['an empty text', ''],
  ['a negative number', -1],
  ['a fraction', 1.5],
  ['a number that is too large', '9'.repeat(40)],
  ['a text', 'many'],
  ['control characters', '7\u0000\u202e'],
  ['true', true],
  ['a list', ['x']],
];

const usdc = '0xbae207659db88bea0cbead6da0ed00aac12edcdda169e591cd41c94180b46f3b';
const [gold, silver] = [`0x${'a1'.repeat(32)}`, `0x${'a2'.repeat(32)}`] as const;
const coin = `0x${'b2'.repeat(32)}::money::Coin`;
const paired = pairedMetadata(readStructTag(coin) as StructTag);

/** A row of an indexer. Its store is named after what it holds. */
function row(asset_type: unknown, amount: unknown, more: object = {}) {
  const metadata = { name: 'Money', symbol: 'MNY', decimals: 6 };
  return { asset_type, amount, is_primary: true, storage_id: `0x${String(asset_type).slice(-8)}`, metadata, ...more };
}

async function tokens(rows: readonly unknown[], node: NodeScript = {}, listed: readonly string[] = []) {
  const known = listed.map((id) => ({ id, name: 'Own', ticker: 'OWN', decimals: 2 }));
  const script = connectTo(
    { balances: { [sender]: { [usdc]: 5n, '0xa': 7n } }, ...node },
    { tokens: known, indexers: [{ tables: { current_fungible_asset_balances: rows } }] },
  );
  const { balances, status } = await script.chain.accountState(sender, { include: ['native', 'tokens'] } as never);
  return {
    native: balances.native?.total,
    tokens: balances.tokens?.map(({ token: { id }, amount }) => [id, amount]),
    unread: unreadIn(status),
  };
}

function unreadIn(status: { readonly warnings: readonly { readonly message: string }[] } | undefined) {
  return status?.warnings.map(({ message }) => message.split('fits: ')[1]);
}

describe('tokens of an account', () => {
  const good = [row(gold, '1'), row(silver, '2')];
  const right = {
    native: '7',
    tokens: [
      [usdc, '5'],
      [gold, '1'],
      [silver, '2'],
    ],
    unread: undefined,
  };
  const short = { ...right, unread: ['a token balance'] };

  it('have no warning without odd rows', async () => {
    expect(await tokens(good)).toEqual(right);
  });

  it.each(odd)('warn of %s', async (_, value) => {
    for (const one of [value, row(value, '5'), row(paired, value), row(paired, '5', { storage_id: 7 })])
      expect(await tokens([good[0], one, good[1]])).toEqual(short);
  });

  // Then a node tells them.
  const resources = { [`${gold}/0x1::fungible_asset::Metadata`]: { name: 'Own', symbol: 'OWN', decimals: 3 } };

  it.each(odd)('are not hidden by metadata like %s', async (_, value) => {
    for (const metadata of [
      value,
      { name: value, symbol: 'MNY', decimals: 6 },
      { name: 'M', symbol: 'M', decimals: value },
    ])
      expect(await tokens([row(gold, '1', { metadata }), good[1]], { resources })).toEqual(right);
  });

  it('are shown under their ids if neither index nor node knows their decimals', async () => {
    expect(await tokens([row(gold, '1', { metadata: 'odd' }), good[1]])).toEqual(right);
  });

  it.each(odd)('have a known one that a node tells as %s', async (_, value) => {
    const own = { [`/accounts/${sender}/balance/${usdc}`]: value };
    expect(await tokens(good, { own })).toEqual({
      ...right,
      tokens: right.tokens.slice(1),
      unread: ['the balance of USDC'],
    });
  });

  it('warn if the only row is odd, unless it names no token: then the list has another form', async () => {
    expect(await tokens([row(gold, 'many')])).toEqual({ ...short, tokens: [[usdc, '5']] });
    await expect(tokens([null])).rejects.toMatchObject({ code: 'upstream.unavailable' });
  });

  it('show no part of a balance as all of it', async () => {
    for (const rows of [
      [row(coin, 'many'), row(paired, '4')],
      [row(paired, '4'), row(coin, 'many')],
    ])
      expect(await tokens([...rows, ...good])).toEqual(short);
  });

  it('ask a node for a known token that is held as a coin, though the row of the coin is odd', async () => {
    const balances = { [sender]: { [usdc]: 5n, '0xa': 7n, [paired]: 4n, [coin]: 9n } };
    const found = await tokens([row(coin, 'many'), ...good], { balances }, [paired]);
    expect(found).toEqual({ ...right, tokens: [[paired, '9'], ...right.tokens] });
    const own = { [`/accounts/${sender}/balance/${coin}`]: 'many' };
    const unknown = await tokens([row(coin, '5'), ...good], { balances, own }, [paired]);
    expect(unknown).toEqual({ ...right, unread: ['the balance of OWN'] });
  });

  it('miss nothing in stores that transfers do not reach, and nothing that a node tells', async () => {
    const rows = [row(paired, 'many', { is_primary: false }), row(usdc, 'many'), row('0xa', 'many')];
    expect(await tokens([...rows, ...good])).toEqual(right);
  });
});

describe('stakes of an account', () => {
  const [first, second] = [`0x${'12'.repeat(32)}`, `0x${'34'.repeat(32)}`] as const;
  const end = (nowSeconds + 86_400n).toString();
  const views = { holding: '0x1::delegation_pool::get_stake', lockup: '0x1::stake::get_lockup_secs' } as const;
  const pays = '0x1::delegation_pool::can_withdraw_pending_inactive';

  /** What the second pool says in place of its own answers. */
  async function stakes(rows: readonly unknown[], said: Readonly<Record<string, unknown>> = {}) {
    const of =
      (name: string, usual: readonly unknown[]) =>
      ({ body }: { readonly body: unknown }) => {
        const [pool] = (body as { readonly arguments: readonly string[] }).arguments;
        return (pool === second && name in said ? said[name] : usual) as readonly unknown[];
      };
    const answers = { [views.holding]: ['50', '7', '20'], [views.lockup]: [end], [pays]: [false] };
    const script = connectTo(
      { views: Object.fromEntries(Object.entries(answers).map(([name, usual]) => [name, of(name, usual)])) },
      { indexers: [{ tables: { current_delegator_balances: rows } }] },
    );
    const { balances, status } = await script.chain.accountState(sender, { include: ['staking'] } as never);
    return {
      positions: balances.staking?.positions.map(({ stakeId = '', amount, status: kept, completionDate }) => [
        ...[stakeId.slice(0, 4), stakeId.split(':')[1], amount, kept],
        ...(completionDate === undefined ? [] : [completionDate]),
      ]),
      unread: unreadIn(status),
    };
  }

  const rowOf = (pool: unknown, shares: unknown = '5') => ({ pool_address: pool, pool_type: 'active_shares', shares });
  const rows = [rowOf(first), rowOf(second)];
  const positions = (pool: string) => [
    [pool, 'active', '50', 'locked'],
    [pool, 'pending_inactive', '20', 'unlocking', `${end}000`],
    [pool, 'inactive', '7', 'unlocked'],
  ];
  const right = { positions: [...positions('0x12'), ...positions('0x34')], unread: undefined };

  it('have no warning without odd parts', async () => {
    expect(await stakes(rows)).toEqual(right);
  });

  it.each(odd)('warn of %s as a row, and ask a pool whose shares are that', async (_, value) => {
    expect(await stakes([value, ...rows])).toEqual({ ...right, unread: ['a stake'] });
    expect(await stakes([rowOf(value), ...rows])).toEqual({ ...right, unread: ['a stake'] });
    expect(await stakes([rowOf(first), rowOf(second, value)])).toEqual(right);
    await expect(stakes([value])).rejects.toMatchObject({ code: 'upstream.unavailable' });
  });

  it.each(odd)('warn of %s as the answer of a pool', async (_, value) => {
    const [active, , inactive] = positions('0x34');
    for (const answer of [value ?? [], [value], [value, '7', '20']])
      expect(await stakes(rows, { [views.holding]: answer })).toEqual({
        positions: positions('0x12'),
        unread: ['a stake'],
      });
    if (value !== true)
      expect(await stakes(rows, { [pays]: [value] })).toEqual({
        positions: [...positions('0x12'), active, inactive],
        unread: ['a stake'],
      });
    expect(await stakes(rows, { [views.lockup]: [value] })).toEqual({
      positions: [...positions('0x12'), active, ['0x34', 'pending_inactive', '20', 'unlocking'], inactive],
      unread: ['the date of a stake'],
    });
  });

  it('warn of a pool that the indexer knows and the node does not', async () => {
    const none = refusal(400, 'invalid_input', 'Move abort: EDELEGATION_POOL_DOES_NOT_EXIST(0x10003)', 4016);
    expect(await stakes(rows, { [views.holding]: none })).toEqual({
      positions: positions('0x12'),
      unread: ['a stake'],
    });
  });
});
