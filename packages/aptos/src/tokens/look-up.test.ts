import { describe, expect, it } from 'vitest';
import { connectTo, type NodeScript, notFound, refusal } from '../../test/scripted-node.ts';
import { pairedMetadata } from '../address/derived.ts';
import { readStructTag, type StructTag } from '../move/type-tag.ts';

const usdc = '0xbae207659db88bea0cbead6da0ed00aac12edcdda169e591cd41c94180b46f3b';
const usdcOfTestnet = '0x69091fbab5f7d635ee7ac5098cf0c1efbe31d68fec0f2cd565e8d168daf52832';
const asset = `0x${'a1'.repeat(32)}`;
const issuer = `0x${'b2'.repeat(32)}`;
const coin = `${issuer}::money::Coin`;

const metadata = (data: object) => ({ [`${asset}/0x1::fungible_asset::Metadata`]: data });
const coinInfo = (type: string, data: object) => ({ [`${issuer}/0x1::coin::CoinInfo<${type}>`]: data });
const facts = { name: 'Money', symbol: 'MNY', decimals: 6, icon_uri: '', project_uri: '' };
const supply = (amount: string) => ({ '0x1::fungible_asset::supply': [{ vec: [amount] }] });
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error) => error.problems?.[0]?.code,
  );

describe('a known token', () => {
  it.each([
    ['aptos', usdc, 'USDC'],
    ['aptos', '0x357b0b74bc833e95a115ad22604854d6b0fca151cecd94111770e5d6ffc9dc2b', 'USDt'],
    ['aptos-testnet', usdcOfTestnet, 'USDC'],
  ] as const)('of %s needs no endpoint: %s', async (chainId, id, ticker) => {
    const { chain, asked } = connectTo({}, { chainId });
    expect(await chain.token(id)).toMatchObject({ type: 'APTOS_COIN', id, ticker, decimals: '6' });
    expect(asked).toEqual([]);
  });

  it('of another network is none', async () => {
    const { chain } = connectTo({}, { chainId: 'aptos-testnet' });
    expect(await code(chain.token(usdc))).toBe('token.notFound');
  });

  it('is what the operator says', async () => {
    const tokens = [{ id: usdc.toUpperCase().replace('0X', '0x'), name: 'Own', ticker: 'OWN', decimals: 2 }];
    const { chain } = connectTo({}, { tokens });
    expect(await chain.token(usdc)).toMatchObject({ ticker: 'OWN', decimals: '2' });
  });

  it('has the same facts as coin and as asset', async () => {
    const type = '0xf22bede237a07e121b56d91a491eb7bcdfd1f5907926a9e58338f964a01b17fa::asset::USDC';
    // The name that bridges give their coins would not tell them apart.
    const paired = pairedMetadata(readStructTag(type) as StructTag);
    const { chain, asked } = connectTo();
    for (const id of [type, paired])
      expect(await chain.token(id)).toMatchObject({ id, ticker: 'lzUSDC', decimals: '6' });
    expect(asked).toEqual([]);
  });
});

describe('another token', () => {
  const read = (id: string, script: NodeScript) => connectTo(script).chain.token(id);

  it('is what its metadata says, and is remembered', async () => {
    const script = connectTo({ resources: metadata(facts), views: supply('5') });
    const expected = {
      type: 'APTOS_COIN',
      id: asset,
      name: 'Money',
      ticker: 'MNY',
      decimals: '6',
      contractAddress: asset,
    };
    expect(await script.chain.token(asset)).toMatchObject(expected);
    const { length } = script.asked;
    expect(await script.chain.token(asset)).toMatchObject(expected);
    expect(script.asked).toHaveLength(length);
  });

  it('is what the module of its coin says', async () => {
    expect(await read(coin, { resources: coinInfo(coin, facts) })).toMatchObject({
      id: coin,
      ticker: 'MNY',
      decimals: '6',
    });
  });

  it('may be a coin with types in its type, which nodes write without leading zeros', async () => {
    const id = `${issuer}::pool::LP<${coin}, 0x0${'c'.repeat(63)}::other::Coin>`;
    const written = `${issuer}::pool::LP<${coin}, 0x${'c'.repeat(63)}::other::Coin>`;
    expect(await read(id, { resources: coinInfo(written, facts) })).toMatchObject({ id, ticker: 'MNY' });
  });

  it('has a name that is safe to show', async () => {
    const tricky = { ...facts, name: '\u202eMoney\n', symbol: `\u200b${'X'.repeat(40)}` };
    const token = await read(asset, { resources: metadata(tricky), views: supply('5') });
    expect(token).toMatchObject({ name: 'Money', ticker: 'X'.repeat(32) });
  });

  it.each([
    ['nothing is at its address', asset, {}],
    ['nobody made the coin', coin, {}],
    ['there is one piece of it', asset, { resources: metadata({ ...facts, decimals: 0 }), views: supply('1') }],
  ] as const)('is none if %s', async (_, id, script) => {
    expect(await code(connectTo(script as NodeScript).chain.token(id))).toBe('token.notFound');
  });

  it('without decimals is a token if there is more than one piece of it', async () => {
    const script = { resources: metadata({ ...facts, decimals: 0 }), views: supply('2') };
    expect(await read(asset, script)).toMatchObject({ decimals: '0' });
  });

  it('may be one smallest unit of a token with decimals', async () => {
    expect(await read(asset, { resources: metadata(facts), views: supply('1') })).toMatchObject({ decimals: '6' });
  });

  it.each([
    ['decimals that are none', { ...facts, decimals: 256 }],
    ['decimals below 0', { ...facts, decimals: -1 }],
    ['no name', { symbol: 'X', decimals: 6 }],
  ])('is not read from a node that says %s', async (_, data) => {
    expect(await code(connectTo({ resources: metadata(data), views: supply('5') }).chain.token(asset))).toBe(
      'upstream.unavailable',
    );
  });

  it('is asked of another node if one fails, and a failure is not taken for absence', async () => {
    const path = `/accounts/${asset}/resource/0x1::fungible_asset::Metadata`;
    const broken: NodeScript = { own: { [path]: refusal(503, 'internal_error', 'overloaded') } };
    const good: NodeScript = { resources: metadata(facts), views: supply('5') };
    expect(await connectTo([broken, good]).chain.token(asset)).toMatchObject({ ticker: 'MNY' });
    expect(await code(connectTo(broken).chain.token(asset))).toBe('upstream.unavailable');
    expect(await code(connectTo({ own: { [path]: notFound } }).chain.token(asset))).toBe('token.notFound');
  });
});
