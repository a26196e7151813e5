import { describeCaptures } from '@isochain/conformance';
import { Networks } from '@stellar/stellar-base';
import { expect, it } from 'vitest';
import { historyOf, write } from '../../test/horizon-records.ts';
import { connectTo, latest } from '../../test/scripted-horizon.ts';
import { recordSchema } from '../upstream/operation-record.ts';
import { effectsOf } from '../upstream/queries/effects.ts';
import { historyQueries, joinHistory, operationsOf } from '../upstream/queries/operations.ts';
import { readMined, transactionById, transactionSchema } from '../upstream/queries/transactions.ts';
import { readEnvelope } from './envelope.ts';

// What was recorded of both networks. What must be read of it was written by hand, or stands in other fields of the recordings.

// biome-ignore lint/suspicious/noExplicitAny: recordings have no types
type Json = any;

const file = (name: string) => `stellar/${name}.json`;
const [mined, envelopes, sent, one, list, operations, payments, ofOne, effects] = [
  'mined-transactions',
  'horizon-mainnet-50-transactions-xdr',
  'horizon-submit-transaction-success',
  'horizon-transaction',
  'horizon-account-transactions',
  'horizon-account-operations',
  'horizon-account-payments',
  'horizon-transaction-operations',
  'horizon-account-effects',
].map(file) as [string, string, string, string, string, string, string, string, string];

const answer = (value: unknown): Json => ({ ok: true, status: 200, headers: new Headers(), value });

describeCaptures('transactions of the main network', [mined], (readFile) => {
  const entries: Json[] = JSON.parse(readFile(mined));

  const told = ({ feeBid, feeCharged, feePaidBy, recipients, senders, ...parsed }: Json) => {
    const party = (each: Json) => ({
      ...{ amount: '0', ticker: 'XLM', ...each },
      ...((each.ticker ?? 'XLM') === 'XLM' ? {} : { tokenId: parsed.tokenId }),
    });
    const payer = senders[0].address === feePaidBy ? {} : { payer: feePaidBy };
    return {
      ...parsed,
      senders: senders.map(party),
      ...(recipients.length === 0 ? {} : { recipients: recipients.map(party) }),
      fees: { amount: feeCharged, ticker: 'XLM', ...payer },
      blockHeight: String(latest - 1),
      confirmations: '2',
      timestamp: expect.stringMatching(/^1[0-9]{12}$/),
    };
  };

  it.each(entries.map((entry) => [entry.id, entry]))('%s is read', async (_, entry) => {
    const written = write(entry);
    expect(written.hash).toBe(entry.hash);
    const { chain } = connectTo({ own: historyOf([written]) });
    const ids = [written.hash, ...(written.innerHash === undefined ? [] : [written.innerHash])];
    for (const id of ids) {
      const { parsed } = (await chain.transaction(id)).transaction;
      expect(parsed).toEqual({ id, ...told(entry.expected) });
    }
  });

  it.each(entries.map((entry) => [entry.id, entry]))('%s is read in histories', async (_, entry) => {
    const written = write(entry);
    const { chain } = connectTo({ own: historyOf([written]) });
    for (const party of new Set(written.parties.flat())) {
      const { transactions } = await chain.history(party);
      expect(transactions.map(({ parsed }) => parsed)).toEqual([{ id: entry.hash, ...told(entry.expected) }]);
    }
  });
});

describeCaptures('envelopes of the main network', [envelopes], (readFile) => {
  const { records }: { records: Json[] } = JSON.parse(readFile(envelopes));

  it('have the ids under which they were recorded', () => {
    expect(records).toHaveLength(50);
    for (const { hash, envelope_xdr: envelope } of records) {
      expect(readEnvelope(envelope, Networks.PUBLIC)?.id).toBe(hash);
      expect(readEnvelope(envelope, Networks.TESTNET)?.id).not.toBe(hash);
    }
  });

  it('are read with what came of them', async () => {
    const written = records.map((record) => write({ envelope: record.envelope_xdr, result: record.result_xdr }));
    const { chain } = connectTo({ own: historyOf(written) });
    const states = new Set<string>();
    for (const { hash, innerHash, transaction } of written) {
      const { parsed } = (await chain.transaction(hash)).transaction;
      // All of them call contracts.
      expect(parsed).toMatchObject({ id: hash, mode: 'unknown', fees: { amount: transaction.fee_charged } });
      expect((await chain.transaction(innerHash ?? hash)).transaction.parsed?.state).toBe(parsed?.state);
      states.add(parsed?.state ?? '');
    }
    expect([...states]).toContain('confirmed');
  });
});

describeCaptures('answers of Horizon', [sent, one, list, operations, payments, ofOne, effects], (readFile) => {
  const read = (name: string): Json => JSON.parse(readFile(name));
  const recordsOf = (name: string): Json[] => read(name)._embedded.records;
  // The links of the older recordings name the test network. The ids say that they are of the main network.
  const transactions: [string, string, string, Json][] = [
    ...[read(one), ...recordsOf(list)].map((each): [string, string, string, Json] => [
      each.hash,
      Networks.PUBLIC,
      Networks.TESTNET,
      each,
    ]),
    [read(sent).hash, Networks.TESTNET, Networks.PUBLIC, read(sent)],
  ];

  it.each(transactions)('transaction %s is proven by its id', (hash, network, other, raw) => {
    const query = transactionById(hash, network);
    const value = (query.request.schema as Json).parse(raw);
    const { transaction } = query.read(answer(value)) ?? {};
    expect(transaction).toMatchObject({ id: hash, isSuccess: true, time: Date.parse(raw.created_at) });
    expect(transaction?.content?.memo ?? '').toBe(raw.memo ?? '');
    expect(transaction?.content?.operations).toHaveLength(raw.operation_count);
    expect(transaction?.results?.operations).toHaveLength(raw.operation_count);
    expect(() => transactionById(hash, other).read(answer(value))).toThrow('another id');
  });

  it('operations of an account agree with their transactions', () => {
    const byHash = new Map(recordsOf(list).map((each) => [each.hash, each]));
    const joined = [...recordsOf(operations), ...recordsOf(payments)]
      .filter((each) => byHash.has(each.transaction_hash))
      .map((each) => ({ ...each, transaction: byHash.get(each.transaction_hash) }));
    expect(joined.length).toBeGreaterThanOrEqual(2);
    for (const record of joined) {
      const account = record.account ?? record.to;
      const queries = historyQueries({ account, limit: 1, after: undefined, passphrase: Networks.PUBLIC });
      const ask = (query: Json, records: Json[]) =>
        query.read(answer(query.request.schema.parse({ _embedded: { records } })));
      const [own, all] = [ask(queries.operations, [record]), ask(queries.transactions, [record.transaction])];
      for (const lists of [
        { operations: own, transactions: ask(queries.transactions, []) },
        { operations: ask(queries.operations, []), transactions: all },
      ])
        expect(joinHistory(account, lists).entries).toMatchObject([
          { id: record.transaction_hash, transaction: { id: record.transaction_hash } },
        ]);
    }
  });

  it('operations of all kinds are read', () => {
    for (const name of [operations, payments, ofOne])
      for (const record of recordsOf(name))
        expect(recordSchema.parse(record)).toMatchObject({ id: BigInt(record.id), type: record.type });
    const query = operationsOf('6b983a4e0dc3c04f4bd6b9037c55f70a09c434dfd01492be1077cf7ea68c2e4a');
    const value = (query.request.schema as Json).parse(read(ofOne));
    expect(query.read(answer(value))?.records).toHaveLength(4);
  });

  it('effects of all kinds are read', () => {
    const query = effectsOf('ab'.repeat(32));
    const value = (query.request.schema as Json).parse(read(effects));
    expect(query.read(answer(value))).toMatchObject({ list: [], isCut: false, raw: recordsOf(effects) });
  });

  it('a transaction of the first form of envelopes is read', () => {
    const { content } = readMined(transactionSchema.parse(read(one)), Networks.PUBLIC);
    expect(content).toMatchObject({ fee: 100n, innerId: undefined, sequence: 65_046_128_646_685_383n });
  });
});
