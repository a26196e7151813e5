import { decode } from '@msgpack/msgpack';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Desk, type Fields } from '../../test/algorand-desk.ts';
import { algorandAccounts, algorandCreator } from './accounts.ts';
import { startAlgorand } from './algorand.ts';
import type { AlgorandEngine } from './engine.ts';

let desk: Desk;
let engine: AlgorandEngine;
const [alice, bob, carol, , nobody] = algorandAccounts.map(({ address }) => address) as [
  string,
  string,
  string,
  string,
  string,
];
const start = 55_000_000;
const pay = (own: Fields = {}): Fields => ({ type: 'pay', rcv: bob, amt: 1_000_000n, ...own });
const second = 1_000;

beforeAll(async () => {
  engine = await startAlgorand({ startTime: new Date('2026-11-23T12:00:00.900Z'), maxResources: 10 });
  desk = new Desk(engine);
});
afterAll(() => engine.stop());

/** Each test finds the chain as it was. */
function check(name: string, run: () => Promise<void>): void {
  it(name, () => engine.rehearse(run));
}

describe('the pool', () => {
  const pending = async (txId: string) => desk.algod(`/v2/transactions/pending/${txId}`);
  const unknown = 'could not find the transaction in the transaction pool or in the last 1000 confirmed rounds';

  check('holds transactions until a block is made', async () => {
    await engine.setAutomine(false);
    const txId = await desk.must(pay({ note: Uint8Array.of(1, 2, 3) }));
    expect(engine.pending()).toEqual([txId]);
    const { body } = await pending(txId);
    expect(Object.keys(body)).toEqual(['pool-error', 'txn']);
    expect(body).toMatchObject({ 'pool-error': '', txn: { txn: { snd: alice, rcv: bob, note: 'AQID', type: 'pay' } } });
    const list = await desk.algod('/v2/transactions/pending');
    expect([list.body['total-transactions'], list.body['top-transactions'][0]]).toEqual([1, body.txn]);
    expect(await engine.balance(bob)).toBe(10_000_000_000n);
    await engine.mine();
    expect((await pending(txId)).body).toMatchObject({ 'confirmed-round': start + 1, 'pool-error': '' });
    expect(await engine.balance(bob)).toBe(10_001_000_000n);
    expect(engine.pending()).toEqual([]);
  });

  check('counts what waits', async () => {
    await engine.setAutomine(false);
    await desk.must(pay({ amt: 9_000_000_000n }));
    expect(await desk.message(pay({ amt: 9_000_000_001n }))).toContain('overspend');
    await desk.must(pay({ snd: bob, rcv: nobody, amt: 18_000_000_000n }));
    await desk.must({ type: 'pay', snd: carol, rcv: nobody, amt: 1n });
    await engine.mine();
    expect(await engine.balance(nobody)).toBe(18_000_000_001n);
    const { body } = await desk.indexer(`/v2/accounts/${nobody}/transactions`);
    expect(body.transactions.map((one: Record<string, unknown>) => one['intra-round-offset'])).toEqual([2, 1]);
  });

  check('throws out what expires', async () => {
    await engine.setAutomine(false);
    const txId = await desk.must(pay({ lv: start + 3 }));
    await engine.advance(5.6);
    expect(engine.rounds().node).toBe(start + 2);
    expect((await pending(txId)).body['pool-error']).toBe('');
    engine.setRound(start + 3);
    expect((await pending(txId)).body['pool-error']).toBe(
      `txn dead: round ${start + 4} outside of ${start}--${start + 3}`,
    );
    await engine.mine();
    expect(await engine.balance(bob)).toBe(10_000_000_000n);
  });

  check('throws out what a block makes invalid', async () => {
    await engine.setAutomine(false);
    const txId = await desk.must(pay());
    engine.placeAccount(alice, { amount: 900_000n });
    await engine.mine();
    expect((await pending(txId)).body['pool-error']).toContain('overspend');
  });

  check('evicts, forgets and drops', async () => {
    await engine.setAutomine(false);
    const [first, other] = [await desk.must(pay()), await desk.must(pay({ amt: 2n }))];
    engine.evict(first, 'no room');
    expect((await pending(first)).body['pool-error']).toBe('no room');
    engine.dropPending(other);
    expect(await pending(other)).toEqual({ status: 404, body: { message: unknown } });
    await engine.setAutomine(true);
    // The same bytes may be sent again.
    expect(await desk.must(pay())).toBe(first);
    expect((await pending(first)).body['confirmed-round']).toBe(start + 1);
    engine.prunePending();
    expect((await pending(first)).status).toBe(404);
    expect((await desk.indexer(`/v2/transactions/${first}`)).status).toBe(200);
  });

  check('knows the last 1,000 rounds', async () => {
    const txId = await desk.must(pay());
    engine.setRound(start + 1_001);
    expect((await pending(txId)).status).toBe(200);
    engine.setRound(start + 1_002);
    expect((await pending(txId)).status).toBe(404);
  });

  check('answers in msgpack too', async () => {
    const txId = await desk.must(pay());
    const response = await fetch(`${engine.algodUrl}/v2/transactions/pending/${txId}?format=msgpack`);
    expect(response.headers.get('content-type')).toBe('application/msgpack');
    const body = decode(new Uint8Array(await response.arrayBuffer())) as Record<string, Fields>;
    expect(body['confirmed-round']).toBe(start + 1);
    expect(body.txn?.txn).toMatchObject({ amt: 1_000_000 });
    expect((await desk.algod(`/v2/transactions/pending/${txId}?format=xml`)).body.message).toBe(
      'failed to parse the format option',
    );
  });

  check('wants ids that can be some', async () => {
    expect(await pending('NO')).toEqual({ status: 400, body: { message: 'no valid transaction ID was specified' } });
    expect((await pending('A'.repeat(52))).status).toBe(404);
  });
});

describe('rounds', () => {
  check('take 2.8 seconds', async () => {
    expect(engine.now()).toBe(Date.parse('2026-11-23T12:00:00Z'));
    await engine.mine(2);
    expect(engine.now()).toBe(Date.parse('2026-11-23T12:00:05.6Z'));
    const txId = await desk.must(pay());
    expect((await desk.indexer(`/v2/transactions/${txId}`)).body.transaction['round-time']).toBe(
      Date.parse('2026-11-23T12:00:08Z') / second,
    );
    await engine.advance(3_600);
    expect(engine.rounds()).toEqual({ node: start + 3 + 1_285, indexer: start + 3 + 1_285 });
  });

  it('follow a clock', async () => {
    let now = Date.parse('2026-11-23T12:00:00Z');
    const timed = await startAlgorand({ now: () => now });
    try {
      const other = new Desk(timed);
      now += 29 * second;
      const { body } = await other.algod('/v2/status');
      expect([body['last-round'], body['time-since-last-round']]).toEqual([start + 10, 1_000_000_000]);
      await other.must({ type: 'pay', rcv: bob, amt: 1n });
      expect(timed.rounds().node).toBe(start + 11);
      expect(timed.now()).toBe(now);
    } finally {
      await timed.stop();
    }
  });
});

describe('algod', () => {
  check('tells its status', async () => {
    const { body } = await desk.algod('/v2/status');
    expect(body).toMatchObject({
      'last-round': start,
      'time-since-last-round': 0,
      'catchup-time': 0,
      'stopped-at-unsupported-round': false,
      'next-version-supported': true,
    });
    engine.setStatus({ timeSinceLastRoundMs: 31_000, catchupTimeMs: 5, stopped: true });
    expect((await desk.algod('/v2/status')).body).toMatchObject({
      'time-since-last-round': 31_000_000_000,
      'catchup-time': 5_000_000,
      'stopped-at-unsupported-round': true,
    });
    expect((await desk.algod('/health')).status).toBe(200);
    expect((await desk.algod('/versions')).body).toMatchObject({
      genesis_id: 'mainnet-v1.0',
      genesis_hash_b64: 'wGHE2Pwdvd7S12BL5FaOP20EGYesN73ktiC1qzkkit8=',
    });
  });

  check('does less while it catches up', async () => {
    engine.setStatus({ catchpoint: true });
    const busy = { status: 503, body: { message: 'operation not available during catchup' } };
    expect(await desk.algod('/v2/transactions/params')).toEqual(busy);
    expect(await desk.submit(pay())).toEqual(busy);
    expect(await desk.algod(`/v2/transactions/pending/${'A'.repeat(52)}`)).toEqual(busy);
    expect((await desk.algod('/v2/status')).status).toBe(200);
  });

  check('answers 200 for an address that nobody has used', async () => {
    const { status, body } = await desk.algod(`/v2/accounts/${nobody}?exclude=all`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ address: nobody, amount: 0, 'min-balance': 100_000, status: 'Offline', round: start });
    expect((await desk.indexer(`/v2/accounts/${nobody}`)).body.message).toBe(
      `no accounts found for address: ${nobody}`,
    );
  });

  check('refuses what is no address', async () => {
    const wrong = `${alice.slice(0, -1)}A`;
    const answer = async (text: string) => {
      const { status, body } = await desk.algod(`/v2/accounts/${text}`);
      return `${status} ${body.message}`;
    };
    const prefix = '400 Invalid format for parameter address: error unmarshaling';
    expect(await answer(wrong)).toBe(
      `${prefix} '${wrong}' text as *basics.Address: address ${wrong} is malformed, checksum verification failed`,
    );
    expect(await answer('0x12')).toContain('failed to decode address 0x12 from base 32');
    expect(await answer('MFRGG')).toContain('decoded bad addr: MFRGG');
    // The last letter has two bits that mean nothing.
    expect(await answer(`${alice.slice(0, -1)}R`)).toContain(`address ${alice.slice(0, -1)}R is non-canonical`);
    expect(await answer(alice.toLowerCase())).toContain('from base 32');
    expect((await desk.indexer(`/v2/accounts/${wrong}`)).body.message).toBe(
      'unable to parse address: address checksum is incorrect, did you copy the address correctly?',
    );
  });

  check('lists what an account has, unless that is too much', async () => {
    const { body } = await desk.algod(`/v2/accounts/${alice}`);
    expect(body.assets).toHaveLength(6);
    expect(body.assets[0]).toEqual({ amount: 1_000_000_000, 'asset-id': 31_566_704, 'is-frozen': false });
    expect((await desk.algod(`/v2/accounts/${algorandCreator.address}`)).body['created-assets']).toHaveLength(5);
    engine.placeHoldings(alice, 5);
    expect(await desk.algod(`/v2/accounts/${alice}`)).toEqual({
      status: 400,
      body: {
        message: 'Result limit exceeded',
        data: {
          'max-results': 10,
          'total-apps-opted-in': 0,
          'total-assets-opted-in': 11,
          'total-created-apps': 0,
          'total-created-assets': 0,
        },
      },
    });
    expect((await desk.algod(`/v2/accounts/${alice}?exclude=all`)).body['total-assets-opted-in']).toBe(11);
    expect((await desk.algod(`/v2/accounts/${alice}?exclude=some`)).body.message).toBe('failed to parse exclude');
  });

  check('pages thousands of holdings', async () => {
    const ids = engine.placeHoldings(carol, 2_500);
    expect(engine.accountState(carol)?.minBalance).toBe(100_000n * 2_501n);
    const path = `/v2/accounts/${carol}/assets`;
    const seen: number[] = [];
    let next = '';
    let pages = 0;
    while (pages < 5 && (pages === 0 || next !== '')) {
      pages++;
      const { body } = await desk.algod(`${path}?limit=1000${next && `&next=${next}`}`);
      seen.push(...body['asset-holdings'].map((one: Record<string, Fields>) => one['asset-holding']?.['asset-id']));
      next = body['next-token'] ?? '';
    }
    expect(seen.map(String)).toEqual(ids);
    expect(pages).toBe(3);
    const { body } = await desk.algod(`${path}?limit=1`);
    expect(body['asset-holdings'][0]['asset-params']).toMatchObject({ total: 1, decimals: 0, 'unit-name': 'FILL' });
    expect((await desk.algod(`${path}?limit=1001`)).body.message).toBe(
      'limit 1001 exceeds max assets single batch limit 1000',
    );
    expect((await desk.algod(`${path}?limit=0`)).body.message).toBe('limit parameter must be a positive integer');
    expect((await desk.algod(`${path}?next=x`)).status).toBe(400);
    // Those of a destroyed asset have no parameters.
    engine.destroyAsset(ids[0] ?? '');
    expect((await desk.algod(`${path}?limit=1`)).body['asset-holdings'][0]['asset-params']).toBeUndefined();
  });

  check('tells holdings and assets', async () => {
    const { assetIds } = engine;
    const at = (address: string, id: string) => desk.algod(`/v2/accounts/${address}/assets/${id}`);
    expect((await at(bob, assetIds.frozen)).body).toEqual({
      'asset-holding': { amount: 100_000_000, 'asset-id': Number(assetIds.frozen), 'is-frozen': true },
      round: start,
    });
    expect(await at(carol, assetIds.demo)).toEqual({ status: 404, body: { message: 'account asset info not found' } });
    const made = (await at(algorandCreator.address, assetIds.demo)).body;
    expect(made['created-asset'].name).toBe('Isochain Demo Dollar');
    const huge = (await desk.algod(`/v2/assets/${assetIds.huge}`)).body;
    expect(huge.params).toMatchObject({ total: '18446744073709551615', decimals: 0, 'default-frozen': false });
    const odd = (await desk.algod(`/v2/assets/${assetIds.unprintable}`)).body.params;
    expect([odd.name, odd['name-b64'], odd['unit-name'], odd['unit-name-b64']]).toEqual([
      undefined,
      '//4AQQ==',
      undefined,
      'AEI=',
    ]);
    expect(await desk.algod('/v2/assets/12')).toEqual({ status: 404, body: { message: 'asset does not exist' } });
    expect((await desk.algod('/v2/assets/x')).status).toBe(400);
    expect((await desk.algod('/v2/nothing')).body).toEqual({ message: 'Not Found' });
  });

  it('may want a token', async () => {
    const closed = await startAlgorand({ token: 'secret', bare: true });
    const ask = (path: string, headers: Record<string, string>) => fetch(`${closed.algodUrl}${path}`, { headers });
    try {
      const refused = await ask('/v2/status', { 'X-Algo-API-Token': 'wrong' });
      expect([refused.status, await refused.json()]).toEqual([401, { message: 'Invalid API Token' }]);
      expect((await ask('/v2/status', { 'X-Algo-API-Token': 'secret' })).status).toBe(200);
      expect((await ask('/v2/status', { Authorization: 'Bearer secret' })).status).toBe(200);
      expect((await ask('/health', {})).status).toBe(200);
      expect((await fetch(`${closed.indexerUrl}/health`)).status).toBe(200);
    } finally {
      await closed.stop();
    }
  });
});

describe('the indexer', () => {
  const history = async (address: string, query = '') => {
    const { body } = await desk.indexer(`/v2/accounts/${address}/transactions?${query}`);
    return { ...body, ids: body.transactions?.map(({ id }: { id: string }) => id) };
  };

  check('has the transactions of an account, newest first', async () => {
    const first = await desk.must(pay({ note: new TextEncoder().encode('hello world') }));
    const other = await desk.must({ type: 'axfer', xaid: BigInt(engine.assetIds.demo), arcv: bob, aamt: 5n });
    const last = await desk.must(pay({ snd: carol, rcv: nobody, close: bob, amt: 200_000n }));
    await desk.must(pay({ snd: alice, rcv: alice }));
    expect((await history(bob)).ids).toEqual([last, other, first]);
    expect((await history(nobody)).ids).toEqual([last]);
    expect((await history(bob, `asset-id=${engine.assetIds.demo}`)).ids).toEqual([other]);
    expect((await history(bob, 'tx-type=pay')).ids).toEqual([last, first]);
    expect((await history(bob, `min-round=${start + 2}&max-round=${start + 2}`)).ids).toEqual([other]);
    expect((await history(bob, 'after-time=2026-11-23T12:00:02Z')).ids).toEqual([last, other]);
    expect((await history(bob, 'before-time=2026-11-23T12:00:03Z')).ids).toEqual([first]);
    expect((await history(bob, `note-prefix=${encodeURIComponent(btoa('hello'))}`)).ids).toEqual([first]);
    expect((await desk.indexer(`/v2/assets/${engine.assetIds.demo}/transactions`)).body.transactions).toHaveLength(1);
    expect((await desk.indexer(`/v2/transactions?address=${bob}&limit=1`)).body.transactions[0].id).toBe(last);
    expect((await history(bob, 'tx-type=foo')).message).toMatch(/^invalid input: unknown tx-type/);
    expect((await history(bob, 'min-round=3&max-round=2')).message).toBe(
      'invalid input: min-round must be less than max-round',
    );
  });

  check('pages it', async () => {
    const ids: string[] = [];
    for (let amount = 1n; amount <= 5n; amount++) ids.unshift(await desk.must(pay({ amt: amount })));
    const page = await history(bob, 'limit=2');
    expect(page.ids).toEqual(ids.slice(0, 2));
    const token = Buffer.alloc(12);
    token.writeBigUInt64LE(BigInt(start + 4));
    expect(page['next-token']).toBe(token.toString('base64url'));
    const next = await history(bob, `limit=2&next=${page['next-token']}`);
    expect(next.ids).toEqual(ids.slice(2, 4));
    const last = await history(bob, `limit=2&next=${next['next-token']}`);
    // There is a token even behind the last one.
    expect([last.ids, typeof last['next-token']]).toEqual([ids.slice(4), 'string']);
    const none = await history(bob, `limit=2&next=${last['next-token']}`);
    expect([none.ids, none['next-token']]).toEqual([[], undefined]);
    expect((await history(bob, 'next=abc')).message).toMatch(/^unable to parse next token/);
  });

  check('tells what a transaction was', async () => {
    const txId = await desk.must(pay({ note: Uint8Array.of(7), lx: new Uint8Array(32).fill(9), rekey: bob }));
    const { body } = await desk.indexer(`/v2/transactions/${txId}`);
    expect(body).toMatchObject({
      'current-round': start + 1,
      transaction: {
        id: txId,
        'tx-type': 'pay',
        sender: alice,
        fee: 1_000,
        'first-valid': start,
        'last-valid': start + 1_000,
        'confirmed-round': start + 1,
        'round-time': Date.parse('2026-11-23T12:00:02Z') / second,
        note: 'Bw==',
        lease: Buffer.alloc(32, 9).toString('base64'),
        'rekey-to': bob,
        'payment-transaction': { amount: 1_000_000, 'close-amount': 0, receiver: bob },
        signature: { sig: expect.any(String) },
      },
    });
    const unknown = 'B'.repeat(52);
    expect(await desk.indexer(`/v2/transactions/${unknown}`)).toEqual({
      status: 404,
      body: { message: `no transaction found for transaction id: ${unknown}` },
    });
  });

  check('may be behind', async () => {
    engine.setIndexerLag(2);
    const txId = await desk.must(pay({ rcv: nobody }));
    expect(engine.rounds()).toEqual({ node: start + 1, indexer: start });
    expect((await desk.indexer(`/v2/transactions/${txId}`)).status).toBe(404);
    expect((await desk.indexer(`/v2/accounts/${nobody}`)).status).toBe(404);
    expect((await desk.algod(`/v2/accounts/${nobody}`)).body.amount).toBe(1_000_000);
    await engine.mine();
    expect((await desk.indexer('/health')).body.round).toBe(start);
    await engine.mine();
    expect((await desk.indexer(`/v2/transactions/${txId}`)).body['current-round']).toBe(start + 1);
    expect((await desk.indexer(`/v2/accounts/${nobody}`)).body.account.amount).toBe(1_000_000);
    // It never goes back.
    engine.setIndexerLag(10);
    expect(engine.rounds().indexer).toBe(start + 1);
    engine.setIndexerLag(0);
    expect(engine.rounds().indexer).toBe(start + 3);
  });

  check('tells accounts and their holdings', async () => {
    const { body } = await desk.indexer(`/v2/accounts/${alice}`);
    expect(body.account).toMatchObject({ address: alice, amount: 10_000_000_000, deleted: false, 'sig-type': 'sig' });
    expect(body.account.assets).toHaveLength(6);
    expect((await desk.indexer(`/v2/accounts/${alice}?exclude=all`)).body.account.assets).toBeUndefined();
    expect((await desk.indexer(`/v2/accounts/${alice}?exclude=x`)).body.message).toBe(
      'unknown value "x": invalid exclude argument',
    );
    const page = (await desk.indexer(`/v2/accounts/${alice}/assets?limit=4`)).body;
    expect(page.assets).toHaveLength(4);
    const rest = (await desk.indexer(`/v2/accounts/${alice}/assets?limit=4&next=${page['next-token']}`)).body;
    expect(rest.assets).toHaveLength(2);
  });

  check('has what a test places', async () => {
    const id = engine.placeHistory({
      'tx-type': 'appl',
      sender: carol,
      'application-transaction': { 'application-id': 12, 'on-completion': 'noop' },
      'inner-txns': [{ 'tx-type': 'pay', sender: carol, 'payment-transaction': { amount: 5, receiver: nobody } }],
    });
    expect((await history(nobody)).ids).toEqual([id]);
    expect((await desk.indexer(`/v2/transactions/${id}`)).body.transaction).toMatchObject({
      'confirmed-round': start + 1,
      'tx-type': 'appl',
      fee: 1_000,
    });
    expect((await history(bob)).ids).toEqual([]);
  });
});

describe('controls', () => {
  afterEach(() => engine.intercept(undefined));

  check('log requests of both servers', async () => {
    const before = engine.requests.length;
    await desk.algod(`/v2/accounts/${alice}?exclude=all`);
    await desk.indexer('/health');
    const bytes = desk.signed(pay());
    await desk.post(bytes, { 'x-note': 'yes' });
    const [first, other, last] = engine.requests.slice(before);
    expect([first?.server, first?.method, first?.path, first?.query.get('exclude')]).toEqual([
      'algod',
      'GET',
      `/v2/accounts/${alice}`,
      'all',
    ]);
    expect([other?.server, other?.path]).toEqual(['indexer', '/health']);
    expect([last?.method, last?.headers['content-type'], last?.headers['x-note']]).toEqual([
      'POST',
      'application/x-binary',
      'yes',
    ]);
    expect(last?.body).toEqual(new Uint8Array(bytes));
  });

  check('answer in place of the engine', async () => {
    engine.failNext('/health', { status: 500, body: { message: 'broken' } }, 'indexer');
    expect((await desk.algod('/health')).status).toBe(200);
    expect(await desk.indexer('/health')).toEqual({ status: 500, body: { message: 'broken' } });
    expect((await desk.indexer('/health')).status).toBe(200);
    engine.intercept(async (call, answer) => {
      if (call.path !== '/v2/transactions') return undefined;
      await answer();
      return { status: 502, body: 'gone' };
    });
    expect(await desk.submit(pay())).toEqual({ status: 502, body: 'gone' });
    expect(await engine.balance(bob)).toBe(10_001_000_000n);
  });

  check('take back what a rehearsal did', async () => {
    const count = engine.requests.length;
    await engine.rehearse(async () => {
      engine.setFees({ minFee: 7_000n, perByte: 3n });
      engine.setStatus({ stopped: true });
      engine.setIndexerLag(5);
      await desk.must(pay({ fee: 7_000 }));
      engine.placeHoldings(carol, 3);
    });
    expect(await engine.balance(bob)).toBe(10_000_000_000n);
    expect(engine.accountState(carol)?.holdings).toEqual({});
    expect(engine.rounds()).toEqual({ node: start, indexer: start });
    expect(engine.requests).toHaveLength(count);
    expect(engine.submissions).toHaveLength(0);
    expect(await desk.message(pay())).toBe('ok');
    expect((await desk.algod('/v2/status')).body['stopped-at-unsupported-round']).toBe(false);
  });

  check('place what an account is like', async () => {
    engine.placeAccount(nobody, {
      amount: 40_000_000_000n,
      status: 'Online',
      incentiveEligible: true,
      lastProposed: 54_000_000,
      lastHeartbeat: 54_999_000,
      authAddr: bob,
      participation: {
        voteKey: btoa('v'.repeat(32)),
        selectionKey: btoa('s'.repeat(32)),
        voteFirst: 1,
        voteLast: 60_000_000,
        voteKeyDilution: 100,
      },
    });
    const { body } = await desk.algod(`/v2/accounts/${nobody}?exclude=all`);
    expect(body).toMatchObject({
      'auth-addr': bob,
      'incentive-eligible': true,
      'last-heartbeat': 54_999_000,
      'last-proposed': 54_000_000,
      participation: { 'vote-last-valid': 60_000_000 },
      status: 'Online',
    });
    engine.placeAccount(nobody, { authAddr: '', participation: null, status: 'Offline' });
    expect(engine.accountState(nobody)).toMatchObject({ authAddr: undefined, participation: undefined });
    expect(() => engine.placeAccount('XYZ')).toThrow(TypeError);
  });

  it('start a node of another network, with nobody on it', async () => {
    const genesisHash = 'SGO1GKSzyE7IEPItTxCByw9x8FmnrCDexi9/cOUJOiI=';
    const other = await startAlgorand({ genesisId: 'testnet-v1.0', genesisHash, round: 5, bare: true });
    try {
      const { body } = await new Desk(other).algod('/v2/transactions/params');
      expect(body).toMatchObject({ 'genesis-id': 'testnet-v1.0', 'genesis-hash': genesisHash, 'last-round': 5 });
      expect([other.tokens, other.assetIds.demo, await other.balance(alice)]).toEqual([[], '', 0n]);
      expect(other.settings.endpoints.map(({ kind, url }) => [kind, url])).toEqual([
        ['algod', other.algodUrl],
        ['indexer', other.indexerUrl],
      ]);
    } finally {
      await other.stop();
      await other.stop();
    }
  });
});
