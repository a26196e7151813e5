import { describeCaptures } from '@isochain/conformance';
import { parseJson } from '@isochain/core/upstream';
import { expect, it } from 'vitest';
import { bytes, idOf, indexed, pending } from '../../test/chain-rows.ts';
import { decode, type Fields, mainnet } from '../../test/judge.ts';
import { connectTo, now, round } from '../../test/scripted-node.ts';
import { readIndexed } from '../upstream/indexer-row.ts';
import { indexedTransaction, transactionsOf } from '../upstream/queries/indexed.ts';
import { deedOf } from './deed.ts';

// What was recorded of the main network. What must be read of it was written by hand, or stands in other fields of the recordings.

// biome-ignore lint/suspicious/noExplicitAny: recordings have no types
type Json = any;

const file = (name: string) => `algorand/${name}.json`;
const [mined, noTransactions, ofAsset, payments, heartbeat] = [
  'mined-transactions',
  'indexer-lookupAccountTransactions_0',
  'indexer-lookupAssetTransactions_0',
  'indexer-searchForTransactions_0',
  'indexer-searchForTransactions_2',
].map(file) as [string, string, string, string, string];

const answer = (value: unknown): Json => ({ ok: true, status: 200, headers: new Headers(), value });

describeCaptures('transactions of the main network', [mined], (readFile) => {
  const entries: Json[] = JSON.parse(readFile(mined));
  const fieldsOf = (entry: Json) => (decode(Buffer.from(entry.signed, 'hex')) as { readonly txn: Fields }).txn;

  const told = ({ expected }: Json) => {
    const { note, recipients, senders, mode, ...parsed } = expected;
    const party = (each: Json) => ({
      amount: '0',
      ...(parsed.tokenId === undefined
        ? { ticker: 'ALGO' }
        : { ticker: `ASA ${parsed.tokenId}`, tokenId: parsed.tokenId }),
      ...each,
    });
    return {
      ...parsed,
      mode: mode.startsWith('stake') ? 'stake' : mode,
      // The account takes part by itself.
      ...(mode.startsWith('stake') ? { validators: { target: party(senders[0]) } } : {}),
      senders: senders.map(party),
      ...(recipients.length === 0 ? {} : { recipients: recipients.map(party) }),
      blockHeight: String(round - 10),
      confirmations: '11',
    };
  };

  it.each(entries.map((entry) => [entry.id, entry]))('%s is read from an indexer', async (_, entry) => {
    const fields = fieldsOf(entry);
    expect(idOf(fields)).toBe(entry.txId);
    // Blocks leave the hash out, and indexers put it back. Both rows have the same id.
    for (const changed of [{}, { 'genesis-hash': undefined }]) {
      const row = indexed(fields, changed);
      const { chain } = connectTo({ indexer: { known: { [entry.txId]: row } } });
      const { parsed } = (await chain.transaction(entry.txId)).transaction;
      expect(parsed).toEqual({ id: entry.txId, ...told(entry), timestamp: String(now - 28_000) });
    }
  });

  it.each(entries.map((entry) => [entry.id, entry]))('%s is read from a node', async (_, entry) => {
    const known = { [entry.txId]: pending(fieldsOf(entry), { 'confirmed-round': round - 10 }) };
    const { chain } = connectTo({ algod: { pending: known }, indexer: [] });
    expect((await chain.transaction(entry.txId)).transaction.parsed).toEqual({ id: entry.txId, ...told(entry) });
  });

  it.each(entries.map((entry) => [entry.id, entry]))('%s is read in histories', async (_, entry) => {
    const { senders, recipients } = entry.expected;
    const own = { 'current-round': round, transactions: [indexed(fieldsOf(entry))] };
    for (const { address } of [...senders, ...recipients]) {
      const { chain } = connectTo({ indexer: { own: { [`/v2/accounts/${address}/transactions`]: own } } });
      expect((await chain.history(address)).transactions).toEqual([
        {
          parsed: {
            id: entry.txId,
            ...told(entry),
            timestamp: String(now - 28_000),
          },
        },
      ]);
    }
  });
});

describeCaptures('answers of an indexer of the main network', [noTransactions, ofAsset, payments], (readFile) => {
  const account = 'ZV5WE4BTE5HQMOHLMDTSAYZ6LX35WEZZDZY2QFRS3MTJ6K65I2CSGRN234';

  it('are read where there is nothing', () => {
    const { request, read } = transactionsOf(account, 5, undefined);
    const recorded = request.schema.parse(parseJson(readFile(noTransactions)));
    const { transactions, currentRound } = read(answer(recorded));
    expect([transactions, currentRound]).toEqual([[], 6_222_956n]);
  });

  it('are read with every member that they have of transfers of an asset', async () => {
    const { transactions } = parseJson(readFile(ofAsset)) as Json;
    const deeds = transactions.map((row: Json) => {
      const { placed, fee, offset } = readIndexed(row);
      expect([placed.round, placed.time, fee, offset]).toEqual(
        [row['confirmed-round'], row['round-time'] * 1_000, row.fee, row['intra-round-offset']].map(BigInt),
      );
      return deedOf(readIndexed(row));
    });
    const count = (mode: string) => deeds.filter((deed: Json) => deed.mode === mode).length;
    // One made the asset, and four sent it. The others opted in, or out of what they had nothing of.
    expect([count('unknown'), count('enableToken'), count('transferToken')]).toEqual([1, 34, 4]);
    expect(deeds.flatMap(({ legs }: Json) => legs)).toContainEqual({
      way: 'in',
      address: 'ZPPOBXV26II5M226LEX45QCSKQEECV54BHLPDJIXEIPB4MLLIRPJ36NHQM',
      amount: 45_561_651_331_390_000n,
      token: 163_650n,
    });
  });

  // That indexer computed ids without the hash of the genesis, which blocks leave out. No node knows such an id, and later indexers put the hash back.
  it('have ids that follow from what they show, once the hash of the genesis is put back', async () => {
    const { transactions } = parseJson(readFile(ofAsset)) as Json;
    const rows = transactions.filter((row: Json) => row['tx-type'] === 'axfer');
    expect(rows).toHaveLength(38);
    for (const row of rows) {
      const part = row['asset-transfer-transaction'];
      const fields = transferFields(row, part);
      const { gh, ...old } = fields;
      expect(idOf(old)).toBe(row.id);
      const id = idOf(fields);
      const { chain } = connectTo({ indexer: { known: { [id]: { ...row, id }, [row.id]: row } } });
      expect((await chain.transaction(id)).transaction.parsed).toMatchObject({ id, tokenId: '163650' });
      await expect(chain.transaction(row.id)).rejects.toMatchObject({ name: 'UpstreamError' });
    }
  });

  // Their amounts are all 0, so they were probably changed by hand.
  it('with amounts that somebody changed are found out', async () => {
    const { transactions }: Json = JSON.parse(readFile(payments));
    expect(transactions).toHaveLength(10);
    for (const row of transactions) {
      expect(deedOf(readIndexed(row))).toMatchObject({ mode: 'transfer' });
      const { chain } = connectTo({ indexer: { known: { [row.id]: row } } });
      await expect(chain.transaction(row.id)).rejects.toMatchObject({ name: 'UpstreamError' });
    }
  });
});

describeCaptures('a heartbeat of another network', [heartbeat], (readFile) => {
  const { transactions, ...rest }: Json = JSON.parse(readFile(heartbeat));
  const [row] = transactions;

  it('is read, and refused', async () => {
    const { request, read } = indexedTransaction(row.id);
    const found = read(answer(request.schema.parse({ ...rest, transaction: row })));
    expect(found?.transaction).toMatchObject({ id: row.id, fee: 0n, act: { type: 'other' } });
    const { chain } = connectTo({ indexer: { known: { [row.id]: row } } });
    await expect(chain.transaction(row.id)).rejects.toMatchObject({ name: 'UpstreamError' });
  });

  it('is read without its parts on this network', async () => {
    const own = { ...row, 'genesis-hash': mainnet.genesisHash };
    const { chain } = connectTo({ indexer: { known: { [row.id]: own } } });
    expect((await chain.transaction(row.id)).transaction.parsed).toMatchObject({ mode: 'unknown', blockHeight: '1' });
  });
});

function transferFields(row: Json, part: Json): Fields {
  return {
    type: 'axfer',
    snd: bytes(row.sender),
    fee: BigInt(row.fee),
    fv: BigInt(row['first-valid']),
    lv: BigInt(row['last-valid']),
    gen: row['genesis-id'],
    gh: Buffer.from(mainnet.genesisHash, 'base64'),
    note: Buffer.from(row.note ?? '', 'base64'),
    xaid: BigInt(part['asset-id']),
    aamt: BigInt(part.amount),
    arcv: bytes(part.receiver),
    ...(part['close-to'] === undefined ? {} : { aclose: bytes(part['close-to']) }),
  };
}
