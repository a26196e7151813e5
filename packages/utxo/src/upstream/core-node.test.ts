import type { UpstreamError } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import vectors from '../../fixtures/raw-transactions.json' with { type: 'json' };
import { coreWorld, type NodeScript, Refusal, recordedAnswer } from '../../test/core-world.ts';
import { rawTransaction } from '../../test/raw-transaction.ts';

// Recorded in the mempool, and once more in a block.
const txid = '6bda6b5a305560ee3a9c336bdfdb71fc8bd9416ad01cec25e538c1ebb309329b';
const previousTxid = 'c633314e9108c07df8b4c2d68fe534b8f769381f0f65793a98a9d39b8932a475';
const id = 'ab'.repeat(32);

const failure = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => expect.unreachable(),
    (reason: unknown) => reason,
  );
  return (error as UpstreamError).attempts;
};

const script =
  (answers: Readonly<Record<string, unknown>>): NodeScript =>
  (method, params) =>
    answers[`${method} ${JSON.stringify(params)}`] ?? answers[method];

describe('a transaction of a node', () => {
  const read = (
    answers: Readonly<Record<string, unknown>>,
    wanted = txid,
    chainId: 'bitcoin-testnet' | 'litecoin' = 'bitcoin-testnet',
  ) => {
    const world = coreWorld(chainId, script({ getblockcount: 625, ...answers }));
    return { ...world, found: world.backend.transaction(wanted, world.operation) };
  };
  const verbose = (wanted: string) => `getrawtransaction ["${wanted}",true]`;
  const full = (wanted: string) => `getrawtransaction ["${wanted}",false]`;
  const recorded = (occurrence: number) => recordedAnswer('getrawtransaction', [txid, true], occurrence) as object;

  it('is read from a recording, in a block', async () => {
    const { found, operation } = read({
      [verbose(txid)]: recorded(1),
      getrawtransaction: new Refusal(-5, 'No such mempool or blockchain transaction.'),
      getblockheader: { height: 623 },
    });
    expect(await found).toEqual({
      tip: 625,
      transaction: {
        txid,
        height: 623,
        time: 1795227172000,
        isCoinbase: false,
        inputs: [
          {
            txid: previousTxid,
            vout: 204,
            scriptSig: '',
            sequence: 0xfffffffe,
          },
        ],
        outputs: [
          {
            value: 123456789n,
            script: '001482a3ab3a2c6089520850a8c9147a4a7f88846a27',
            address: 'tb1qs236kw3vvzy4yzzs4ry3g7j207ygg638rmuvm0',
          },
          {
            value: 101381421n,
            script: '001411f6e9e6f611183fe757e269909d1e30848d3c52',
            address: 'tb1qz8mwnehkzyvrle6huf5ep8g7xzzg60zj7t8glw',
          },
        ],
        // The node does not have the spent transaction.
        fee: undefined,
        raw: recorded(1),
      },
    });
    expect(operation.trace.roundTrips).toBe(2);
  });

  it('is read from a recording, in the mempool', async () => {
    const { found } = read({ [verbose(txid)]: recorded(0), getrawtransaction: new Refusal(-5, 'No such') });
    expect((await found)?.transaction).toMatchObject({ height: undefined, time: undefined });
  });

  it('has a fee if the node knows all inputs', async () => {
    const first = rawTransaction({
      spends: [{ txid: id, vout: 0 }],
      pays: [
        { value: 1n, script: '51' },
        { value: 500n, script: '0014'.padEnd(44, '0') },
      ],
    });
    const second = rawTransaction({ spends: [{ txid: id, vout: 1 }], pays: [{ value: 40n, script: '51' }] });
    const spending = rawTransaction({
      spends: [
        { txid: first.txid, vout: 1 },
        { txid: second.txid, vout: 0 },
        { txid: first.txid, vout: 0 },
      ],
      pays: [{ value: 530n, script: '51' }],
    });
    const answer = {
      txid: spending.txid,
      hex: spending.raw,
      vin: [
        { txid: first.txid, vout: 1 },
        { txid: second.txid, vout: 0 },
        { txid: first.txid, vout: 0 },
      ],
      vout: [{}],
    };
    const known = { [verbose(spending.txid)]: answer, [full(first.txid)]: first.raw, [full(second.txid)]: second.raw };
    const { found, calls } = read(known, spending.txid);
    expect((await found)?.transaction).toMatchObject({
      fee: 11n,
      inputs: [
        { value: 500n, script: '0014'.padEnd(44, '0'), address: 'tb1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq0l98cr' },
        { value: 40n, script: '51', address: undefined },
        { value: 1n },
      ],
    });
    expect(calls).toEqual(['getrawtransaction', 'getblockcount', 'getrawtransaction', 'getrawtransaction']);

    const lying = { ...known, [full(first.txid)]: second.raw };
    expect((await read(lying, spending.txid).found)?.transaction).toMatchObject({
      fee: undefined,
      inputs: [{ value: undefined }, {}, {}],
    });
  });

  it('of a miner has no inputs, and no fee', async () => {
    const { found } = read({ [verbose(txid)]: { ...recorded(0), vin: [{ coinbase: '03', txinwitness: ['00'] }] } });
    expect((await found)?.transaction).toMatchObject({ isCoinbase: true, inputs: [], fee: undefined });
  });

  it('that goes into MWEB is shown without its parts inside', async () => {
    const pegIn = vectors.transactions.find(({ name }) => name.includes('peg-in in the mempool'));
    const answer = {
      txid: pegIn?.txid,
      hex: pegIn?.raw,
      vin: [{ ismweb: false, ...pegIn?.inputs?.[0] }],
      vout: [{ ismweb: false }, { ismweb: true }, { ismweb: true }],
    };
    const { found } = read(
      { [verbose(pegIn?.txid ?? '')]: answer, getrawtransaction: new Refusal(-5, 'No such') },
      pegIn?.txid,
    );
    const transaction = (await found)?.transaction;
    expect(transaction?.outputs).toEqual([
      { value: 1249998370n, script: pegIn?.outputs?.[0]?.script, address: undefined },
    ]);
    expect(transaction?.fee).toBeUndefined();
  });

  it('that is only inside MWEB has neither inputs nor outputs', async () => {
    const answer = { txid: id, hex: vectors.withinMweb, vin: [{ ismweb: true }], vout: [{ ismweb: true }] };
    const { found } = read({ [verbose(id)]: answer }, id, 'litecoin');
    expect((await found)?.transaction).toMatchObject({ inputs: [], outputs: [], fee: undefined, isCoinbase: false });
    // On a chain without MWEB a node must not hide parts of a transaction.
    expect(await failure(read({ [verbose(id)]: answer }, id).found)).toMatchObject([{ outcome: 'rejected' }]);
  });

  it('is undefined if the node does not know it', async () => {
    const unknown = '0'.repeat(64);
    const { found } = read({ [verbose(unknown)]: recordedAnswer('getrawtransaction', [unknown, true]) }, unknown);
    expect(await found).toBeUndefined();
  });

  it('is asked for elsewhere if the node has no index, or answers another transaction', async () => {
    const message =
      'No such mempool transaction. Use -txindex or provide a block hash to enable blockchain transaction queries.';
    expect(await failure(read({ [verbose(id)]: new Refusal(-5, message) }, id).found)).toMatchObject([
      { outcome: 'unavailable' },
      { outcome: 'unavailable' },
    ]);
    expect(await failure(read({ [verbose(id)]: recorded(0) }, id).found)).toMatchObject([
      { outcome: 'rejected', detail: 'it answers another transaction' },
    ]);
  });
});

describe('previous transactions of a node', () => {
  const [first, second] = vectors.transactions.slice(-3);

  it('come in one batch, without witness and MWEB parts', async () => {
    const answers = Object.fromEntries(
      vectors.transactions.map(({ txid: one, raw }) => [`getrawtransaction ["${one}",false]`, raw]),
    );
    const { backend, operation } = coreWorld('litecoin', script(answers));
    const txids = [first?.txid ?? '', second?.txid ?? ''];
    const found = await backend.previousTransactions(txids, operation);
    expect([...found.keys()]).toEqual(txids);
    expect(found.get(first?.txid ?? '')).toHaveLength(159);
    expect(operation.trace.requests).toBe(1);
  });

  it('that differ from the requested ones are refused', async () => {
    const { backend, operation } = coreWorld('litecoin', script({ getrawtransaction: second?.raw }));
    expect(await failure(backend.previousTransactions([first?.txid ?? ''], operation))).toMatchObject([
      { outcome: 'rejected' },
    ]);
  });

  it('that the node does not have are asked for elsewhere', async () => {
    const { backend, operation } = coreWorld('litecoin', script({ getrawtransaction: new Refusal(-5, 'No such') }));
    expect(await failure(backend.previousTransactions([id], operation))).toMatchObject([
      { outcome: 'unavailable' },
      { outcome: 'unavailable' },
    ]);
  });
});

describe('the fee rate of a node', () => {
  const rate = async (answers: Readonly<Record<string, unknown>>, target?: number) => {
    const { backend, operation } = coreWorld(
      'litecoin',
      script({ getmempoolinfo: recordedAnswer('getmempoolinfo'), ...answers }),
    );
    return (await backend.feeRate({ endpoint: 'core' }, operation, target)).rate;
  };

  it('is its estimate for a number of blocks', async () => {
    expect(await rate({ 'estimatesmartfee [3]': { feerate: 0.00002114, blocks: 3 } })).toBe(2114n);
    expect(await rate({ 'estimatesmartfee [6]': recordedAnswer('estimatesmartfee') }, 6)).toBe(10000n);
  });

  it("is never below the mempool's minimum", async () => {
    const getmempoolinfo = { size: 0, mempoolminfee: 0.00003 };
    expect(await rate({ estimatesmartfee: { feerate: 0.00002114 }, getmempoolinfo })).toBe(3000n);
  });

  it('is unknown if the node has seen too few transactions', async () => {
    expect(
      await rate({ estimatesmartfee: { errors: ['Insufficient data or no feerate found'], blocks: 1 } }),
    ).toBeUndefined();
    // Dogecoin Core 1.14.
    expect(await rate({ estimatesmartfee: { feerate: -1, blocks: 25 } })).toBeUndefined();
  });
});

describe('sending to a node', () => {
  const send = (answer: unknown) => {
    const { backend, operation } = coreWorld('litecoin', script({ sendrawtransaction: answer }));
    return backend.send('0200', 'core', operation);
  };

  it('answers the id', async () => {
    expect(await send(id)).toEqual({ ok: true, txid: id });
  });

  it("passes on the node's refusal, in the node's words", async () => {
    expect(await send(recordedAnswer('sendrawtransaction'))).toEqual({
      ok: false,
      code: -22,
      message: 'TX decode failed. Make sure the tx has at least one input.',
    });
    for (const message of [
      '66: min relay fee not met',
      'too-long-mempool-chain, too many descendants [limit: 25]',
      'rate limited free transaction',
    ]) {
      expect(await send(new Refusal(-26, message))).toEqual({ ok: false, code: -26, message });
    }
  });

  it('fails while the node starts, and says that it may have been sent', async () => {
    await expect(send(new Refusal(-28, 'Verifying blocks...'))).rejects.toMatchObject({ maybeSent: true });
  });

  it('to a node of another chain fails', async () => {
    const { backend, operation } = coreWorld('litecoin', script({ getblockhash: id, sendrawtransaction: id }));
    expect(await failure(backend.send('0200', 'core', operation))).toMatchObject([{ outcome: 'rejected' }]);
  });
});

it('a node tells the height of the best block', async () => {
  const { backend, operation } = coreWorld('litecoin', script({ getblockcount: 623 }));
  expect(await backend.tip(operation)).toBe(623);
});
