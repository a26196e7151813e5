import { StrKey } from '@stellar/stellar-base';
import { describe, expect, it } from 'vitest';
import { connectTo, issuer, nobody, type ScriptedAccount, sender, token } from '../../test/scripted-horizon.ts';

const most = 2n ** 63n - 1n;

async function stateOf(account: ScriptedAccount, of: string = sender, ledger = {}) {
  const { chain, onTrace, roundTrips } = connectTo({ accounts: { [sender]: account }, ledger });
  const { balances, status } = await chain.accountState(of, { onTrace });
  return { balances, status, roundTrips: roundTrips() };
}

const native = async (account: ScriptedAccount, ledger = {}) =>
  (await stateOf(account, sender, ledger)).balances.native;

describe('XLM of an account', () => {
  it('can be sent beside two base reserves, in one round', async () => {
    const { balances, roundTrips } = await stateOf({ balance: 100_000_000n });
    expect(balances).toEqual({
      native: { available: '90000000', total: '100000000', unconfirmed: '0' },
      tokens: [],
    });
    expect(roundTrips).toBe(1);
  });

  it.each([
    ['each entry', { subentries: 3 }, '75000000'],
    ['entries of others that it carries', { sponsoring: 2 }, '80000000'],
    ['own entries that others carry, not', { subentries: 3, sponsored: 3 }, '90000000'],
    ['an account that others carry', { sponsored: 2 }, '100000000'],
    ['what its offers sell', { selling: 1n }, '89999999'],
    ['what its offers buy, not', { buying: 5n }, '90000000'],
    ['more than it has', { subentries: 30 }, '0'],
  ])('is reserved for %s', async (_, account, available) => {
    const found = await native({ balance: 100_000_000n, ...account });
    expect(found).toEqual({ available, total: '100000000', unconfirmed: '0' });
  });

  it('follows the base reserve of the latest ledger', async () => {
    expect(await native({ balance: 100_000_000n }, { baseReserve: 10_000_000 })).toMatchObject({
      available: '80000000',
    });
  });
});

describe('tokens of an account', () => {
  it('are its trustlines, also the empty ones', async () => {
    const { balances } = await stateOf({
      lines: [{ token, balance: 5n }, { token: `LONGERCODE:${issuer}` }, { token: `demo:${issuer}`, balance: most }],
    });
    expect(balances.tokens).toMatchObject([
      { token: { type: 'STELLAR_ASSET', id: token, name: 'DEMO', ticker: 'DEMO', decimals: '7' }, amount: '5' },
      { token: { id: `LONGERCODE:${issuer}`, ticker: 'LONGERCODE' }, amount: '0' },
      { token: { id: `demo:${issuer}`, ticker: 'demo' }, amount: most.toString() },
    ]);
  });

  it('count whole, although offers or the issuer hold them back', async () => {
    const { balances } = await stateOf({ lines: [{ token, balance: 5n, selling: 4n, isAuthorized: false }] });
    expect(balances.tokens).toMatchObject([{ amount: '5' }]);
  });

  it('leave out shares of pools', async () => {
    const { balances } = await stateOf({ lines: [{ token }], pools: ['ab'.repeat(32)] });
    expect(balances.tokens).toHaveLength(1);
    expect(balances.native).toMatchObject({ available: (100_000_000n - 5n * 5_000_000n).toString() });
  });

  it('may be a thousand', async () => {
    const lines = Array.from({ length: 1_000 }, (_, i) => ({ token: `T${i}:${issuer}`, balance: BigInt(i) }));
    const { balances, roundTrips } = await stateOf({ lines, balance: 10n ** 11n });
    expect(balances.tokens).toHaveLength(1_000);
    expect(balances.tokens?.at(-1)).toMatchObject({ token: { id: `T999:${issuer}` }, amount: '999' });
    expect(balances.native).toMatchObject({ available: (10n ** 11n - 1_002n * 5_000_000n).toString() });
    expect(roundTrips).toBe(1);
  });
});

it('an account that does not exist has nothing', async () => {
  const { balances } = await stateOf({}, nobody);
  expect(balances).toEqual({ native: { available: '0', total: '0', unconfirmed: '0' }, tokens: [] });
});

it('a muxed account has what its account has', async () => {
  const payload = Buffer.concat([StrKey.decodeEd25519PublicKey(sender), Buffer.alloc(8, 7)]);
  const { balances } = await stateOf({ lines: [{ token, balance: 5n }] }, StrKey.encodeMed25519PublicKey(payload));
  expect(balances.native).toMatchObject({ total: '100000000' });
  expect(balances.tokens).toMatchObject([{ amount: '5' }]);
});

describe('one odd part costs that part', () => {
  const native = { asset_type: 'native', balance: '10.0000000' };
  const [code, by] = token.split(':');
  const line = {
    ...{ asset_type: 'credit_alphanum4', asset_code: code, asset_issuer: by },
    ...{ balance: '0.0000005', limit: '9.0000000', is_authorized: true },
  };

  it.each<[string, unknown]>([
    ['of a kind that nobody knows', { asset_type: 'deed', balance: '1.0000000' }],
    ['with an odd amount', { ...line, asset_code: 'ODD', balance: 'x' }],
    ['with odd offers', { ...line, asset_code: 'ODD', selling_liabilities: -1 }],
    ['of an asset that cannot exist', { ...line, asset_code: 'O:D' }],
    ['of an issuer that is none', { ...line, asset_issuer: 'G' }],
    ['that is none', null],
  ])('a balance %s', async (_, odd) => {
    const { balances, status } = await stateOf({ changed: { balances: [odd, native, odd, line] } });
    expect(balances.native).toMatchObject({ total: '100000000' });
    expect(balances.tokens).toMatchObject([{ token: { id: token }, amount: '5' }]);
    expect(status?.warnings).toMatchObject([
      { code: 'account.incomplete', message: expect.stringContaining('a token balance') },
    ]);
  });

  it.each<[string, Readonly<Record<string, unknown>>]>([
    ['a signer', { signers: [null, { key: sender, weight: 1, type: 'ed25519_public_key' }, { key: 5, weight: 256 }] }],
    ['an entry of data', { data: { name: 5 } }],
  ])('%s', async (_, changed) => {
    const { balances, status } = await stateOf({ changed });
    expect(balances.native).toMatchObject({ total: '100000000' });
    expect(status).toBeUndefined();
  });
});

describe('a server that lies', () => {
  it.each([
    ['answers with another account', { account_id: nobody }],
    ['tells no XLM', { balances: [] }],
    ['tells XLM twice', { balances: [0, 1].map(() => ({ asset_type: 'native', balance: '1.0000000' })) }],
    ['tells amounts beyond 63 bits', { balances: [{ asset_type: 'native', balance: '922337203685.4775808' }] }],
    ['tells amounts below 0', { balances: [{ asset_type: 'native', balance: '-1.0000000' }] }],
    ['tells amounts as numbers', { balances: [{ asset_type: 'native', balance: 1 }] }],
  ])('and %s is not believed', async (_, changed) => {
    await expect(stateOf({ changed })).rejects.toThrow();
  });

  it('and tells a trustline twice is not believed', async () => {
    await expect(stateOf({ lines: [{ token }, { token, balance: 7n }] })).rejects.toThrow();
  });
});
