import { describe, expect, it } from 'vitest';
import { assetId, connectTo, creator, refused } from '../../test/scripted-node.ts';

const base64 = (...bytes: readonly number[]) => Buffer.from(bytes).toString('base64');
const text = (value: string) => Buffer.from(value).toString('base64');

/** What is wrong in an answer. */
interface Wrong {
  readonly index?: number;
  readonly [field: string]: unknown;
}

async function read(changed: Readonly<Record<string, unknown>>, id = assetId) {
  const { chain } = connectTo({ algod: { assets: { [id]: { changed } } } });
  const { name, ticker } = await chain.token(id);
  return { name, ticker };
}

describe('an asset', () => {
  it('is read in one round, from a node', async () => {
    const { chain, onTrace, roundTrips, asked } = connectTo();
    expect(await chain.token(assetId, { onTrace })).toMatchObject({
      type: 'ASA',
      id: assetId,
      name: 'Demo',
      ticker: 'DEMO',
      decimals: '6',
    });
    expect(await chain.token(assetId)).not.toHaveProperty('contractAddress');
    expect(roundTrips()).toBe(1);
    expect(asked.every(({ endpoint }) => endpoint === 'algod 0')).toBe(true);
  });

  it('can have the highest number, 19 decimals and a total of 64 bits', async () => {
    const highest = (2n ** 64n - 1n).toString();
    const { chain } = connectTo({ algod: { assets: { [highest]: { decimals: 19, total: 2n ** 64n - 1n } } } });
    expect(await chain.token(highest)).toMatchObject({ id: highest, decimals: '19' });
  });

  it('without names is called by its number', async () => {
    const none = { name: undefined, 'name-b64': undefined, 'unit-name': undefined, 'unit-name-b64': undefined };
    expect(await read(none)).toEqual({ name: 'ASA 31566704', ticker: 'ASA 31566704' });
    const empty = { name: '', 'name-b64': '', 'unit-name': '', 'unit-name-b64': '' };
    expect(await read(empty)).toEqual({ name: 'ASA 31566704', ticker: 'ASA 31566704' });
  });

  it.each([
    ['text that cannot be printed', text('De\u0007mo\u202e'), 'De mo'],
    ['a mark of byte order', text('\ufeffDemo'), 'Demo'],
    ['nothing but what cannot be seen', text('\u200b\u0000\u2066'), 'ASA 31566704'],
    ['bytes that are no text', base64(0xff, 0xfe, 0x00, 0x41), 'ASA 31566704'],
    ['half of a character', base64(0x41, 0xe2, 0x82), 'ASA 31566704'],
    ['no base64', '*', 'ASA 31566704'],
  ])('with a name of %s', async (_, name, shown) => {
    const changed = { name: undefined, 'name-b64': name, 'unit-name': undefined, 'unit-name-b64': name };
    expect(await read(changed)).toEqual({ name: shown, ticker: shown });
  });

  it('is shown without characters that mislead, also where the node tells a text', async () => {
    expect(await read({ name: 'US\u202eDC', 'unit-name': 'U\nSDC' })).toEqual({ name: 'USDC', ticker: 'U SDC' });
  });

  it('that was destroyed or never created is not there', async () => {
    const { chain } = connectTo({ algod: { assets: {} } });
    await expect(chain.token(assetId)).rejects.toMatchObject({ problems: [{ code: 'token.notFound' }] });
    await expect(chain.token(assetId)).rejects.toThrow('it was never created, or its manager destroyed it');
  });

  it('is not remembered after its end', async () => {
    let exists = true;
    const { chain } = connectTo({ algod: () => ({ assets: exists ? { [assetId]: {} } : {} }) });
    expect(await chain.token(assetId)).toMatchObject({ ticker: 'DEMO' });
    exists = false;
    await expect(chain.token(assetId)).rejects.toMatchObject({ problems: [{ code: 'token.notFound' }] });
  });

  it.each([
    ['another asset', { index: 5 }],
    ['20 decimals', { decimals: 20 }],
    ['half a decimal', { decimals: 1.5 }],
    ['no creator', { creator: '' }],
    ['a total beyond 64 bits', { total: 2n ** 64n }],
  ])('is not taken from an answer with %s', async (_, { index = Number(assetId), ...wrong }: Wrong) => {
    const params = { creator, decimals: 6, total: 5, ...wrong };
    const own = { [`/v2/assets/${assetId}`]: { index, params } };
    await expect(connectTo({ algod: { own } }).chain.token(assetId)).rejects.toMatchObject({ name: 'UpstreamError' });
    // Another node is asked.
    expect(await connectTo({ algod: [{ own }, {}] }).chain.token(assetId)).toMatchObject({ ticker: 'DEMO' });
  });

  it('is not missing only because a node fails', async () => {
    for (const answer of [refused(404, 'Not Found'), refused(400, 'asset does not exist'), refused(500, 'failed')]) {
      const { chain } = connectTo({ algod: { own: { [`/v2/assets/${assetId}`]: answer } } });
      await expect(chain.token(assetId)).rejects.toMatchObject({ name: 'UpstreamError' });
    }
  });
});
