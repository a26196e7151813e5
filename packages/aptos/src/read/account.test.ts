import { describe, expect, it } from 'vitest';
import { connectTo, type IndexerScript, type NodeScript, sender } from '../../test/scripted-node.ts';
import type { Address } from '../address/address.ts';
import { pairedMetadata } from '../address/derived.ts';
import { readStructTag, type StructTag } from '../move/type-tag.ts';

const usdc = '0xbae207659db88bea0cbead6da0ed00aac12edcdda169e591cd41c94180b46f3b';
const asset = `0x${'a1'.repeat(32)}` as Address;
const coin = `0x${'b2'.repeat(32)}::money::Coin`;
const paired = pairedMetadata(readStructTag(coin) as StructTag);

let count = 0;
/** A row as the indexer has it. */
function row(asset_type: string, amount: unknown, more: object = {}) {
  count += 1;
  return {
    asset_type,
    amount,
    is_frozen: false,
    is_primary: true,
    storage_id: `0x${count.toString(16).padStart(64, '0')}`,
    token_standard: asset_type.includes('::') ? 'v1' : 'v2',
    metadata: { name: 'Money', symbol: 'MNY', decimals: 6 },
    ...more,
  };
}

const table = 'current_fungible_asset_balances';

function open(rows: readonly unknown[] | NonNullable<IndexerScript['answer']>, node: NodeScript = {}) {
  const indexer: IndexerScript = typeof rows === 'function' ? { answer: rows } : { tables: { [table]: rows } };
  const script = connectTo(node, { indexers: [indexer] });
  return {
    ...script,
    async tokens() {
      const { balances } = await script.chain.accountState(sender, {
        include: ['tokens'],
        onTrace: script.onTrace,
      } as never);
      return (balances.tokens ?? []).map(({ token: { id, ticker, decimals }, amount }) => [
        id,
        ticker,
        decimals,
        amount,
      ]);
    },
  };
}

describe('tokens of an account', () => {
  it('are what the indexer lists, in one round', async () => {
    const { tokens, roundTrips } = open([row(asset, '7'), row(coin, '8', { is_primary: null })]);
    expect(await tokens()).toEqual([
      [asset, 'MNY', '6', '7'],
      [coin, 'MNY', '6', '8'],
    ]);
    expect(roundTrips()).toBe(1);
  });

  it('that are known are what a node says, whatever the indexer says', async () => {
    const node = { balances: { [sender]: { [usdc]: 5n } } };
    const lie = row(usdc, '999999', { metadata: { name: 'USDC', symbol: 'USDC', decimals: 0 } });
    expect(await open([lie], node).tokens()).toEqual([[usdc, 'USDC', '6', '5']]);
    expect(await open([], node).tokens()).toEqual([[usdc, 'USDC', '6', '5']]);
    expect(await open([lie], {}).tokens()).toEqual([]);
  });

  it('that are known are read as coin and as asset together', async () => {
    const known = '0xf22bede237a07e121b56d91a491eb7bcdfd1f5907926a9e58338f964a01b17fa::asset::USDC';
    const same = pairedMetadata(readStructTag(known) as StructTag);
    const node = { balances: { [sender]: { [known]: 5n } } };
    expect(await open([row(same, '3')], node).tokens()).toEqual([[known, 'lzUSDC', '6', '5']]);
  });

  it('that the operator knows as an asset count with what still is a coin', async () => {
    const tokens = [{ id: paired, name: 'Own', ticker: 'OWN', decimals: 2 }];
    const script = connectTo(
      { balances: { [sender]: { [paired]: 4n, [coin]: 9n } } },
      { tokens, indexers: [{ tables: { [table]: [row(coin, '900')] } }] },
    );
    const { balances } = await script.chain.accountState(sender, { include: ['tokens'] } as never);
    expect(balances.tokens).toMatchObject([{ token: { id: paired, ticker: 'OWN' }, amount: '9' }]);
  });

  it('are no APT, under none of its names', async () => {
    const apt = ['0x1::aptos_coin::AptosCoin', '0xa', `0x${'a'.padStart(64, '0')}`];
    expect(await open(apt.map((name) => row(name, '5'))).tokens()).toEqual([]);
  });

  it.each([
    ['the coin', [row(coin, '5'), row(paired, '4')]],
    ['the asset', [row(paired, '4'), row(coin, '5')]],
  ])('that are held as coin and as asset are one, which goes under the coin: first %s', async (_, rows) => {
    expect(await open(rows).tokens()).toEqual([[coin, 'MNY', '6', '9']]);
  });

  it('that were a coin and are all asset go under the asset', async () => {
    expect(await open([row(paired, '4')]).tokens()).toEqual([[paired, 'MNY', '6', '4']]);
  });

  it('count once if a row comes twice', async () => {
    const same = row(asset, '4');
    expect(await open([same, same]).tokens()).toEqual([[asset, 'MNY', '6', '4']]);
  });

  it('in stores that transfers do not reach are left out', async () => {
    expect(await open([row(asset, '4'), row(asset, '900', { is_primary: false })]).tokens()).toEqual([
      [asset, 'MNY', '6', '4'],
    ]);
  });

  it('have addresses in long form, though indexers drop zeros', async () => {
    const [short, long] = [`0x${'7'.repeat(62)}`, `0x00${'7'.repeat(62)}`];
    const rows = [row(`${short}::money::Coin`, '1'), row(short, '2')];
    expect((await open(rows).tokens()).map(([id]) => id)).toEqual([`${long}::money::Coin`, long]);
  });

  it.each([
    ['a text', '9007199254740993'],
    ['a number', 9_007_199_254_740_993n],
  ])('have exact amounts: %s', async (_, amount) => {
    expect(await open([row(asset, amount)]).tokens()).toEqual([[asset, 'MNY', '6', '9007199254740993']]);
  });

  it('without facts in the index are looked up at a node, and remembered', async () => {
    const resources = { [`${asset}/0x1::fungible_asset::Metadata`]: { name: 'Own', symbol: 'OWN', decimals: 3 } };
    const script = open([row(asset, '7', { metadata: null })], { resources });
    expect(await script.tokens()).toEqual([[asset, 'OWN', '3', '7']]);
    expect(script.roundTrips()).toBe(2);
    expect(await script.tokens()).toEqual([[asset, 'OWN', '3', '7']]);
    expect(script.roundTrips()).toBe(1);
  });

  it('that nobody knows anything of are shown under their ids, in the smallest unit', async () => {
    const dead = { own: { [`/accounts/${asset}/resource/0x1::fungible_asset::Metadata`]: { type: 'x', data: {} } } };
    expect(await open([row(asset, '7', { metadata: null })], dead).tokens()).toEqual([[asset, asset, '0', '7']]);
  });

  it('are no pieces of collections', async () => {
    const metadata = { name: 'Picture', symbol: 'PIC', decimals: 0 };
    const resources = { [`${asset}/0x1::fungible_asset::Metadata`]: metadata };
    const pieces = (supply: string) => ({ resources, views: { '0x1::fungible_asset::supply': [{ vec: [supply] }] } });
    expect(await open([row(asset, '1', { metadata })], pieces('1')).tokens()).toEqual([]);
    expect(await open([row(asset, '1', { metadata })], pieces('2')).tokens()).toEqual([[asset, 'PIC', '0', '1']]);
  });

  it('have clean names', async () => {
    const metadata = { name: '\u202eMoney', symbol: 'M\u200bNY\n', decimals: 6 };
    expect(await open([row(asset, '1', { metadata })]).tokens()).toEqual([[asset, 'MNY', '6', '1']]);
  });

  it('are on three pages at most: an indexer that lies keeps nobody busy', async () => {
    const pages: unknown[] = [];
    const full = (_: string, { offset, limit }: Readonly<Record<string, unknown>>) => {
      pages.push(offset);
      const rows = Array.from({ length: Number(limit) }, () => row(`0x${'1'.repeat(56)}${10_000_000 + count}`, '1'));
      return { data: { [table]: rows } };
    };
    expect(await open(full).tokens()).toHaveLength(300);
    expect(pages).toEqual([0, 100, 200]);
  });

  it.each<[string, unknown]>([
    ['nothing', null],
    ['a negative amount', row(asset, '-1')],
    ['an amount with a fraction', row(asset, 1.5)],
    ['an amount beyond 128 bits', row(asset, (2n ** 128n).toString())],
    ['a name that is none', row('0x5', '-1', { metadata: { name: 5 } })],
  ])('leave out one row with %s', async (_, odd) => {
    expect(await open(() => ({ data: { [table]: [odd, row(asset, '2')] } })).tokens()).toEqual([
      [asset, 'MNY', '6', '2'],
    ]);
  });

  it('skip rows that name no token', async () => {
    expect(await open([row('not a token', '1'), row(asset, '2')]).tokens()).toEqual([[asset, 'MNY', '6', '2']]);
  });

  it.each<[string, unknown]>([
    ['an error', { errors: [{ message: 'field not found' }] }],
    ['half an answer', { data: {} }],
    ['more than a page', { data: { [table]: Array.from({ length: 101 }, () => row(asset, '1')) } }],
  ])('are an error if the indexer answers %s', async (_, answer) => {
    await expect(open(() => answer).tokens()).rejects.toThrow();
  });
});

describe('APT of an account', () => {
  it('needs no indexer, and tokens do', async () => {
    const { chain } = connectTo({}, { indexers: ['dead'] });
    const { balances } = await chain.accountState(sender, { include: ['native'] } as never);
    expect(balances).toEqual({ native: { available: '1000000000', total: '1000000000', unconfirmed: '0' } });
    await expect(chain.accountState(sender, { include: ['tokens'] } as never)).rejects.toThrow();
  });

  it('is what a transfer can use, and in all what is still a coin too', async () => {
    const own = { [`/accounts/${sender}/balance/0x1::aptos_coin::AptosCoin`]: 12 };
    const { chain } = connectTo({ balances: { [sender]: 5n }, own });
    const { balances } = await chain.accountState(sender, { include: ['native'] } as never);
    expect(balances.native).toEqual({ available: '5', total: '12', unconfirmed: '0' });
  });
});
