import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Desk, transfer } from '../../test/aptos-desk.ts';
import { aptosAccounts } from './accounts.ts';
import { startAptos } from './aptos.ts';
import type { AptosEngine } from './engine.ts';

let engine: AptosEngine;
let desk: Desk;
const [alice, bob] = aptosAccounts.map(({ address }) => address) as [string, string];

beforeAll(async () => {
  engine = await startAptos({ startTime: new Date('2026-11-23T12:00:00Z') });
  desk = new Desk(engine);
});
afterAll(() => engine.stop());

/** Each test finds the chain as it was. */
function check(name: string, run: () => Promise<void>): void {
  it(name, () => engine.rehearse(run));
}

describe('the ledger', () => {
  check('is described by the index and by the headers of every answer', async () => {
    await desk.run(transfer(bob, 1n));
    const { body, headers } = await desk.get('');
    expect(body).toMatchObject({ chain_id: 1, node_role: 'full_node', ledger_timestamp: '1795435200123457' });
    const told = [
      'chain-id',
      'ledger-version',
      'ledger-timestampusec',
      'oldest-ledger-version',
      'block-height',
      'epoch',
    ];
    expect(told.map((name) => headers.get(`x-aptos-${name}`))).toEqual([
      '1',
      body.ledger_version,
      body.ledger_timestamp,
      body.oldest_ledger_version,
      body.block_height,
      body.epoch,
    ]);
    expect((await desk.get('/')).body).toEqual(body);
    expect((await desk.get('/-/healthy')).body).toEqual({ message: 'aptos-node:ok' });
    expect((await desk.get('/no/such/path')).status).toBe(404);
    expect((await desk.get('/accounts/nonsense')).status).toBe(400);
  });

  check('goes on with time, epochs and empty blocks', async () => {
    const before = (await desk.get('')).body;
    await engine.advance(3 * 7_200);
    const after = (await desk.get('')).body;
    expect(Number(after.epoch) - Number(before.epoch)).toBe(3);
    expect(BigInt(after.block_height) - BigInt(before.block_height)).toBe(1n);
    expect(BigInt(after.ledger_timestamp) - BigInt(before.ledger_timestamp)).toBe(21_600_000_000n);
    expect(engine.now()).toBe(Number(after.ledger_timestamp) / 1000);
  });

  check('has blocks that begin with metadata and end with an epilogue', async () => {
    const done = await desk.run(transfer(bob, 1n));
    const { body } = await desk.get(`/blocks/by_version/${done.version}?with_transactions=true`);
    const version = BigInt(done.version);
    expect(body).toMatchObject({
      first_version: String(version - 1n),
      last_version: String(version + 1n),
      block_timestamp: done.timestamp,
    });
    expect(body.transactions.map(({ type }: { type: string }) => type)).toEqual([
      'block_metadata_transaction',
      'user_transaction',
      'block_epilogue_transaction',
    ]);
    expect((await desk.get(`/blocks/by_height/${body.block_height}`)).body).toEqual({ ...body, transactions: null });
    expect((await desk.get(`/transactions/by_version/${done.version}`)).body).toEqual(done);
    expect((await desk.get(`/transactions/by_version/${version + 2n}`)).status).toBe(404);
    expect((await desk.get('/blocks/by_height/999999999999')).body.error_code).toBe('block_not_found');
  });

  check('can be pruned', async () => {
    const done = await desk.run(transfer(bob, 1n));
    await engine.mine();
    engine.setBehaviour({ archivalEndpoint: 'https://archive.example/v1' });
    engine.prune();
    expect(await desk.get(`/transactions/by_version/${done.version}`)).toMatchObject({
      status: 410,
      body: {
        message: `Ledger version(${done.version}) has been pruned`,
        error_code: 'version_pruned',
        vm_error_code: null,
        archival_endpoint: 'https://archive.example/v1',
      },
    });
    // The node does not say of a hash whether it was pruned.
    expect((await desk.get(`/transactions/by_hash/${done.hash}`)).status).toBe(404);
    expect((await desk.get(`/blocks/by_version/${done.version}`)).status).toBe(410);
    expect((await desk.get(`/accounts/${alice}/transactions`)).body).toEqual([]);
  });
});

describe('what an account sent', () => {
  check('is listed by sequence number, without orderless ones', async () => {
    for (const amount of [1n, 2n, 3n]) await desk.run(transfer(bob, amount));
    await desk.run(transfer(bob, 4n), { nonce: 77n });
    const amounts = async (path: string) =>
      (await desk.get(`/accounts/${alice}/${path}`)).body.map(
        ({ payload }: { payload: { arguments: string[] } }) => payload.arguments[1],
      );
    expect(await amounts('transactions')).toEqual(['1', '2', '3']);
    expect(await amounts('transactions?start=1&limit=1')).toEqual(['2']);
    expect(await amounts('transactions?limit=2')).toEqual(['2', '3']);
    expect(await amounts('transactions?start=3')).toEqual([]);
    expect((await desk.get(`/accounts/${bob}/transactions`)).body).toEqual([]);
  });

  check('is listed with orderless ones in summaries', async () => {
    await desk.run(transfer(bob, 1n));
    const orderless = await desk.run(transfer(bob, 4n), { nonce: 77n });
    const { body } = await desk.get(`/accounts/${alice}/transaction_summaries?limit=5`);
    expect(body).toHaveLength(2);
    expect(body[1]).toMatchObject({ transaction_hash: orderless.hash, version: orderless.version });
    const earlier = await desk.get(
      `/accounts/${alice}/transaction_summaries?end_version=${BigInt(orderless.version) - 1n}&limit=5`,
    );
    expect(earlier.body).toHaveLength(1);
  });
});

describe('views', () => {
  it('refuse what they do not know', async () => {
    expect(await desk.view('0x1::nothing::at_all')).toMatchObject({
      status: 400,
      body: { error_code: 'invalid_input' },
    });
    expect((await desk.view('0x1::delegation_pool::get_stake', ['nonsense', alice])).status).toBe(400);
    expect(await desk.view('0x1::delegation_pool::get_stake', [`0x${'99'.repeat(32)}`, alice])).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('EDELEGATION_POOL_DOES_NOT_EXIST'), vm_error_code: 4016 },
    });
    expect((await desk.view('0x1::delegation_pool::delegation_pool_exists', [alice])).body).toEqual([false]);
  });
});

describe('controls', () => {
  it('answer in place of the engine', async () => {
    engine.failNext('/v1/estimate_gas_price', {
      status: 429,
      body: { message: 'Per anonymous IP rate limit exceeded' },
    });
    expect((await desk.get('/estimate_gas_price')).status).toBe(429);
    expect((await desk.get('/estimate_gas_price')).status).toBe(200);
    engine.intercept((call) => (call.path === '/v1' ? { status: 503, body: '' } : undefined));
    expect((await desk.get('')).status).toBe(503);
    expect((await desk.get('/estimate_gas_price')).status).toBe(200);
    engine.intercept(async (_, answer) => ({ ...(await answer()), headers: { 'x-aptos-chain-id': '4' } }));
    expect((await desk.get('')).headers.get('x-aptos-chain-id')).toBe('4');
    engine.intercept(async (_, answer) => ({ ...(await answer()), headers: { 'x-aptos-chain-id': undefined } }));
    expect((await desk.get('')).headers.get('x-aptos-chain-id')).toBeNull();
    engine.intercept(undefined);
    expect(engine.requests.at(-1)).toMatchObject({ method: 'GET', path: '/v1' });
  });

  it('set prices, gas and the clock', async () => {
    const follower = await startAptos({ chainId: 'aptos-testnet', now: Date.now });
    try {
      const other = new Desk(follower);
      expect((await other.get('')).body.chain_id).toBe(2);
      const before = Date.now();
      const told = follower.now();
      expect(told).toBeGreaterThan(before - 5_000);
      expect(told).toBeLessThan(Date.now() + 5_000);
      follower.setGasPrices({ regular: 200n });
      follower.setGas({ transfer: 100n });
      expect((await other.get('/estimate_gas_price')).body).toEqual({
        deprioritized_gas_estimate: 100,
        gas_estimate: 200,
        prioritized_gas_estimate: 150,
      });
      expect(await other.run(transfer(bob, 1n))).toMatchObject({ success: true, gas_used: '100' });
      expect(follower.tokenIds.usdt).toBeUndefined();
    } finally {
      await follower.stop();
    }
  });

  it('take back what a rehearsal did', async () => {
    const before = (await desk.get('')).body;
    await engine.rehearse(async () => {
      await desk.run(transfer(bob, 1n));
      engine.setGasPrices({ regular: 500n });
      await engine.advance(86_400);
    });
    expect((await desk.get('')).body).toEqual(before);
    expect((await desk.get('/estimate_gas_price')).body.gas_estimate).toBe(100);
    expect(await engine.balance(alice)).toBe(1_000_000_000_000n);
  });

  it('start an empty chain', async () => {
    const bare = await startAptos({ bare: true });
    try {
      expect([bare.tokens, bare.validators(), await bare.balance(alice)]).toEqual([[], [], 0n]);
      await bare.fund(alice, 5n);
      expect(await bare.balance(alice)).toBe(5n);
    } finally {
      await bare.stop();
    }
  });
});
