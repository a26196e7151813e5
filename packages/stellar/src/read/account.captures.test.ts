import { describeCaptures } from '@isochain/conformance';
import { expect, it } from 'vitest';
import { connectTo } from '../../test/scripted-horizon.ts';

// What was recorded of the test network, answered by a script. What must be read of it was written by hand.

// biome-ignore lint/suspicious/noExplicitAny: recordings have no types
type Json = any;

const [account, assets] = ['stellar/horizon-account.json', 'stellar/horizon-assets.json'] as const;

describeCaptures('an account of the test network', [account], (readFile) => {
  const recorded: Json = JSON.parse(readFile(account));

  it('is read', async () => {
    const { chain } = connectTo(
      { own: { [`/accounts/${recorded.account_id}`]: recorded } },
      { chainId: 'stellar-testnet' },
    );
    const { balances } = await chain.accountState(recorded.account_id);
    expect(balances.native).toEqual({
      // It has 5 entries: 72.8563792 - 7 x 0.5.
      available: '693563792',
      total: '728563792',
      unconfirmed: '0',
    });
    expect(balances.tokens).toMatchObject([
      {
        token: { id: 'EURT:GAP5LETOV6YIE62YAM56STDANPRDO7ZFDBGSNHJQIYGGKSMOZAHOOS2S', ticker: 'EURT' },
        amount: '30000000',
      },
      {
        token: { id: 'USD:GDUKMGUGDZQK6YHYA5Z6AY2G4XDSZPSZ3SW5UN3ARVMO6QSRDWP5YLEX', ticker: 'USD' },
        amount: '40000000',
      },
    ]);
  });
});

describeCaptures('assets of the test network', [assets], (readFile) => {
  const recorded: Json = JSON.parse(readFile(assets));

  it.each([
    'CNY:GA6VXTS64XUOCQZSBAYHD24ZYJYPNB3KJ2CVKSYIE43P2DQQIX74UT2A',
    'CNY:GAASPHILC6DCBPP2P4T66QNSYF6C6OGN6DK36NY4G5SBR7AWH75TJG7N',
  ])('%s is read', async (id) => {
    const answer = ({ query }: { readonly query: URLSearchParams }) => ({
      ...recorded,
      _embedded: {
        records: recorded._embedded.records.filter((each: Json) => each.asset_issuer === query.get('asset_issuer')),
      },
    });
    const { chain } = connectTo({ own: { '/assets': answer } }, { chainId: 'stellar-testnet' });
    expect(await chain.token(id)).toMatchObject({ id, ticker: 'CNY', decimals: '7' });
  });
});
