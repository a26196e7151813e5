import { Address } from '@ton/core';
import { describe, expect, it } from 'vitest';
import { tonapiJettons } from '../../test/fixtures.ts';
import { endpointOf, type Script, type ScriptedWallet, scriptedJettons } from '../../test/jetton-world.ts';
import { ton } from '../index.ts';
import type { TonKind, TonOptions } from '../options.ts';

const address = (byte: number) => new Address(0, Buffer.alloc(32, byte));
const owner = address(1);
const [gold, junk, mystery, tether] = [
  address(0x10),
  address(0x11),
  address(0x12),
  Address.parse('EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs'),
];
const accounts = new Map([[owner.toRawString(), { balance: 1_234_567_890n }]]);
const held = (master: Address, balance: bigint, more: object = {}): ScriptedWallet => ({
  address: address(0x80),
  owner,
  master,
  balance,
  more,
});

async function read(
  kind: TonKind,
  script: Script,
  {
    include = ['native', 'tokens'],
    ...options
  }: Pick<TonOptions, 'tokens'> & { include?: readonly ('native' | 'tokens')[] } = {},
) {
  const { requests, fetch } = scriptedJettons({ accounts, ...script });
  const chain = ton.connect('ton', {
    endpoints: [endpointOf(kind)],
    fetch: fetch as NonNullable<TonOptions['fetch']>,
    oldestBlockMs: 0,
    ...options,
  });
  let roundTrips: number | undefined;
  const found = await chain.accountState(owner.toString(), {
    include,
    onTrace: (trace) => (roundTrips = trace.roundTrips),
  });
  const { native, tokens } = found.balances;
  const told = tokens?.map(({ token, amount }) => [token.id, token.ticker, token.decimals, amount]);
  return { native, tokens, told, requests, roundTrips };
}

const info = (symbol: string, decimals: string, more: object = {}) => ({
  is_indexed: true,
  token_info: [{ type: 'jetton_masters', valid: true, name: symbol, symbol, extra: { decimals }, ...more }],
});

const worlds = {
  'toncenter-v3': {
    wallets: [held(gold, 500n), held(junk, 7n), held(mystery, 70n), held(tether, 2_500_000n)],
    metadata: {
      [gold.toRawString().toUpperCase()]: info('GOLD', '3'),
      [junk.toRawString().toUpperCase()]: info('WIN', '9', { is_scam: true }),
      // A liar moves the decimal point of a known jetton, and takes its name.
      [tether.toRawString().toUpperCase()]: info('FAKE', '0'),
    },
  },
  tonapi: {
    wallets: [held(gold, 500n), held(junk, 7n), held(mystery, 70n), held(tether, 2_500_000n)],
    masters: {
      [gold.toRawString()]: { name: 'Gold', symbol: 'GOLD', decimals: 3, verification: 'none' },
      [junk.toRawString()]: { name: 'Win', symbol: 'WIN', decimals: 9, verification: 'blacklist' },
      [mystery.toRawString()]: { name: '', symbol: '', decimals: 999, verification: 'none' },
      [tether.toRawString()]: { name: 'Fake', symbol: 'FAKE', decimals: 0, verification: 'whitelist' },
    },
  },
} satisfies Partial<Record<TonKind, Script>>;

describe.each(['toncenter-v3', 'tonapi'] as const)('with %s', (kind) => {
  it('tells coins and jettons in one round trip', async () => {
    const { native, told, roundTrips, requests } = await read(kind, worlds[kind]);
    expect(native).toEqual({ available: '1234567890', total: '1234567890', unconfirmed: '0' });
    expect(told).toEqual([
      [gold.toString(), 'GOLD', '3', '500'],
      // Decimals that nobody knows are not guessed.
      [mystery.toString(), 'EQAS..EuHS', '0', '70'],
      [tether.toString(), 'USD₮', '6', '2500000'],
    ]);
    expect(roundTrips).toBe(1);
    expect(requests).toHaveLength(2);
  });

  it('shows a jetton that the operator names, whatever an index calls it', async () => {
    const tokens = [{ id: junk.toString(), name: 'Mine', ticker: 'MINE', decimals: 1 }];
    const { told } = await read(kind, worlds[kind], { tokens });
    expect(told).toContainEqual([junk.toString(), 'MINE', '1', '7']);
  });

  it('asks only for what is wanted', async () => {
    expect(await read(kind, worlds[kind], { include: ['native'] })).toMatchObject({ tokens: undefined, roundTrips: 1 });
    const { native, requests } = await read(kind, worlds[kind], { include: ['tokens'] });
    expect([native, requests.length]).toEqual([undefined, 1]);
  });

  it('an account that nobody has used holds nothing', async () => {
    const { native, told } = await read(kind, { accounts: new Map() });
    expect([native?.total, told]).toEqual(['0', []]);
  });

  it('counts a jetton once, and leaves out jettons with a balance of 0', async () => {
    const { told } = await read(kind, {
      ...worlds[kind],
      wallets: [held(gold, 5n), held(gold, 6n), held(mystery, 0n)],
    });
    expect(told).toEqual([[gold.toString(), 'GOLD', '3', '5']]);
  });
});

it('does not believe v3 about the jettons of somebody else', async () => {
  const wallets = [held(gold, 500n, { owner: address(9).toRawString() })];
  await expect(read('toncenter-v3', { wallets })).rejects.toMatchObject({ code: 'upstream.unavailable' });
});

it('counts what can still be claimed of a mintless jetton', async () => {
  const wallets = [held(gold, 500n, { mintless_info: { amount: '250', start_from: 1, expire_at: 2 ** 32 - 1 } })];
  const { told } = await read('toncenter-v3', { ...worlds['toncenter-v3'], wallets });
  expect(told).toEqual([[gold.toString(), 'GOLD', '3', '750']]);
});

it('toncenter v2 tells coins alone', async () => {
  const { native, tokens } = await read('toncenter-v2', {});
  expect([native?.total, tokens]).toEqual(['1234567890', undefined]);
});

it('looks for known jettons if so many others came that v3 does not list all', async () => {
  const spam = Array.from({ length: 1000 }, (_, i) => {
    const bytes = Buffer.alloc(32);
    bytes.writeUInt32BE(i + 1);
    return held(new Address(0, bytes), 1n);
  });
  const { fetch, requests } = scriptedJettons({ accounts, wallets: [...spam, held(tether, 9n)] });
  const cut = async (input: string | URL, init?: { readonly body?: unknown }) => {
    const url = new URL(String(input));
    const answer = await fetch(input, init);
    if (url.pathname !== '/jetton/wallets' || url.searchParams.has('jetton_address')) return answer;
    const { jetton_wallets: rows, ...more } = (await answer.json()) as { jetton_wallets: unknown[] };
    return Response.json({ ...more, jetton_wallets: rows.slice(0, 1000) });
  };
  const chain = ton.connect('ton', {
    endpoints: [endpointOf('toncenter-v3')],
    fetch: cut as unknown as NonNullable<TonOptions['fetch']>,
    oldestBlockMs: 0,
  });
  const { tokens = [] } = (await chain.accountState(owner.toString(), { include: ['tokens'] })).balances;
  expect(tokens).toHaveLength(1001);
  expect(tokens.find(({ token }) => token.id === tether.toString())).toMatchObject({ amount: '9' });
  expect(requests.filter((request) => request.includes('/jetton/wallets'))).toHaveLength(2);
});

it('reads what tonapi answered (fixtures/tonapi-jettons.json)', async () => {
  const balances = tonapiJettons.map(({ balance, wallet, master, ...jetton }) => ({
    balance,
    wallet_address: { address: wallet, is_scam: false, is_wallet: false },
    jetton: { address: master, image: 'https://a.example/a.png', score: 0, ...jetton },
  }));
  const instead = { [`/accounts/${owner.toString()}/jettons`]: () => Response.json({ balances }) };
  const { tokens } = await read('tonapi', { instead });
  expect(tokens?.map(({ token: { name, ticker, decimals }, amount }) => [name, ticker, decimals, amount])).toEqual([
    ['KINGYTON', 'KINGY', '9', '21880005575'],
    ['Lavandos', 'LAVE', '9', '10319637719670'],
    // The last letter of this ticker is Cyrillic, so that it looks like another jetton's. The id tells them apart.
    ['jUSCDT', 'jUSDТ', '9', '10000000000000'],
  ]);
  expect(tokens?.[0]?.token.id).toBe('EQC-tdRjjoYMz3MXKW4pj95bNZgvRyWwZ23Jix3ph7guvHxJ');
});
