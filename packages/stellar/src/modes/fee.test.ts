import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  connectTo,
  dies,
  feeStatsOf,
  type HorizonScript,
  hangs,
  missing,
  now,
  problemOf,
  Status,
  transfer,
} from '../../test/scripted-horizon.ts';
import { answerTo } from '../../test/wish-rig.ts';

// Bids from an intent to the bytes, on servers that answer by script. 1 XLM is sent: 1,000,000 stroops are a tenth of it.

afterEach(() => void vi.useRealTimers());

const field = 'transaction.data.fees';

const answer = (script: HorizonScript | readonly HorizonScript[] = {}, more: object = {}, options: object = {}) =>
  answerTo(connectTo(script, options).chain, { ...transfer, ...more });

const stats = (own: unknown): HorizonScript => ({ own: { '/fee_stats': own } });

describe('fees', () => {
  it.each<[string, HorizonScript, string]>([
    ['of quiet ledgers', {}, '100'],
    ['of the 90th percentile', { fees: { p90: 321, p99: 5_000 } }, '321'],
    ['that contracts pay', { fees: { p90: 77_668, p99: 200_000 } }, '10000'],
    ['of full ledgers', { fees: { p90: 321, p99: 54_321, usage: 0.97 } }, '54321'],
    ['of very full ledgers', { fees: { p90: 321, p99: 987_654_321, usage: 1 } }, '1000000'],
    ['that are said to be 0', { fees: { p90: 0, p99: 0 } }, '100'],
    ['with a higher lowest fee', { ledger: { baseFee: 300 } }, '300'],
  ])('%s', async (_, script, fee) => {
    const { data, errors, transaction } = await answer(script);
    expect(errors).toEqual([]);
    expect([data.fees, transaction?.fee]).toEqual([fee, fee]);
  });

  it('are never above what the operator offers', async () => {
    const ceilings = { fee: '200', busyFee: '5000' };
    expect((await answer({ fees: { p90: 321 } }, {}, { ceilings })).data.fees).toBe('200');
    expect((await answer({ fees: { p90: 321, p99: 54_321, usage: 1 } }, {}, { ceilings })).data.fees).toBe('5000');
    expect((await answer(stats(missing), {}, { ceilings })).data.fees).toBe('200');
  });

  it('above the ceiling by the ledger are refused', async () => {
    for (const baseFee of [10_001, 2_000_000_000]) {
      const { errors, transaction, messages } = await answer({ ledger: { baseFee } });
      expect(errors).toEqual([`fee.aboveCeiling ${field}`]);
      expect(messages.join()).toContain('A lowest fee of');
      expect(transaction).toBeUndefined();
    }
    // Full ledgers raise the ceiling.
    expect((await answer({ ledger: { baseFee: 10_001 }, fees: { usage: 1 } })).data.fees).toBe('10001');
    // And a client may offer what it likes.
    expect((await answer({ ledger: { baseFee: 10_001 } }, { fees: '10001' })).data.fees).toBe('10001');
  });

  it('are high if they are more than a tenth', async () => {
    expect((await answer({}, { fees: '1000001' })).warnings).toEqual(['fee.high']);
    expect((await answer({}, { fees: '1000000' })).warnings).toEqual([]);
  });
});

describe('without statistics', () => {
  const bodies: readonly [string, unknown][] = [
    ['404 of Horizon', missing],
    ['404 of a proxy', new Status(404, 'nginx')],
    ['403', new Status(403, '<html>')],
    ['429', new Status(429, 'slow down')],
    ['500', problemOf(500, 'server_error')],
    ['503', problemOf(503, 'still_ingesting')],
    ['502 of a proxy', new Status(502, 'Bad Gateway')],
    ['a broken connection', dies],
    ['text', 'fees'],
    ['an empty object', {}],
    ['null', null],
    ['numbers that are none', feeStatsOf({ p90: Number.NaN })],
    ['negative numbers', feeStatsOf({ p90: -1 })],
    [
      'numbers beyond 63 bits',
      { ...feeStatsOf(), fee_charged: { p90: '9223372036854775808', p99: '9223372036854775808' } },
    ],
    ['percentiles that fall', feeStatsOf({ p90: 200, p99: 100 })],
    ['a share that is none', { ...feeStatsOf(), ledger_capacity_usage: '-0.5' }],
    ['a share without end', { ...feeStatsOf(), ledger_capacity_usage: '9'.repeat(400) }],
  ];

  it.each(bodies)('the ceiling is offered, with a warning: %s', async (_, said) => {
    const { data, errors, warnings, messages, transaction } = await answer(stats(said));
    expect(errors).toEqual([]);
    expect(warnings).toEqual(['fee.assumed']);
    expect(messages.join()).toContain('0.001 XLM');
    expect([data.fees, transaction?.fee]).toEqual(['10000', '10000']);
  });

  it.each(bodies)('of one endpoint another one is asked: %s', async (_, said) => {
    const rig = connectTo([stats(said), { fees: { p90: 321 } }]);
    const { data, warnings } = await answerTo(rig.chain, transfer);
    expect([data.fees, warnings]).toEqual(['321', []]);
    // All else comes from the first.
    expect(rig.asked.filter(({ endpoint }) => endpoint === 'horizon 1').map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/fee_stats']),
    );
    expect(rig.askedFor('/ledgers').map(({ endpoint }) => endpoint)).toEqual(['horizon 0']);
  });

  it('a server that never tells is not set aside', async () => {
    // Time goes on, so that the failure comes after the other questions began.
    let ms = now;
    const { chain, askedFor } = connectTo([stats(missing), {}], { now: () => ms++ });
    for (const count of [1, 2, 3]) {
      await answerTo(chain, transfer);
      expect(askedFor('/ledgers').map(({ endpoint }) => endpoint)).toEqual(Array(count).fill('horizon 0'));
    }
  });

  it('a server that hangs there alone does not fail the answer', async () => {
    vi.useFakeTimers();
    const pending = answer(stats(hangs), {}, { timeoutMs: 20_000 });
    // Twice three seconds and a pause. The endpoint itself has 20 seconds.
    await vi.advanceTimersByTimeAsync(7_000);
    const { data, errors, warnings } = await pending;
    expect([errors, warnings, data.fees]).toEqual([[], ['fee.assumed'], '10000']);
  });

  it('nothing is asked for if the client names its bid', async () => {
    const rig = connectTo(stats(missing));
    expect(await answerTo(rig.chain, { ...transfer, fees: '777' })).toMatchObject({ errors: [], warnings: [] });
    expect(rig.askedFor('/fee_stats')).toEqual([]);
  });

  it('failures of all else are told', async () => {
    await expect(answer({ own: { '/ledgers': dies, '/fee_stats': missing } })).rejects.toMatchObject({
      name: 'UpstreamError',
    });
  });
});

describe('wished fees', () => {
  it.each(['100', '101', '10000', '999999', '429496'])('are the bid: %s', async (fees) => {
    const { data, transaction, errors } = await answer({ fees: { p90: 54_321, usage: 1 } }, { fees });
    expect([errors, data.fees, transaction?.fee]).toEqual([[], fees, fees]);
  });

  it('may be above the ceilings, up to 32 bits', async () => {
    const { data, errors, warnings } = await answer({}, { fees: '50000000' });
    expect([data.fees, errors, warnings]).toEqual(['50000000', [], ['fee.high']]);
  });

  it.each<[string, string, HorizonScript, string]>([
    ['0', '0', {}, 'fee.tooLow'],
    ['below the lowest fee', '99', {}, 'fee.tooLow'],
    ['below the lowest fee of the ledger', '299', { ledger: { baseFee: 300 } }, 'fee.tooLow'],
    ['beyond 32 bits', '4294967296', {}, 'fee.tooHigh'],
    ['beyond 64 bits', '18446744073709551616', {}, 'fee.tooHigh'],
  ])('%s are refused', async (_, fees, script, code) => {
    const { errors, transaction } = await answer(script, { fees });
    expect(errors).toContain(`${code} ${field}`);
    expect(transaction).toBeUndefined();
  });

  it('are not raised by a server that lies', async () => {
    const { errors, data } = await answer({ ledger: { baseFee: 2_000_000_000 } }, { fees: '100' });
    expect([errors, data.fees]).toEqual([[], '100']);
  });

  it('that the sender does not have are refused', async () => {
    const { errors, transaction } = await answer({}, { fees: '4294967295' });
    expect(errors).toEqual(['balance.unspendable transaction.data.senderAddress']);
    expect(transaction).toBeUndefined();
  });

  it.each(['-1', '1.5', '0x64', 'much', ' 100'])('that are no number are refused: %j', async (fees) => {
    await expect(answer({}, { fees })).rejects.toMatchObject({ problems: [{ code: 'wish.invalid', field }] });
  });

  it('of an earlier answer are no wishes', async () => {
    const first = await answer({ fees: { p90: 321 } });
    expect((await answer({ fees: { p90: 456 } }, first.data)).data.fees).toBe('456');
  });
});
