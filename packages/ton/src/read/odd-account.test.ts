import { Address, beginCell, Cell, type StateInit } from '@ton/core';
import { describe, expect, it } from 'vitest';
import recorded from '../../fixtures/liquid-pool.json' with { type: 'json' };
import nominators from '../../fixtures/nominator-pool.json' with { type: 'json' };
import { endpointOf, scriptedJettons } from '../../test/jetton-world.ts';
import { ton } from '../index.ts';
import type { TonKind, TonOptions } from '../options.ts';
import { tonstakers } from '../pools/known-pools.ts';

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
  ['a list', [7]],
];

const coin = 1_000_000_000n;
const at = (byte: number, workchain = 0) => new Address(workchain, Buffer.alloc(32, byte));
const owner = Address.parse(nominators.nominators.pendingToo);
const [gold, silver, wallet, bills, bill] = [at(0x10), at(0x11), at(2), at(3), at(4)];
const tether = Address.parse('EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs');
const minter = Address.parse('EQAe4iWhhHZzQlGhBPZ0_cJXMUtwAM7_tdJg8Qxq5lG3AN5d');
const cell = beginCell().endCell();
const raw = (address: Address) => address.toRawString();

type Answer = Readonly<Record<string, unknown>>;
type Instead = Readonly<Record<string, () => Response>>;
type Value = string | null | Address | Cell | readonly Value[];

function itemOf(value: Value): object {
  if (value === null) return { type: 'list', value: [] };
  if (value instanceof Cell) return { type: 'cell', value: value.toBoc().toString('base64') };
  if (value instanceof Address) return itemOf(beginCell().storeAddress(value).endCell());
  if (typeof value === 'object') return { type: 'tuple', value: value.map(itemOf) };
  return value.startsWith('EQ') ? itemOf(Address.parse(value)) : { type: 'num', value };
}

/** The recorded pool of liquid staking. The account has 50 of its tokens, and 30 on a bill. */
const methods: Readonly<Record<string, readonly Value[]>> = {
  [`${raw(Address.parse(tonstakers))} get_pool_full_data`]: (recorded.answer as Value[])
    .with(16, bills)
    .with(17, String(30n * coin)),
  [`${raw(minter)} get_wallet_address`]: [wallet],
  [`${raw(wallet)} get_wallet_data`]: [String(50n * coin), owner, minter, cell],
  [`${raw(bill)} get_nft_data`]: [
    '-0x1',
    '7',
    bills,
    owner,
    beginCell()
      .storeCoins(30n * coin)
      .endCell(),
  ],
  [`${raw(bills)} get_nft_address_by_index`]: [bill],
};

const code = beginCell().storeUint(1, 8).endCell();
const pool = { address: at(5, -1), state: { balance: coin, init: { code, data: Cell.fromBase64(nominators.data) } } };
const own = { pool_address: raw(pool.address) };

interface World {
  readonly kind?: TonKind;
  readonly include?: readonly ('native' | 'tokens' | 'staking')[];
  readonly instead?: Instead;
  readonly methods?: Readonly<Record<string, unknown>>;
  readonly tokens?: TonOptions['tokens'];
}

async function read({ kind = 'toncenter-v3', include = ['native', 'tokens'], instead = {}, ...more }: World) {
  const accounts = new Map<string, { readonly balance: bigint; readonly init?: StateInit }>([
    [raw(owner), { balance: 7n }],
    [raw(pool.address), pool.state],
  ]);
  const answers = {
    '/staking/nominatorPools/nominator': () => Response.json({ nominator_pools: [own] }),
    '/nft/items': () => Response.json({ nft_items: [{ address: raw(bill) }] }),
    ...instead,
  };
  const { fetch } = scriptedJettons({ accounts, instead: answers });
  const calls: Readonly<Record<string, unknown>> = { ...methods, ...more.methods };
  const chain = ton.connect('ton', {
    endpoints: [endpointOf(kind)],
    oldestBlockMs: 0,
    nominatorPoolCodes: [code.hash().toString('hex')],
    ...(more.tokens === undefined ? {} : { tokens: more.tokens }),
    fetch: (async (url: string | URL, init?: { readonly body?: unknown }) => {
      if (typeof init?.body !== 'string') return fetch(url, init);
      const { address, method } = JSON.parse(init.body) as { readonly address: string; readonly method: string };
      const found = calls[`${raw(Address.parse(address))} ${method}`];
      if (!Array.isArray(found)) return Response.json(found ?? { exit_code: 11, stack: [] });
      return Response.json({ exit_code: 0, stack: found.map(itemOf) });
    }) as NonNullable<TonOptions['fetch']>,
  });
  const { balances, status } = await chain.accountState(owner.toString(), { include });
  return {
    native: balances.native?.total,
    tokens: balances.tokens?.map(({ token, amount }) => [token.id, amount]),
    positions: balances.staking?.positions.map(({ amount, status: kept }) => [amount, kept]),
    unread: status?.warnings.map(({ message }) => message.split('fits: ')[1]),
  };
}

const path = { 'toncenter-v3': '/jetton/wallets', tonapi: `/accounts/${owner.toString()}/jettons` } as const;

/** A row of an index. `changed` has the members of v3; tonapi calls the master by another name. */
function rowOf(kind: keyof typeof path, master: Address, balance: unknown): Answer {
  if (kind === 'tonapi') return { balance, wallet_address: { address: raw(wallet) }, jetton: { address: raw(master) } };
  return { address: raw(wallet), balance, owner: raw(owner), jetton: raw(master) };
}

describe.each(['toncenter-v3', 'tonapi'] as const)('jettons of %s', (kind) => {
  const listed = (rows: readonly unknown[], metadata: unknown = {}) => ({
    kind,
    instead: {
      [path[kind]]: () => Response.json(kind === 'tonapi' ? { balances: rows } : { jetton_wallets: rows, metadata }),
    },
  });
  const good = [rowOf(kind, gold, '5'), rowOf(kind, silver, '6')];
  const right = {
    native: '7',
    tokens: [
      [gold.toString(), '5'],
      [silver.toString(), '6'],
    ],
    positions: undefined,
    unread: undefined,
  };

  it('have no warning without odd rows', async () => {
    expect(await read(listed(good))).toEqual(right);
  });

  it.each(odd)('warn of %s', async (_, value) => {
    const expected = { ...right, unread: ['a token balance'] };
    expect(await read(listed([good[0], value, good[1]]))).toEqual(expected);
    expect(await read(listed([rowOf(kind, at(0x12), value), ...good]))).toEqual(expected);
    const { tokens, unread } = await read(listed([...good, rowOf(kind, tether, value)]));
    expect([tokens, unread]).toEqual([right.tokens, ['the balance of USD₮']]);
  });

  it('take no other wallet of a master in the place of one that cannot be read', async () => {
    expect(await read(listed([rowOf(kind, gold, 'many'), ...good]))).toEqual({
      ...right,
      tokens: [[silver.toString(), '6']],
      unread: ['a token balance'],
    });
  });

  it('do not miss what the index calls a fraud, unless it is listed', async () => {
    const info = { type: 'jetton_masters', valid: true, is_scam: true };
    const metadata = { [raw(gold)]: { is_indexed: true, token_info: [info] } };
    const jetton = { address: raw(gold), verification: 'blacklist' };
    const fraud = { ...rowOf(kind, gold, 'many'), ...(kind === 'tonapi' ? { jetton } : {}) };
    const world = listed([fraud, good[1]], metadata);
    const expected = { ...right, tokens: [[silver.toString(), '6']] };
    expect(await read(world)).toEqual(expected);
    const tokens = [{ id: gold.toString(), name: 'Gold', ticker: 'GOLD', decimals: 1 }];
    expect(await read({ ...world, tokens })).toEqual({ ...expected, unread: ['the balance of GOLD'] });
  });
});

describe.each(odd)('%s in the state of an account', (_, value) => {
  it('costs nothing beside the balance', async () => {
    const told = { code_boc: value, data_boc: value, last_transaction_lt: value, suspended: value };
    const states = (balance: unknown) => ({
      '/accountStates': () =>
        Response.json({ accounts: [{ address: raw(owner), status: 'active', balance, ...told }] }),
    });
    expect(await read({ include: ['native'], instead: states('7') })).toMatchObject({ native: '7', unread: undefined });
    await expect(read({ include: ['native'], instead: states(value) })).rejects.toMatchObject({
      code: 'upstream.unavailable',
    });
  });
});

describe('stakes', () => {
  const liquid = ['51999999999', 'locked'];
  const billed = ['31199999999', 'unlocking'];
  const staking = (world: World = {}) => read({ include: ['staking'], ...world });
  const listed = (rows: readonly unknown[]) => ({
    instead: { '/staking/nominatorPools/nominator': () => Response.json({ nominator_pools: rows }) },
  });

  it('have no warning without odd parts', async () => {
    const { positions, unread } = await staking();
    expect(positions).toHaveLength(3);
    expect(positions?.slice(1)).toEqual([liquid, billed]);
    expect(unread).toBeUndefined();
  });

  it.each(odd)('warn of %s', async (_, value) => {
    const right = (await staking()).positions ?? [];
    const short = (positions: unknown) => ({ native: undefined, tokens: undefined, positions, unread: ['a stake'] });
    // As a row of an index, and as its pool.
    expect(await staking(listed([value, own]))).toEqual(short(right));
    expect(await staking(listed([{ pool_address: value }, own]))).toEqual(short(right));
    // As a pool of nominators, beside one that can be read.
    const [address, broken] = [raw(pool.address), raw(at(6, -1))];
    const boc = (one: Cell) => one.toBoc().toString('base64');
    const { data } = pool.state.init;
    const row = { status: 'active', balance: '1', code_boc: boc(code), data_boc: boc(data), last_transaction_lt: '7' };
    let asked = 0;
    const accounts = [
      [
        { ...row, address },
        { ...row, address: broken, code_boc: value ?? 7 },
      ],
      [{ ...row, address }],
      [{ ...row, address: broken, code_boc: value ?? 7 }],
    ];
    const two = listed([own, { pool_address: broken }]).instead;
    const states = { ...two, '/accountStates': () => Response.json({ accounts: accounts[Math.min(asked++, 2)] }) };
    if (value !== '') expect(await staking({ instead: states })).toEqual(short(right));
    // As the contract of liquid staking, and as the jettons of it.
    const contract = `${raw(Address.parse(tonstakers))} get_pool_full_data`;
    expect(await staking({ methods: { [contract]: { exit_code: 0, stack: value } } })).toEqual(short([right[0]]));
    const none = { exit_code: 0, stack: [value] };
    expect(await staking({ methods: { [`${raw(minter)} get_wallet_address`]: none } })).toEqual(
      short([right[0], billed]),
    );
    // As a bill of it.
    const items = { '/nft/items': () => Response.json({ nft_items: [value, { address: raw(bill) }] }) };
    expect(await staking({ instead: items })).toEqual(short(right));
  });

  it('ask the wallet of a liquid pool where an index lists it in an odd form', async () => {
    const instead = { '/jetton/wallets': () => Response.json({ jetton_wallets: [{}], metadata: {} }) };
    const { positions, unread } = await staking({ instead });
    expect([positions?.slice(1), unread]).toEqual([[liquid, billed], undefined]);
  });

  it.each(odd)('warn of %s as the place of a bill, and as the collection of bills', async (_, value) => {
    const right = (await staking()).positions ?? [];
    const world = {
      [`${raw(bills)} get_nft_address_by_index`]: { exit_code: 0, stack: [value] },
      [`${raw(Address.parse(tonstakers))} get_pool_full_data`]: {
        exit_code: 0,
        stack: ((recorded.answer as Value[]).with(17, String(30n * coin)).map(itemOf) as unknown[]).with(16, value),
      },
    };
    for (const [method, answer] of Object.entries(world)) {
      const { positions, unread } = await staking({ methods: { [method]: answer } });
      expect([positions, unread]).toEqual([right.slice(0, 2), ['a stake']]);
    }
  });

  it('warn of a pool of another kind, which may hold a stake', async () => {
    const { positions, unread } = await staking(listed([{ pool_address: raw(owner) }]));
    expect([positions, unread]).toEqual([[liquid, billed], ['a stake']]);
  });

  // Anybody can make an NFT that says that it is a bill.
  it('do not miss a bill whose contract says nothing that can be read', async () => {
    const { positions, unread } = await staking({ methods: { [`${raw(bill)} get_nft_data`]: [cell] } });
    expect([positions?.slice(1), unread]).toEqual([[liquid], undefined]);
  });
});
