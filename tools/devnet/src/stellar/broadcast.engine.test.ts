import { type Keypair, Memo, Networks, Operation, xdr } from '@stellar/stellar-base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Desk, keyring, pay } from '../../test/stellar-desk.ts';
import { stellarAccounts } from './accounts.ts';
import { startStellar } from './stellar.ts';

let desk: Desk;
const xlm = 10_000_000n;
const address = (index: number): string => stellarAccounts[index]?.address ?? '';
const [alice, bob, carol] = [0, 1, 2].map(address) as [string, string, string];

beforeAll(async () => {
  desk = new Desk(await startStellar({ startTime: new Date('2026-08-04T20:14:07Z') }));
});
afterAll(() => desk.engine.stop());

/** Each test finds the chain as it was. */
function check(name: string, run: () => Promise<void>): void {
  it(name, () => desk.engine.rehearse(run));
}

const seconds = () => desk.engine.now() / 1000;
const sequenceOf = (account: string): bigint => desk.engine.accountState(account)?.sequence ?? 0n;
const codeOf = (base64: string): string => xdr.TransactionResult.fromXDR(base64, 'base64').result().switch().name;

describe('what core refuses', () => {
  check('costs nothing and is in no ledger', async () => {
    const before = desk.engine.ledgers().core.sequence;
    const { status, body } = await desk.submit(pay(bob, '1'), { sequence: sequenceOf(alice) + 2n });
    expect(status).toBe(400);
    expect(body.extras.result_codes).toEqual({ transaction: 'tx_bad_seq' });
    // stellar-horizon:internal/httpx/static/txsub_async_oapi.yaml has these bytes.
    expect(body.extras.result_xdr).toBe('AAAAAAAAAGT////7AAAAAA==');
    expect(desk.engine.ledgers().core.sequence).toBe(before);
    expect(await desk.engine.balance(alice)).toBe(10_000n * xlm);
  });

  check('is told in the order of core', async () => {
    const wrong = { sequence: 5n, fee: 99n, maxTime: 1, signers: [] };
    const codes = async (options: object) =>
      ((await desk.codes(pay(bob, '1'), options)) as { transaction: string }).transaction;
    expect(await codes(wrong)).toBe('tx_too_late');
    expect(await codes({ ...wrong, maxTime: 0 })).toBe('tx_insufficient_fee');
    expect(await codes({ ...wrong, maxTime: 0, fee: 100n })).toBe('tx_bad_seq');
    expect(await codes({ signers: [] })).toBe('tx_bad_auth');
    desk.engine.placeAccount(alice, { balance: 30_000_099n });
    expect(await codes({})).toBe('tx_insufficient_balance');
    expect(await codes({ source: address(4), signers: [keyring[4] as Keypair] })).toBe('tx_no_source_account');
    expect(await codes({ minTime: seconds() + 1 })).toBe('tx_too_early');
  });

  check('has no operations', async () => {
    const envelope = desk.signed(pay(bob, '1')).toEnvelope();
    envelope.v1().tx().operations([]);
    const { body } = await desk.post('/transactions', envelope.toXDR('base64'));
    expect(body.extras.result_codes).toEqual({ transaction: 'tx_missing_operation' });
  });

  check('ends before the next ledger may close', async () => {
    expect(await desk.codes(pay(bob, '1'), { maxTime: seconds() + 9 })).toEqual({ transaction: 'tx_too_late' });
    expect(await desk.codes(pay(bob, '1'), { maxTime: seconds() + 10 })).toBe('ok');
  });

  check('bids less than full ledgers demand', async () => {
    desk.engine.setSurge(2_000n);
    const { body } = await desk.submit(pay(bob, '1'), { fee: 1_999n });
    expect(body.extras.result_codes).toEqual({ transaction: 'tx_insufficient_fee' });
    // The fee of the result is the one that is needed.
    expect(xdr.TransactionResult.fromXDR(body.extras.result_xdr, 'base64').feeCharged().toString()).toBe('2000');
    expect(await desk.codes(pay(bob, '1'), { fee: 2_000n })).toBe('ok');
    desk.engine.setSurge(undefined);
    desk.engine.setBaseFee(200n);
    expect(await desk.codes(pay(bob, '1'), { fee: 199n })).toEqual({ transaction: 'tx_insufficient_fee' });
    expect((await desk.submit(pay(bob, '1'), { fee: 500n })).body.fee_charged).toBe('200');
  });

  check('is an operation that the stand-in has not', async () => {
    expect(await desk.codes(Operation.inflation({}))).toEqual({
      transaction: 'tx_failed',
      operations: ['op_not_supported'],
    });
  });
});

describe('fees', () => {
  check('are the market price, as far as the bid goes', async () => {
    desk.engine.setFees(5_000n);
    const { body } = await desk.submit([pay(bob, '1'), pay(bob, '1')], { fee: 20_000n });
    expect(body.fee_charged).toBe('10000');
    const { body: low } = await desk.submit(pay(bob, '1'), { fee: 300n });
    expect(low.fee_charged).toBe('300');
    expect(await desk.engine.balance(alice)).toBe(9_997n * xlm - 10_300n);
  });

  check('must be there as a whole bid, above the reserve', async () => {
    desk.engine.placeAccount(carol, { balance: xlm + 500n });
    expect(await desk.codes(pay(bob, '0.0000001'), { source: carol, fee: 501n })).toEqual({
      transaction: 'tx_insufficient_balance',
    });
    // The bid is not taken: what is left of it can be sent.
    expect(await desk.codes(pay(bob, '0.0000400'), { source: carol, fee: 500n })).toBe('ok');
    expect(await desk.engine.balance(carol)).toBe(xlm);
  });

  check('are told as a setting', async () => {
    desk.engine.setFeeStats({ capacityUsage: 0.97, feeCharged: { p90: 14_300n, max: 77_668n } });
    const { body } = await desk.get('/fee_stats');
    expect(body).toMatchObject({ ledger_capacity_usage: '0.97', last_ledger_base_fee: '100' });
    expect(body.fee_charged).toMatchObject({ p90: '14300', max: '77668', p50: '100' });
    expect(body.last_ledger).toBe(String(desk.engine.ledgers().core.sequence));
  });
});

describe('POST /transactions', () => {
  check('answers the recorded result to the same bytes', async () => {
    const good = desk.signed(pay(bob, '1'), { memo: Memo.text('once') });
    const first = await desk.submit(good);
    const again = await desk.submit(good);
    expect(again.status).toBe(200);
    expect(again.body).toEqual(first.body);
    const bad = desk.signed(pay(address(4), '1'));
    const failure = await desk.submit(bad);
    expect(failure.status).toBe(400);
    expect((await desk.submit(bad)).body).toEqual(failure.body);
    expect(await desk.engine.balance(bob)).toBe(10_001n * xlm);
  });

  check('times out, and the transaction lands later or never', async () => {
    desk.engine.timeoutNext({ lands: true });
    const transaction = desk.signed(pay(bob, '1'));
    const hash = transaction.hash().toString('hex');
    const { status, body } = await desk.submit(transaction);
    expect(status).toBe(504);
    expect(body).toMatchObject({
      type: 'https://stellar.org/horizon-errors/transaction_submission_timeout',
      extras: { hash, envelope_xdr: transaction.toXDR() },
    });
    expect((await desk.get(`/transactions/${hash}`)).status).toBe(404);
    await desk.engine.closeLedger();
    expect((await desk.get(`/transactions/${hash}`)).body).toMatchObject({ successful: true });

    desk.engine.timeoutNext({ lands: false });
    const lost = desk.signed(pay(bob, '1'));
    expect((await desk.submit(lost)).status).toBe(504);
    await desk.engine.closeLedger();
    expect((await desk.get(`/transactions/${lost.hash().toString('hex')}`)).status).toBe(404);
    expect((await desk.submit(lost)).status).toBe(200);
    expect(await desk.engine.balance(bob)).toBe(10_002n * xlm);
  });

  check('times out where it would wait for a ledger', async () => {
    await desk.engine.setAutomine(false);
    const transaction = desk.signed(pay(bob, '1'));
    expect((await desk.submit(transaction)).status).toBe(504);
    expect((await desk.submit(transaction)).status).toBe(504);
    await desk.engine.closeLedger();
    expect((await desk.submit(transaction)).status).toBe(200);
  });

  check('takes forms alone', async () => {
    const tx = desk.signed(pay(bob, '1')).toXDR();
    const post = async (contentType: string, body: string) => {
      const headers = { 'content-type': contentType };
      const response = await fetch(`${desk.engine.url}/transactions`, { method: 'POST', headers, body });
      return { status: response.status, body: (await response.json()) as { type: string; extras?: unknown } };
    };
    expect(await post('application/json', JSON.stringify({ tx }))).toMatchObject({ status: 415 });
    // A plus that is not escaped is a space.
    const malformed = await post('application/x-www-form-urlencoded', 'tx=AAAA+AAA');
    expect(malformed).toMatchObject({
      status: 400,
      body: { type: 'https://stellar.org/horizon-errors/transaction_malformed', extras: { envelope_xdr: 'AAAA AAA' } },
    });
    expect(await post('application/x-www-form-urlencoded', `tx=${encodeURIComponent(tx)}AAAA`)).toMatchObject({
      status: 400,
    });
    expect(await post('application/x-www-form-urlencoded', '')).toMatchObject({ status: 400 });
  });

  check('is refused by a server that is behind, and as a test wishes', async () => {
    desk.engine.setStale(true);
    expect((await desk.submit(pay(bob, '1'))).body).toMatchObject({
      status: 503,
      type: 'https://stellar.org/horizon-errors/stale_history',
    });
    desk.engine.setStale(false);
    desk.engine.failNext('/transactions', { status: 429, body: { title: 'Rate Limit Exceeded' } });
    expect((await desk.submit(pay(bob, '1'))).status).toBe(429);
    expect((await desk.submit(pay(bob, '1'))).status).toBe(200);
  });
});

describe('POST /transactions_async', () => {
  check('answers what core says', async () => {
    await desk.engine.setAutomine(false);
    const transaction = desk.signed(pay(bob, '1'));
    const hash = transaction.hash().toString('hex');
    expect(await desk.submitAsync(transaction)).toMatchObject({ status: 201, body: { tx_status: 'PENDING', hash } });
    expect(await desk.submitAsync(transaction)).toMatchObject({ status: 409, body: { tx_status: 'DUPLICATE', hash } });
    // Core queues one transaction of an account.
    const next = desk.signed(pay(bob, '2'), { sequence: sequenceOf(alice) + 2n });
    expect(await desk.submitAsync(next)).toMatchObject({ status: 503, body: { tx_status: 'TRY_AGAIN_LATER' } });
    expect(await desk.engine.balance(bob)).toBe(10_000n * xlm);
    await desk.engine.closeLedger();
    expect(await desk.engine.balance(bob)).toBe(10_001n * xlm);
    expect((await desk.submitAsync(next)).status).toBe(201);
    // Core knows no history: the same bytes have a number that is used.
    await desk.engine.closeLedger();
    const again = await desk.submitAsync(transaction);
    expect(again).toMatchObject({ status: 400, body: { tx_status: 'ERROR', hash } });
    expect(codeOf(again.body.error_result_xdr)).toBe('txBadSeq');
  });

  check('says PENDING of what will fail', async () => {
    const { status, body } = await desk.submitAsync(pay(address(4), '1'));
    expect(status).toBe(201);
    expect((await desk.get(`/transactions/${body.hash}`)).body).toMatchObject({
      successful: false,
      fee_charged: '100',
    });
  });

  check('forgets what is dropped from the queue', async () => {
    await desk.engine.setAutomine(false);
    const { body } = await desk.submitAsync(pay(bob, '1'));
    desk.engine.dropPending(body.hash);
    await desk.engine.closeLedger();
    expect((await desk.get(`/transactions/${body.hash}`)).status).toBe(404);
    expect((await desk.submitAsync(pay(bob, '1'))).status).toBe(201);
  });

  check('drops what is too late when the ledger closes', async () => {
    await desk.engine.setAutomine(false);
    await desk.submitAsync(pay(bob, '1'), { maxTime: seconds() + 30 });
    await desk.engine.advance(31);
    expect(await desk.engine.balance(alice)).toBe(10_000n * xlm);
  });

  check('can be switched off', async () => {
    desk.engine.setAsync('disabled');
    expect((await desk.submitAsync(pay(bob, '1'))).body).toMatchObject({
      status: 403,
      type: 'https://stellar.org/horizon-errors/transaction_submission_disabled',
    });
    desk.engine.setAsync('absent');
    expect((await desk.submitAsync(pay(bob, '1'))).status).toBe(404);
    expect((await desk.submit(pay(bob, '1'))).status).toBe(200);
  });
});

describe('history that lags', () => {
  check('has neither the transaction nor the new sequence number', async () => {
    const before = sequenceOf(alice);
    desk.engine.setHistoryLag(2);
    const transaction = desk.signed(pay(bob, '1'));
    const path = `/transactions/${transaction.hash().toString('hex')}`;
    expect((await desk.submitAsync(transaction)).status).toBe(201);
    expect((await desk.get(path)).status).toBe(404);
    expect((await desk.get(`/accounts/${alice}`)).body.sequence).toBe(before.toString());
    const { body: root } = await desk.get('/');
    expect(root.core_latest_ledger - root.history_latest_ledger).toBe(1);
    // Core knows better. Horizon waits, and cannot tell yet.
    expect((await desk.submitAsync(transaction)).status).toBe(400);
    expect((await desk.submit(transaction)).status).toBe(504);
    await desk.engine.closeLedger(2);
    expect((await desk.get(path)).status).toBe(200);
    expect((await desk.get(`/accounts/${alice}`)).body.sequence).toBe((before + 1n).toString());
    expect((await desk.submit(transaction)).status).toBe(200);
  });

  check('has what a test places, at once', async () => {
    desk.engine.setHistoryLag(5);
    await desk.engine.closeLedger(3);
    desk.engine.placeAccount(carol, { balance: 77n * xlm });
    const { body } = await desk.get(`/accounts/${carol}`);
    expect(body.balances.at(-1).balance).toBe('77.0000000');
    desk.engine.setHistoryLag(0);
    expect(desk.engine.ledgers().history).toEqual(desk.engine.ledgers().core);
  });
});

describe('time', () => {
  check('stands still, and goes on by five seconds with each ledger', async () => {
    const before = seconds();
    await desk.submit(pay(bob, '1'));
    expect(seconds()).toBe(before + 5);
    await desk.engine.advance(3_600);
    expect(seconds()).toBe(before + 3_605);
    const { body } = await desk.get('/ledgers?order=desc&limit=1');
    expect(body._embedded.records[0]).toMatchObject({
      closed_at: '2026-08-04T21:14:12Z',
      base_reserve_in_stroops: 5_000_000,
      base_fee_in_stroops: 100,
    });
  });

  it('follows a clock', async () => {
    let now = Date.parse('2026-08-04T20:14:07.900Z');
    const engine = await startStellar({ now: () => now, chainId: 'stellar-testnet' });
    try {
      expect(new Date(engine.now()).toISOString()).toBe('2026-08-04T20:14:07.000Z');
      now += 60_000;
      const { network_passphrase: passphrase, ...root } = (await (await fetch(engine.url)).json()) as Record<
        string,
        unknown
      >;
      expect(passphrase).toBe(Networks.TESTNET);
      expect(root).toMatchObject({
        history_latest_ledger_closed_at: '2026-08-04T20:15:07Z',
        current_protocol_version: 27,
      });
      expect((await fetch(`${engine.url}/accounts/${address(4)}`)).status).toBe(404);
      // Ledgers do not run ahead of it by more than they must.
      const clocked = new Desk(engine);
      for (const amount of ['1', '2']) expect(await clocked.codes(pay(bob, amount))).toBe('ok');
      expect(engine.now()).toBe(Date.parse('2026-08-04T20:15:09Z'));
    } finally {
      await engine.stop();
    }
  });

  it('has nobody in a bare chain, which may have another passphrase', async () => {
    const engine = await startStellar({ bare: true, passphrase: 'Of our own' });
    try {
      expect(engine.tokens).toEqual([]);
      await engine.fund(alice, xlm);
      expect(engine.accountState(alice)?.balance).toBe(xlm);
      const own = new Desk(engine);
      expect(await own.codes(pay(alice, '1'))).toEqual({ transaction: 'tx_insufficient_balance' });
      await engine.fund(alice, 100n);
      expect(await own.codes(pay(alice, '1'))).toBe('ok');
    } finally {
      await engine.stop();
    }
  });
});
