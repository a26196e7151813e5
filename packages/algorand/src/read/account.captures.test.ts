import { describeCaptures } from '@isochain/conformance';
import { expect, it } from 'vitest';
import { addressOfBytes, connectTo } from '../../test/scripted-node.ts';

// Answers that others recorded of nodes and indexers, answered by a script. What must be read of them was written by hand.

// biome-ignore lint/suspicious/noExplicitAny: recordings have no types
type Json = any;

const files = [
  'algorand/algod-accountInformation.json',
  'algorand/algod-algod_account_minbalance.json',
  'algorand/algod-accountAssetsInformation.json',
] as const;
const asset = 'algorand/indexer-lookupAssetByID_0.json';

describeCaptures('an account', files, (readFile) => {
  const [basic, minimum, assets]: readonly Json[] = files.map((file) => JSON.parse(readFile(file)));

  it('is read', async () => {
    const { chain } = connectTo({ algod: { own: { [`/v2/accounts/${basic.address}`]: basic } } });
    const { balances } = await chain.accountState(basic.address);
    expect(balances).toMatchObject({
      native: { available: '1500000', total: '1500000', unconfirmed: '0' },
      tokens: [],
      staking: { total: '0' },
    });
  });

  it('with a minimum balance is read', async () => {
    const { chain } = connectTo({ algod: { own: { [`/v2/accounts/${minimum.address}`]: minimum } } });
    const { balances } = await chain.accountState(minimum.address, { include: ['native'] });
    expect(balances.native).toEqual({ available: '1497000', total: '1500000', unconfirmed: '0' });
  });

  it('has the assets of its pages, of which the node does not tell what they are', async () => {
    const owner = addressOfBytes(new Uint8Array(32).fill(7));
    const { chain } = connectTo({
      algod: {
        assets: { 123: { decimals: 2 }, 456: { decimals: 0 } },
        own: {
          [`/v2/accounts/${owner}/assets`]: ({ query }: { readonly query: URLSearchParams }) =>
            query.get('next') === '456' ? { 'asset-holdings': [], round: 7_500_000 } : assets,
        },
      },
    });
    const { balances } = await chain.accountState(owner, { include: ['tokens'] });
    expect(balances.tokens).toMatchObject([
      { token: { id: '123', decimals: '2' }, amount: '1000' },
      { token: { id: '456', decimals: '0' }, amount: '500' },
    ]);
  });
});

describeCaptures('an asset', [asset], (readFile) => {
  it('is read, without names as base64', async () => {
    const recorded: Json = JSON.parse(readFile(asset)).asset;
    const { chain } = connectTo({ algod: { own: { '/v2/assets/163650': recorded } } });
    expect(await chain.token('163650')).toEqual({
      type: 'ASA',
      id: '163650',
      name: 'Asia Reserve Currency Coin',
      ticker: 'ARCC',
      decimals: '6',
    });
  });
});
