import type { UpstreamError } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import vectors from '../../fixtures/raw-transactions.json' with { type: 'json' };
import { blockbookWorld, recording } from '../../test/blockbook-world.ts';
import { Status } from '../../test/rest-upstream.ts';
import type { AddressAccount } from '../address/account.ts';
import type { UtxoChainId } from '../chains.ts';

const address = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const dogecoin = 'DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC';
const id = 'ab'.repeat(32);

const open = (script: Readonly<Record<string, unknown>>, chainId: UtxoChainId = 'bitcoin', owner = address) =>
  blockbookWorld(chainId, owner, script);

const failure = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => expect.unreachable(),
    (reason: unknown) => reason,
  );
  return (error as UpstreamError).attempts;
};

describe('totals on Blockbook', () => {
  const totals = (answer: object) => {
    const { backend, account, operation } = open({ [`/api/v2/address/${address}?details=tokenBalances`]: answer });
    return backend.totals(account, operation);
  };

  it('are the amounts in blocks, and the changes by the mempool', async () => {
    const recorded = recording('address-txids');
    expect(await totals({ ...recorded, balance: '19109', unconfirmedBalance: '-904' })).toEqual({
      confirmed: 19109n,
      pending: -904n,
    });
    expect(await totals(recorded)).toEqual({ confirmed: 0n, pending: 0n });
  });

  it('of dogecoin may exceed the integers of a double', async () => {
    const path = `/api/v2/address/${dogecoin}?details=tokenBalances`;
    const answer = { ...recording('address-txids'), balance: '14000000012345678901' };
    const { backend, account, operation } = open({ [path]: answer }, 'dogecoin', dogecoin);
    expect((await backend.totals(account, operation)).confirmed).toBe(14000000012345678901n);
  });
});

describe('the fee rate of Blockbook', () => {
  const rate = async (answer: unknown, target?: number) => {
    const { backend, operation } = open({ [`/api/v2/estimatefee/${target ?? 3}`]: answer });
    return (await backend.feeRate({ endpoint: 'blockbook' }, operation, target)).rate;
  };

  it('is read to the last decimal', async () => {
    expect(await rate(recording('estimatefee'))).toBe(12299n);
    expect(await rate({ result: '0.0000246' }, 6)).toBe(2460n);
    expect(await rate({ result: '1' })).toBe(100000000n);
    expect(await rate({ result: '0.01' })).toBe(1000000n);
  });

  it('is unknown where the node has no estimate', async () => {
    for (const answer of [
      { result: '-1' },
      { result: '-0.00000001' },
      { result: '0' },
      new Status(400, { error: 'fee estimation not available' }),
      new Status(500, { error: 'Internal server error' }),
    ]) {
      expect(await rate(answer)).toBeUndefined();
    }
  });

  it('is a failure if the endpoint answers something else', async () => {
    expect(await failure(rate({ result: '1e-5' }))).toMatchObject([{ outcome: 'malformed' }, { outcome: 'malformed' }]);
    expect(await failure(rate(new Status(502, 'bad gateway')))).toMatchObject([
      { outcome: 'http' },
      { outcome: 'http' },
    ]);
  });
});

describe('a transaction on Blockbook', () => {
  const read = (txid: string, answer: unknown, more: object = {}) => {
    const world = open({ [`/api/v2/tx/${txid}`]: answer, ...more });
    return { ...world, found: world.backend.transaction(txid, world.operation) };
  };

  it('is read from a recording, in a block', async () => {
    const recorded = recording('tx-btc-confirmed');
    const { found, operation } = read(recorded.txid, recorded);
    expect(await found).toEqual({
      tip: 860730,
      transaction: {
        txid: '8c1e3dec662d1f2a5e322ccef5eca263f98eb16723c6f990be0c88c1db113fb1',
        height: 860730,
        time: 1725956288000,
        version: 2,
        isCoinbase: false,
        fee: 43200n,
        inputs: [
          {
            txid: '0eb7b574373de2c88d0dc1444f49947c681d0437d21361f9ebb4dd09c62f2a66',
            vout: 1,
            value: 10106300n,
            address: 'bc1qmgwnfjlda4ns3g6g3yz74w6scnn9yu2ts82yyc',
            isOwn: false,
            sequence: 0xfffffffd,
          },
        ],
        outputs: [
          {
            value: 175000n,
            script: '76a914ecc999d554eaa3efa5e871c28f58b549c36ec51788ac',
            address: '1Nb1ykSD7J5k4RFjJQGsrD9gxBE6jzfNa9',
            isOwn: false,
          },
          {
            value: 9888100n,
            script: '001496f152a0919487624bf4f13f46f0d20fa10d9acc',
            address: 'bc1qjmc49gy3jjrkyjl57yl5duxjp7ssmxkvh5t2q5',
            isOwn: false,
          },
        ],
        raw: recorded,
      },
    });
    expect(operation.trace.roundTrips).toBe(1);
  });

  it('is read from a recording, in the mempool', async () => {
    const recorded = recording('tx-btc-unconfirmed');
    const { found } = read(recorded.txid, recorded, { '/api/': { blockbook: { bestHeight: 860735 } } });
    expect(await found).toMatchObject({
      tip: 860735,
      transaction: { height: undefined, time: 1725959035000, fee: 3885n, inputs: [{ vout: 0, value: 371042n }] },
    });
  });

  it('of a miner has no inputs', async () => {
    const recorded = recording('tx-btc-confirmed');
    const vin = [{ n: 0, isAddress: false, coinbase: '03fa200d' }];
    const { found } = read(recorded.txid, { ...recorded, vin, fees: '0' });
    expect((await found)?.transaction).toMatchObject({ isCoinbase: true, inputs: [], fee: 0n });
  });

  it('has no fee if a part of it is inside MWEB or an amount is unknown', async () => {
    const recorded = recording('tx-btc-confirmed');
    const [input] = recorded.vin;
    for (const change of [
      { vin: [input, { n: 1, isAddress: false }] },
      { vout: [...recorded.vout, { value: '0', n: 2, addresses: null, isAddress: false }] },
      { vin: [{ ...input, value: undefined }] },
    ]) {
      const { found } = read(recorded.txid, { ...recorded, ...change });
      const transaction = (await found)?.transaction;
      expect(transaction).toMatchObject({ isCoinbase: false, fee: undefined });
      expect(transaction?.outputs).toHaveLength(2);
      expect(transaction?.inputs).toHaveLength(1);
    }
  });

  it('is undefined if the chain does not know it', async () => {
    const { found } = read(id, new Status(400, recording('tx-not-found')));
    expect(await found).toBeUndefined();
  });

  it('is asked for elsewhere if the server fails, or answers another transaction', async () => {
    const broken = read(id, new Status(400, { error: 'GetTxAddresses: database is closed' }));
    expect(await failure(broken.found)).toMatchObject([{ outcome: 'http', detail: 'HTTP 400' }]);
    const other = read(id, recording('tx-btc-confirmed'));
    expect(await failure(other.found)).toMatchObject([
      { outcome: 'rejected', detail: 'it answers another transaction' },
    ]);
  });
});

describe('previous transactions on Blockbook', () => {
  const [first, second] = vectors.transactions.slice(-3);
  const path = (txid: string) => `/api/v2/tx/${txid}`;

  it('come without witness and MWEB parts', async () => {
    const script = Object.fromEntries(vectors.transactions.map(({ txid, raw }) => [path(txid), { txid, hex: raw }]));
    const { backend, operation, mostAtOnce } = open({ ...script, '/api/': { blockbook: { bestHeight: 1 } } });
    // So that no guard goes beside them.
    await backend.tip(operation);
    const txids = [...new Set(vectors.transactions.map(({ txid }) => txid))];
    const found = await backend.previousTransactions(txids, operation);
    expect([...found.keys()]).toEqual(txids);
    // Version, one input without script, three outputs, lock time.
    expect(found.get(first?.txid ?? '')).toHaveLength(159);
    expect(mostAtOnce()).toBe(4);
  });

  it('that differ from the requested ones are refused', async () => {
    const { backend, operation } = open({ [path(first?.txid ?? '')]: { hex: second?.raw } });
    expect(await failure(backend.previousTransactions([first?.txid ?? ''], operation))).toMatchObject([
      { outcome: 'rejected', detail: 'it answers another transaction' },
    ]);
  });

  it('that are no transactions are refused', async () => {
    for (const hex of [undefined, '', 'zz', first?.raw.slice(0, -2)]) {
      const { backend, operation } = open({ [path(id)]: { hex } });
      const [attempt] = await failure(backend.previousTransactions([id], operation));
      expect(attempt?.outcome).toBe('malformed');
    }
  });
});

describe('the redeem script of an address on Blockbook', () => {
  // BIP49's vector: its redeem script hashes to the address.
  const nested = '2Mww8dCYPUpKHofjgcXcBCEGmniw9CoaiD2';
  const redeemScript = '001438971f73930f6c141d977ac4fd4a727c854935b3';
  const path = `/api/v2/address/${nested}?details=txs&filter=inputs&pageSize=1`;
  const read = async (hex: string) => {
    const spend = { txid: id, vin: [{ txid: id, n: 0, isOwn: true, value: '1', hex }], vout: [], confirmations: 1 };
    const answer = { balance: '0', txs: 1, transactions: [spend] };
    const { backend, account, operation } = open({ [path]: answer }, 'bitcoin-testnet', nested);
    return backend.redeemScript?.(account as AddressAccount, operation);
  };

  it('is the script that its last spend shows', async () => {
    expect(Buffer.from((await read(`16${redeemScript}`)) ?? []).toString('hex')).toBe(redeemScript);
  });

  it('is not the script of another address', async () => {
    expect(await read(`160014${'00'.repeat(20)}`)).toBeUndefined();
    expect(await read('')).toBeUndefined();
  });
});

describe('sending on Blockbook', () => {
  const send = (answer: unknown) => {
    const { backend, operation, sent } = open({ 'POST /api/v2/sendtx/': answer });
    return { sent, outcome: backend.send('0200', 'blockbook', operation) };
  };

  it('posts the hex to the path with the slash', async () => {
    const { outcome, sent } = send({ result: id });
    expect(await outcome).toEqual({ ok: true, txid: id });
    expect(sent.find(({ path }) => path.startsWith('POST'))?.body).toBe('0200');
  });

  it("passes on the node's refusal", async () => {
    const refused = send(new Status(400, { error: '-26: min relay fee not met, 100 < 110' }));
    expect(await refused.outcome).toEqual({ ok: false, code: -26, message: 'min relay fee not met, 100 < 110' });
    const recorded = send(new Status(400, recording('sendtx-error')));
    expect(await recorded.outcome).toEqual({ ok: false, code: undefined, message: 'Invalid data' });
  });

  it('fails if no node answers, and says that it may have been sent', async () => {
    const error = await send(new Status(500, { error: 'Internal server error' })).outcome.catch(
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ maybeSent: true });
  });
});

describe('Blockbook', () => {
  it('knows which transaction in a block spends an output', async () => {
    const vout = [{ n: 0, spent: true, spentTxId: id }, { n: 1 }];
    const { backend, operation } = open({ [`/api/v2/tx/${id}?spending=true`]: { vout } });
    expect(await backend.spender?.({ txid: id, vout: 0 }, operation)).toBe(id);
    expect(await backend.spender?.({ txid: id, vout: 1 }, operation)).toBeUndefined();
  });

  it('tells the height of the best block', async () => {
    const { backend, operation } = open({ '/api/': { blockbook: { bestHeight: 860735, inSync: true } } });
    expect(await backend.tip(operation)).toBe(860735);
  });
});
