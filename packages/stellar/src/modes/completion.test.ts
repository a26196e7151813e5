import { describe, expect, it } from 'vitest';
import {
  connectTo,
  type HorizonScript,
  now,
  recipient,
  type ScriptedAccount,
  sender,
  timeOf,
  transfer,
} from '../../test/scripted-horizon.ts';
import type { StellarOptions } from '../options.ts';

// What servers may tell that is absurd, or does not fit together.

async function encode(script: HorizonScript, changed: object = {}, options: Partial<StellarOptions> = {}) {
  const { chain } = connectTo([script], options);
  const { status, transaction } = await chain.encode({ ...transfer, ...changed } as never);
  return {
    errors: status.errors,
    warnings: status.warnings,
    data: transaction.data as { readonly params?: object; readonly fees?: string },
  };
}

const holding = (account: ScriptedAccount): HorizonScript => ({ accounts: { [sender]: account, [recipient]: {} } });
const all = { amount: undefined, useMaxAmount: true };
const failing = (script: HorizonScript, changed?: object) =>
  encode(script, changed).then(
    ({ data }) => expect.fail(`encoded as ${JSON.stringify(data)}`),
    (error: unknown) => error,
  );

describe('the account of the sender', () => {
  it('may have used its last sequence number', async () => {
    const { errors, data } = await encode(holding({ sequence: 2n ** 63n - 1n }));
    expect(errors).toMatchObject([{ code: 'sender.notWallet' }]);
    expect(data.params).toBeUndefined();
    expect((await encode(holding({ sequence: 2n ** 63n - 2n }))).data).toMatchObject({ nonce: '9223372036854775807' });
  });

  it.each([
    ['a sequence number beyond 63 bits', { sequence: 2n ** 63n }],
    ['a negative balance', { changed: { balances: [{ asset_type: 'native', balance: '-1.0000000' }] } }],
    ['a balance that is no amount', { changed: { balances: [{ asset_type: 'native', balance: 'NaN' }] } }],
    [
      'a balance beyond 63 bits',
      { changed: { balances: [{ asset_type: 'native', balance: '922337203685.4775808' }] } },
    ],
    ['no balance', { changed: { balances: [] } }],
    ['two balances', { changed: { balances: [1, 2].map(() => ({ asset_type: 'native', balance: '1.0000000' })) } }],
    ['another account', { changed: { account_id: recipient } }],
    ['a negative number of entries', { subentries: -1 }],
    ['more sponsored entries than it has', { sponsored: 3 }],
  ] as const)('is not believed with %s', async (_, account) => {
    expect(await failing(holding(account as ScriptedAccount), all)).toMatchObject({ code: 'upstream.unavailable' });
  });

  it('may be below its reserve, because the network raised it', async () => {
    const below = holding({ balance: 9_000_000n });
    const { errors, data } = await encode(below, { amount: '1' });
    expect(errors).toMatchObject([{ code: 'balance.unspendable' }]);
    expect(data.params).toBeUndefined();
    expect((await encode(below, all)).errors).toMatchObject([{ code: 'balance.unspendable' }]);
  });

  it('may be younger than the latest ledger', async () => {
    const { errors } = await encode({ ...holding({ balance: 50_000_000n }), latestLedger: 70_000_000 });
    expect(errors).toEqual([]);
  });
});

describe('the latest ledger', () => {
  const closed = (closed_at: string): HorizonScript => ({
    own: {
      '/ledgers': {
        _embedded: {
          records: [{ sequence: 1, closed_at, base_fee_in_stroops: 100, base_reserve_in_stroops: 5_000_000 }],
        },
      },
    },
  });

  it.each(['', 'now', '0000-00-00T00:00:00Z', timeOf(now + 86_400_000), '+275760-09-13T00:00:00Z'])(
    'is not believed with time %j',
    async (time) => {
      expect(await failing(closed(time))).toMatchObject({ code: 'upstream.unavailable' });
    },
  );

  it('gives the transaction an end that our clock bounds', async () => {
    const { data } = await encode({ ledger: { closedAt: now - 60_000 } });
    expect(data.params).toMatchObject({ maxTime: String(now / 1_000 + 1_800) });
  });
});

describe('statistics of fees', () => {
  const stats = (usage: unknown, p90: unknown = '100', p99: unknown = '100'): HorizonScript => ({
    own: { '/fee_stats': { ledger_capacity_usage: usage, fee_charged: { p90, p99 } } },
  });

  it.each([
    ['usage that is no number', stats('NaN')],
    ['negative usage', stats('-1')],
    ['fees that are no numbers', stats('0.1', 'NaN', '1e9')],
    ['negative fees', stats('0.1', '-5')],
  ])('are left out with %s', async (_, script) => {
    const { warnings, data } = await encode(script);
    expect(warnings).toMatchObject([{ code: 'fee.assumed' }]);
    expect(data.fees).toBe('10000');
  });

  it('never make a transaction dearer than the ceilings', async () => {
    const high = '9223372036854775807';
    expect((await encode(stats('0.5', high, high))).data.fees).toBe('10000');
    expect((await encode(stats('1', high, high))).data.fees).toBe('1000000');
    expect((await encode({ ...stats('1', high, high), ledger: { baseFee: 2_000_000_000 } })).data.fees).toBe('1000000');
  });
});
