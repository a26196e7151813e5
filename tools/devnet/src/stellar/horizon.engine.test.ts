import { Asset, Claimant, type Keypair, Operation, TransactionBuilder } from '@stellar/stellar-base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assetOf, Desk, keyring, pay } from '../../test/stellar-desk.ts';
import { stellarAccounts } from './accounts.ts';
import { startStellar } from './stellar.ts';

let desk: Desk;
const xlm = 10_000_000n;
const address = (index: number): string => stellarAccounts[index]?.address ?? '';
const [alice, bob, carol, dave, nobody] = [0, 1, 2, 3, 4].map(address) as [string, string, string, string, string];

beforeAll(async () => {
  desk = new Desk(await startStellar());
});
afterAll(() => desk.engine.stop());

/** Each test finds the chain as it was. */
function check(name: string, run: () => Promise<void>): void {
  it(name, () => desk.engine.rehearse(run));
}

interface Row {
  readonly type: string;
  readonly amount: string;
  readonly paging_token: string;
  readonly transaction_hash: string;
}

const rows = async (path: string): Promise<Row[]> => (await desk.get(path)).body._embedded.records;

describe('history of an account', () => {
  check('comes in both orders, in pages', async () => {
    for (const amount of ['1', '2', '3']) await desk.submit([pay(bob, amount), pay(carol, amount)]);
    const path = `/accounts/${alice}/operations`;
    const amounts = async (query: string) => (await rows(`${path}?${query}`)).map(({ amount }) => amount.split('.')[0]);
    expect(await amounts('')).toEqual(['1', '1', '2', '2', '3', '3']);
    expect(await amounts('order=desc&limit=3')).toEqual(['3', '3', '2']);
    const third = (await rows(`${path}?order=desc&limit=3`)).at(-1)?.paging_token;
    expect(await amounts(`order=desc&limit=200&cursor=${third}`)).toEqual(['2', '1', '1']);
    expect(await amounts(`order=asc&cursor=${third}`)).toEqual(['3', '3']);
    expect(await amounts('order=asc&cursor=now')).toEqual([]);
    expect((await rows(`/accounts/${carol}/operations`)).length).toBe(3);
    expect(await rows(`/accounts/${dave}/operations`)).toEqual([]);
    // Transaction and operation are parts of the token.
    const token = BigInt((await rows(`${path}?limit=2`))[1]?.paging_token ?? 0);
    expect([token >> 32n, (token >> 12n) & 0xfffffn, token & 0xfffn]).toEqual([64_000_001n, 1n, 2n]);
  });

  check('has failed transactions if that is asked for', async () => {
    await desk.submit(pay(nobody, '1'));
    await desk.submit(pay(bob, '1'));
    expect(await rows(`/accounts/${alice}/operations`)).toHaveLength(1);
    const all = await rows(`/accounts/${alice}/operations?include_failed=true&join=transactions`);
    expect(all).toMatchObject([
      { transaction_successful: false, to: nobody, transaction: { successful: false, fee_charged: '100' } },
      { transaction_successful: true, to: bob, transaction: { source_account: alice, memo_type: 'none' } },
    ]);
    expect(await rows(`/transactions/${all[0]?.transaction_hash}/operations`)).toHaveLength(1);
    expect(await rows(`/accounts/${alice}/transactions`)).toHaveLength(1);
    expect(await rows(`/accounts/${alice}/transactions?include_failed=true`)).toHaveLength(2);
    expect(await rows(`/accounts/${nobody}/operations?include_failed=true`)).toHaveLength(1);
  });

  check('has payments alone, and effects', async () => {
    await desk.submit(Operation.setOptions({ homeDomain: 'example.com' }));
    await desk.submit(pay(bob, '4'));
    await desk.submit(Operation.createAccount({ destination: nobody, startingBalance: '2' }));
    const types = async (path: string) => (await rows(path)).map(({ type }) => type);
    expect(await types(`/accounts/${alice}/payments`)).toEqual(['payment', 'create_account']);
    expect(await types(`/accounts/${alice}/operations`)).toEqual(['set_options', 'payment', 'create_account']);
    expect(await types(`/accounts/${nobody}/effects`)).toEqual(['account_created', 'signer_created']);
    expect(await types(`/accounts/${bob}/effects`)).toEqual(['account_credited']);
    const [first, second] = await rows(`/accounts/${alice}/effects?order=desc&limit=2`);
    expect(first).toMatchObject({ type: 'account_debited', type_i: 3, asset_type: 'native', amount: '2.0000000' });
    expect(first?.paging_token).toMatch(/^\d+-2$/);
    const next = await rows(`/accounts/${alice}/effects?order=desc&limit=1&cursor=${first?.paging_token}`);
    expect(next).toEqual([second]);
    const id = (await rows(`/accounts/${alice}/payments`))[0]?.paging_token;
    expect(await types(`/operations/${id}/effects`)).toEqual(['account_credited', 'account_debited']);
    expect((await desk.get(`/operations/${id}`)).body).toMatchObject({ id, type: 'payment', from: alice, to: bob });
  });

  check('has what a channel account sends, and who paid the fee', async () => {
    const operation = Operation.payment({ destination: carol, asset: Asset.native(), amount: '1', source: bob });
    const inner = desk.signed(operation, { source: dave, signers: [keyring[3] as Keypair, keyring[1] as Keypair] });
    const outer = TransactionBuilder.buildFeeBumpTransaction(
      keyring[0] as Keypair,
      '100',
      inner,
      desk.engine.passphrase,
    );
    outer.sign(keyring[0] as Keypair);
    await desk.submit(outer);
    const [payment] = await rows(`/accounts/${carol}/operations?join=transactions`);
    expect(payment).toMatchObject({
      from: bob,
      source_account: bob,
      transaction_hash: outer.hash().toString('hex'),
      transaction: { source_account: dave, fee_account: alice, fee_charged: '200' },
    });
    for (const party of [alice, bob, carol, dave]) {
      expect(await rows(`/accounts/${party}/transactions`)).toHaveLength(1);
    }
    expect(await rows(`/accounts/${alice}/operations`)).toEqual([]);
  });

  check('vanishes before the ledger from which history is kept', async () => {
    const { body: old } = await desk.submit(pay(bob, '1'));
    const { body: young } = await desk.submit(pay(bob, '2'));
    const [first] = await rows(`/accounts/${bob}/operations`);
    desk.engine.prune(young.ledger);
    expect((await desk.get('/')).body.history_elder_ledger).toBe(young.ledger);
    expect((await desk.get(`/transactions/${old.hash}`)).status).toBe(404);
    expect((await desk.get(`/ledgers/${old.ledger}`)).body).toMatchObject({ status: 410 });
    expect((await desk.get(`/operations/${first?.paging_token}`)).status).toBe(410);
    const path = `/accounts/${bob}/operations`;
    expect(await rows(path)).toHaveLength(1);
    expect((await desk.get(`${path}?order=desc&cursor=${first?.paging_token}`)).body).toMatchObject({
      type: 'https://stellar.org/horizon-errors/before_history',
    });
    expect(await rows(`${path}?order=asc&cursor=${first?.paging_token}`)).toHaveLength(1);
  });
});

describe('bad requests', () => {
  it.each([
    ['/accounts/GAAA', 'account_id'],
    [`/accounts/${alice.replace(/.$/, 'B')}/operations`, 'account_id'],
    [`/accounts/${alice}/operations?limit=0`, 'limit'],
    [`/accounts/${alice}/operations?limit=201`, 'limit'],
    [`/accounts/${alice}/operations?limit=many`, 'limit'],
    [`/accounts/${alice}/operations?order=down`, 'order'],
    [`/accounts/${alice}/operations?cursor=-1`, 'cursor'],
    [`/accounts/${alice}/operations?join=accounts`, 'join'],
    [`/accounts/${alice}/operations?include_failed=maybe`, 'include_failed'],
    ['/transactions/ABC', 'tx_id'],
    ['/claimable_balances/00', 'id'],
    ['/assets?asset_code=THIRTEENCHARS', 'asset_code'],
    ['/assets?asset_issuer=GAAA', 'asset_issuer'],
    ['/accounts?signer=GAAA', 'signer'],
  ])('%s is one because of %s', async (path, field) => {
    const { status, body, headers } = await desk.get(path);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      type: 'https://stellar.org/horizon-errors/bad_request',
      title: 'Bad Request',
      status: 400,
      extras: { invalid_field: field },
    });
    expect(headers.get('content-type')).toContain('application/problem+json');
  });

  it.each([
    `/accounts/${nobody}`,
    `/accounts/${nobody}/operations`,
    `/transactions/${'0'.repeat(64)}`,
    '/nothing',
    '/fee_stats/x',
  ])('%s is missing', async (path) => {
    const { status, body } = await desk.get(path);
    expect(status).toBe(404);
    expect(body).toMatchObject({ type: 'https://stellar.org/horizon-errors/not_found', title: 'Resource Missing' });
  });
});

describe('what is there now', () => {
  check('accounts are found by signer and by token', async () => {
    desk.engine.placeAccount(carol, { signers: [{ key: bob, weight: 1 }] });
    const ids = async (query: string) =>
      (await desk.get(`/accounts?${query}`)).body._embedded.records.map(({ id }: { id: string }) => id);
    expect(await ids(`signer=${bob}`)).toEqual([bob, carol].toSorted());
    expect(await ids(`asset=${desk.engine.tokenIds.demo}`)).toEqual([alice, bob].toSorted());
    expect((await desk.get('/accounts')).body).toMatchObject({ status: 400 });
  });

  check('a token has holders and flags of its issuer', async () => {
    const { demo, regulated } = desk.engine.tokenIds;
    const find = async (id: string) => {
      const [code, issuer] = id.split(':');
      return (await desk.get(`/assets?asset_code=${code}&asset_issuer=${issuer}`)).body._embedded.records;
    };
    await desk.submit(
      Operation.createClaimableBalance({ asset: assetOf(demo), amount: '5', claimants: [new Claimant(nobody)] }),
    );
    expect(await find(demo)).toMatchObject([
      {
        asset_type: 'credit_alphanum4',
        accounts: { authorized: 2, unauthorized: 0 },
        balances: { authorized: '1999995.0000000' },
        num_claimable_balances: 1,
        claimable_balances_amount: '5.0000000',
        flags: { auth_required: false },
        _links: { toml: { href: 'https://demo.isochain.invalid/.well-known/stellar.toml' } },
      },
    ]);
    expect(await find(regulated)).toMatchObject([
      { accounts: { authorized: 1, unauthorized: 1 }, flags: { auth_required: true, auth_revocable: true } },
    ]);
    expect(await find(`NONE:${bob}`)).toEqual([]);
    // The contract of USDC on the public network.
    expect(await find(desk.engine.tokenIds.usdc)).toMatchObject([
      { contract_id: 'CCW67TSZV3SSS2HXMBQ5JFGCKJNXKZM7UQUWUZPUTHXSTZLEO7SJMI75' },
    ]);
  });

  check('sequence numbers tell when they were used', async () => {
    expect((await desk.get(`/accounts/${alice}`)).body).not.toHaveProperty('sequence_ledger');
    const { body } = await desk.submit(pay(bob, '1'));
    const { body: account } = await desk.get(`/accounts/${alice}`);
    expect(account).toMatchObject({
      sequence_ledger: body.ledger,
      sequence_time: String(Date.parse(body.created_at) / 1000),
      last_modified_ledger: body.ledger,
      last_modified_time: body.created_at,
    });
    expect(BigInt(account.sequence)).toBeGreaterThan(2n ** 53n);
  });

  check('offers bind XLM and tokens', async () => {
    desk.engine.placeOffer(alice, { selling: desk.engine.tokenIds.demo, amount: 5n * xlm, receives: xlm });
    const { body } = await desk.get(`/accounts/${alice}`);
    expect(body.subentry_count).toBe(5);
    expect(body.balances[0]).toMatchObject({ selling_liabilities: '5.0000000', buying_liabilities: '0.0000000' });
    expect(body.balances.at(-1)).toMatchObject({ buying_liabilities: '1.0000000', selling_liabilities: '0.0000000' });
  });
});

describe('a test', () => {
  check('sees requests and answers in place of the engine', async () => {
    const count = desk.engine.requests.length;
    desk.engine.intercept(({ path }) => (path === '/fee_stats' ? { status: 500, body: { title: 'no' } } : undefined));
    expect((await desk.get('/fee_stats')).status).toBe(500);
    expect((await desk.get('/ledgers?limit=1')).status).toBe(200);
    desk.engine.intercept(undefined);
    expect((await desk.get('/fee_stats')).status).toBe(200);
    await desk.submit(pay(bob, '1'));
    const calls = desk.engine.requests.slice(count);
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /fee_stats',
      'GET /ledgers',
      'GET /fee_stats',
      'POST /transactions',
    ]);
    expect(calls[1]?.query.get('limit')).toBe('1');
    expect(new URLSearchParams(calls[3]?.body).get('tx')).toMatch(/^AAAAAg/);
  });

  it('takes back what it did', async () => {
    const before = desk.engine.accountState(alice);
    const { core } = desk.engine.ledgers();
    await desk.engine.rehearse(async () => {
      desk.engine.setFees(5_000n);
      desk.engine.setBaseReserve(1n);
      await desk.submit(pay(bob, '1'));
      desk.engine.placeTrustline(dave, desk.engine.tokenIds.demo);
    });
    expect(desk.engine.accountState(alice)).toEqual(before);
    expect(desk.engine.ledgers().core).toEqual(core);
    expect((await desk.get(`/accounts/${dave}`)).body.balances).toHaveLength(1);
  });

  it('gets a clear word for an address that is none, without the text of it', () => {
    const secret = 'SAAACAQDAQCQMBYIBEFAWDANBYHRAEISCMKBKFQXDAMRUGY4DUPB6NKI';
    expect(() => desk.engine.accountState(secret)).toThrow('This is no address of an account.');
  });
});

it('points links to a host that nobody has', async () => {
  const { body } = await desk.get('/ledgers?order=desc&limit=1');
  expect(new URL(body._links.next.href).hostname).toMatch(/\.invalid$/);
});
