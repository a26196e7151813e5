import { describeCaptures } from '@isochain/conformance';
import { decode } from '@msgpack/msgpack';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Desk, type Fields } from '../../test/algorand-desk.ts';
import { algorandAccounts } from './accounts.ts';
import { toAddress, toBase64 } from './address.ts';
import { startAlgorand } from './algorand.ts';
import { decodeGroup } from './codec/decode.ts';
import { checkSignatures } from './ledger/signatures.ts';

// What public networks and another library recorded: transactions must have their bytes, ids and signatures, and the stand-in's answers their shapes.

const file = (name: string) => `algorand/${name}.json`;
const [alice, bob] = algorandAccounts.map(({ address }) => address) as [string, string];

interface Mined {
  readonly id: string;
  readonly signed: string;
  readonly txId: string;
}

interface Golden {
  readonly golden: string;
  readonly fee: string;
  readonly 'first-valid': string;
  readonly 'last-valid': string;
  readonly 'genesis-id': string;
  readonly 'genesis-hash': string;
  readonly sender: string;
}

interface Vector {
  readonly case: string;
  readonly raw: string;
  readonly txid: string;
  readonly signed: string;
}

const hex = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'hex'));

describeCaptures('mined transactions', [file('mined-transactions')], (read) => {
  const records: Mined[] = JSON.parse(read(file('mined-transactions')));

  it.each(records)('$id has its id, bytes and signature', ({ signed, txId }) => {
    const group = decodeGroup(hex(signed));
    expect(group.map((one) => [one.txId, Buffer.from(one.signedBytes).toString('hex')])).toEqual([[txId, signed]]);
    expect(() => checkSignatures(group)).not.toThrow();
  });
  it('are all there', () => expect(records.length).toBeGreaterThan(2));
});

describeCaptures('golden transactions', [file('vectors-golden-transactions')], (read) => {
  const { scenarios } = JSON.parse(read(file('vectors-golden-transactions')));
  const records = Object.values(scenarios).flat() as Golden[];

  it.each(records.map((record, index) => [index, record] as const))('%i decodes and encodes', (_, record) => {
    const body = new Uint8Array(Buffer.from(record.golden, 'base64'));
    const group = decodeGroup(body);
    const [{ txn, signedBytes }] = group as [(typeof group)[0]];
    expect(toBase64(signedBytes)).toBe(record.golden);
    expect([txn.uint('fee'), txn.uint('fv'), txn.uint('lv')].map(String)).toEqual([
      record.fee,
      record['first-valid'],
      record['last-valid'],
    ]);
    expect([txn.text('gen'), toBase64(txn.bytes('gh')), txn.address('snd')]).toEqual([
      record['genesis-id'],
      record['genesis-hash'],
      record.sender,
    ]);
    expect(() => checkSignatures(group)).not.toThrow();
  });
  it('are all there', () => expect(records).toHaveLength(6));
});

describeCaptures('transactions that another library signed', [file('vectors-sdk38')], (read) => {
  const vectors: Vector[] = JSON.parse(read(file('vectors-sdk38'))).vectors;

  it.each(vectors)('$case is carried out', async ({ raw, txid, signed }) => {
    const fields = decode(hex(raw), { useBigInt64: true }) as Fields;
    const text = (name: string) => (fields[name] instanceof Uint8Array ? toAddress(fields[name]) : undefined);
    const engine = await startAlgorand({
      round: Number(fields.fv),
      genesisId: String(fields.gen),
      genesisHash: toBase64(fields.gh as Uint8Array),
    });
    try {
      const sender = text('snd') ?? '';
      engine.placeAccount(sender, { amount: 100_000_000n });
      const id = fields.xaid === undefined ? undefined : BigInt(fields.xaid as number);
      if (id !== undefined && engine.assetIds.usdc !== String(id)) engine.placeAsset({ id, creator: alice });
      const amount = BigInt((fields.aamt ?? 0) as number | bigint);
      if (id !== undefined && (amount > 0n || fields.aclose !== undefined)) {
        engine.placeHolding(text('arcv') ?? '', id, {});
        engine.placeHolding(sender, id, { amount });
      }
      const answer = await new Desk(engine).post(hex(signed));
      expect([answer.status, answer.body]).toEqual([200, { txId: txid }]);
      expect(engine.submissions).toEqual([{ txId: txid, canonical: true, accepted: true }]);
    } finally {
      await engine.stop();
    }
  });
  it('are all there', () => expect(vectors.length).toBeGreaterThan(5));
});

const answers = [
  'algod-suggestedParams',
  'algod-accountInformation',
  'algod-accountAssetsInformation',
  'algod-sendTx',
  'algod-status',
  'indexer-lookupAccountByID_0',
  'indexer-lookupAccountTransactions_0',
  'indexer-lookupAssetByID_0',
  'indexer-lookupAssetTransactions_0',
  'indexer-searchForTransactions_0',
] as const;

describeCaptures('answers', answers.map(file), (read) => {
  let desk: Desk;
  beforeAll(async () => {
    desk = new Desk(await startAlgorand());
  });
  afterAll(() => desk.engine.stop());

  const recorded = (name: (typeof answers)[number]) => JSON.parse(read(file(name)));

  /** What the recorded answer has must be there, with the same kinds of values. Newer members may be more. */
  function expectLike(made: unknown, real: object, without: readonly string[] = []): void {
    const members = shapeOf(real) as Record<string, unknown>;
    const wanted = Object.fromEntries(Object.entries(members).filter(([name]) => !without.includes(name)));
    expect(shapeOf(made)).toMatchObject(wanted);
  }

  it('of algod have the members of recorded ones', async () => {
    expectLike((await desk.algod('/v2/transactions/params')).body, recorded('algod-suggestedParams'));
    expectLike((await desk.algod('/v2/status')).body, recorded('algod-status'));
    const account = recorded('algod-accountInformation');
    expectLike((await desk.algod(`/v2/accounts/${alice}`)).body, account, ['assets', 'created-assets']);
    expectLike((await desk.algod(`/v2/accounts/${alice}?exclude=all`)).body, account, ['assets', 'created-assets']);
    const assets = (await desk.algod(`/v2/accounts/${alice}/assets?limit=2`)).body;
    expectLike(assets, recorded('algod-accountAssetsInformation'));
    const { body } = await desk.submit({ type: 'pay', rcv: bob, amt: 1n });
    expect(Object.keys(body)).toEqual(Object.keys(recorded('algod-sendTx')));
  });

  it('of the indexer have the members of recorded ones', async () => {
    const pay = await desk.must({ type: 'pay', rcv: bob, amt: 5n, note: Uint8Array.of(1) });
    const find = (name: 'indexer-searchForTransactions_0' | 'indexer-lookupAssetTransactions_0', type: string) =>
      recorded(name).transactions.find((one: Record<string, unknown>) => one[type] !== undefined);
    const { body: payment } = await desk.indexer(`/v2/transactions/${pay}`);
    const realPayment = find('indexer-searchForTransactions_0', 'payment-transaction');
    expectLike(payment.transaction, realPayment, ['signature', 'payment-transaction']);
    expectLike(payment.transaction['payment-transaction'], realPayment['payment-transaction'], ['close-remainder-to']);

    const axfer = await desk.must({ type: 'axfer', xaid: BigInt(desk.engine.assetIds.demo), arcv: bob, aamt: 5n });
    const { body: transfer } = await desk.indexer(`/v2/transactions/${axfer}`);
    const realTransfer = find('indexer-lookupAssetTransactions_0', 'asset-transfer-transaction');
    expectLike(transfer.transaction, realTransfer, ['signature', 'note', 'asset-transfer-transaction']);
    expectLike(transfer.transaction['asset-transfer-transaction'], realTransfer['asset-transfer-transaction'], [
      'close-to',
      'sender',
    ]);

    const { body: asset } = await desk.indexer(`/v2/assets/${desk.engine.assetIds.frozen}`);
    const real = recorded('indexer-lookupAssetByID_0');
    expectLike(asset, real, ['asset']);
    expectLike(asset.asset.params, real.asset.params, ['reserve', 'url']);
    const account = recorded('indexer-lookupAccountByID_0').account;
    const made = (await desk.indexer(`/v2/accounts/${alice}`)).body.account;
    expectLike(made, account, ['assets', 'created-assets', 'participation']);
    expectLike(made.assets[0], account.assets[0], ['creator']);
    const page = (await desk.indexer(`/v2/accounts/${algorandAccounts[3]?.address}/transactions`)).body;
    expect(Object.keys(page).toSorted()).toEqual(Object.keys(recorded('indexer-lookupAccountTransactions_0')));
    expect(page.transactions).toEqual([]);
  });
});

/** Members and kinds of values, not the values. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shapeOf(one)]));
  }
  return value === null ? null : typeof value;
}
