import { Account, Asset, Keypair, Networks, Operation, TransactionBuilder, xdr } from '@stellar/stellar-base';
import { describe, expect, it } from 'vitest';
import { historyOf, resultOf, type Written, write } from '../../test/horizon-records.ts';
import {
  connectTo,
  issuer,
  latest,
  missing,
  pageOf,
  problemOf,
  recipient,
  type ScriptedRequest,
  Status,
  sender,
  sequence,
  token,
} from '../../test/scripted-horizon.ts';

// Others take offers of `sender`. Horizon lists that under the trades of the account, and nowhere else.

// biome-ignore lint/suspicious/noExplicitAny: answers have many shapes
type Json = any;

const [demo, euro] = [new Asset('DEMO', issuer), new Asset('EURO', issuer)];
const first = latest - 100;

function mined(ledger: number, source: string, operation: xdr.Operation, result?: xdr.OperationResultTr): Written {
  const builder = new TransactionBuilder(new Account(source, (sequence + BigInt(ledger)).toString()), {
    fee: '1000',
    networkPassphrase: Networks.PUBLIC,
    timebounds: { minTime: 0, maxTime: 0 },
  });
  const envelope = builder.addOperation(operation).build().toEnvelope().toXDR('base64');
  return write({ envelope, ledger, ...(result === undefined ? {} : { result: resultOf([result]) }) });
}

/** `recipient` pays 3 EURO for 2 DEMO of `sender`, in the smallest units. */
function trade(ledger: number): Written {
  const atom = new xdr.ClaimOfferAtom({
    sellerId: Keypair.fromPublicKey(sender).xdrAccountId(),
    offerId: xdr.Int64.fromString('9'),
    assetSold: demo.toXDRObject(),
    amountSold: xdr.Int64.fromString('2'),
    assetBought: euro.toXDRObject(),
    amountBought: xdr.Int64.fromString('3'),
  });
  const result = xdr.ManageSellOfferResult.manageSellOfferSuccess(
    new xdr.ManageOfferSuccessResult({
      offersClaimed: [xdr.ClaimAtom.claimAtomTypeOrderBook(atom)],
      offer: xdr.ManageOfferSuccessResultOffer.manageOfferDeleted(),
    }),
  );
  const operation = Operation.manageSellOffer({ selling: euro, buying: demo, amount: '0.0000003', price: '0.6' });
  return mined(ledger, recipient, operation, xdr.OperationResultTr.manageSellOffer(result));
}

const pay = (ledger: number) =>
  mined(ledger, sender, Operation.payment({ destination: issuer, asset: Asset.native(), amount: '1' }));

const payments = [pay(first), pay(first + 20), pay(first + 40)];
const trades = [trade(first + 10), trade(first + 11), trade(first + 30)];
const ledgerOf = ({ transaction: { ledger } }: Json): number => ledger;
const newestFirst = [...payments, ...trades].toSorted((a, b) => ledgerOf(b) - ledgerOf(a)).map(({ hash }) => hash);

const idOf = ({ joined }: Written) => String((joined[0] as Json).id);
const rowOf = (each: Written, more: object = {}) => ({
  ...{ id: `${idOf(each)}-0`, paging_token: `${idOf(each)}-0`, trade_type: 'orderbook' },
  ...{ base_account: sender, counter_account: recipient, base_amount: '0.0000002', counter_amount: '0.0000003' },
  ...more,
});
const tradesPath = `/accounts/${sender}/trades`;

/** A server that lists these trades. `more`: what it answers by path in place of that. */
function open(rows: readonly unknown[] = trades.toReversed().map((each) => rowOf(each)), more: Json = {}) {
  const own = {
    ...historyOf([...payments, ...trades]),
    [tradesPath]: ({ query }: ScriptedRequest) => {
      const cursor = query.get('cursor');
      const below = rows.filter(
        (row) =>
          cursor === null ||
          !((row as Json)?.paging_token && BigInt((row as Json).paging_token.split('-')[0]) > BigInt(cursor)),
      );
      return pageOf(below.slice(0, Number(query.get('limit'))));
    },
    ...Object.fromEntries(trades.map((each) => [`/operations/${idOf(each)}`, each.joined[0]])),
    ...more,
  };
  const rig = connectTo({ own });
  const page = async (wish: Json = {}): Promise<Json> => rig.chain.history(sender, wish);
  const all = async (limit: number) => {
    const pages: Json[] = [];
    let nextPage: string | undefined;
    do {
      const found = await page({ limit, nextPage });
      pages.push(...found.transactions.map(({ parsed }: Json) => parsed));
      nextPage = found.pagination.nextPage ?? undefined;
    } while (nextPage !== undefined);
    return pages;
  };
  return { ...rig, page, all };
}

const warned = [{ code: 'transaction.maybeMissing', context: { parts: 'what others took of its offers' } }];
const idsOf = ({ transactions }: Json): string[] => transactions.map(({ parsed }: Json) => parsed.id);

describe('what others took of offers', () => {
  it('is in the history: what the account gave, and what it got', async () => {
    const { transactions, status } = await open().page();
    expect(idsOf({ transactions })).toEqual(newestFirst);
    expect(status).toBeUndefined();
    const { parsed } = transactions[1];
    const euroId = `EURO:${issuer}`;
    expect(parsed).toMatchObject({
      mode: 'unknown',
      senders: expect.arrayContaining([{ address: sender, amount: '2', ticker: 'DEMO', tokenId: token }]),
      recipients: expect.arrayContaining([{ address: sender, amount: '3', ticker: 'EURO', tokenId: euroId }]),
    });
  });

  it('is the same as in the transaction of that id', async () => {
    const { page, chain } = open();
    const [, entry] = (await page()).transactions;
    const alone = (await chain.transaction(entry.parsed.id)) as Json;
    expect(alone.transaction.parsed).toEqual(entry.parsed);
  });

  it.each([1, 2, 3, 25])('comes once in pages of %i', async (limit) => {
    expect((await open().all(limit)).map(({ id }) => id)).toEqual(newestFirst);
  });

  it('is asked for where the lists of the account lack it, and nowhere else', async () => {
    const { page, asked } = open();
    asked.splice(0);
    await page({ limit: 2 });
    expect(asked.filter(({ path }) => path.startsWith('/operations/')).map(({ path }) => path)).toEqual([
      `/operations/${idOf(trades[2] as Written)}`,
    ]);
    expect(asked.find(({ path }) => path === tradesPath)?.query.get('trade_type')).toBe('orderbook');
  });

  it('costs no history where no server tells it, and a warning says so', async () => {
    const { page } = open([], { [tradesPath]: problemOf(503, 'stale_history') });
    const found = await page();
    expect(idsOf(found)).toEqual(newestFirst.filter((id) => payments.some(({ hash }) => hash === id)));
    expect(found.status.warnings).toMatchObject(warned);
  });

  it('a server that lags behind the page before is not believed that there are none', async () => {
    const lagging = new Status(200, pageOf([]), { 'latest-ledger': String(first) });
    const { page } = open([], {
      [tradesPath]: ({ query }: ScriptedRequest) => (query.has('cursor') ? lagging : pageOf([])),
    });
    const { pagination, status } = await page({ limit: 1 });
    expect(status).toBeUndefined();
    const next = await page({ limit: 1, nextPage: pagination.nextPage });
    expect(next.status.warnings).toMatchObject(warned);
  });

  it('a server that lags behind the lists of the account gives a warning', async () => {
    const head = (ledger: number) => ({
      [tradesPath]: new Status(200, pageOf([]), { 'latest-ledger': String(ledger) }),
    });
    expect((await open([], head(first + 39)).page()).status.warnings).toMatchObject(warned);
    expect((await open([], head(first + 40)).page()).status).toBeUndefined();
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['a number', 7],
    ['no place', {}],
    ['an odd place', { paging_token: 'x' }],
    ['a place that is a number', { paging_token: 7 }],
    ['a place beyond 2^63', { paging_token: `${2n ** 64n}-0` }],
  ])('an odd row costs that row: %s', async (_, row) => {
    const [newest, ...older] = trades.toReversed().map((each) => rowOf(each));
    const found = await open([newest, row, ...older]).page();
    expect(idsOf(found)).toEqual(newestFirst);
    expect(found.status.warnings).toMatchObject(warned);
  });

  it.each<[string, unknown]>([
    ['is not there', missing],
    ['is null', null],
    ['has another place', { ...trades[0]?.joined[0], id: '5' }],
    ['has another transaction', { ...trades[0]?.joined[0], transaction: payments[0]?.transaction }],
    ['is that of another trade', trades[1]?.joined[0]],
  ])('an operation that %s costs that operation', async (_, answer) => {
    const found = await open(undefined, { [`/operations/${idOf(trades[0] as Written)}`]: answer }).page();
    expect(idsOf(found)).toEqual(newestFirst.filter((id) => id !== trades[0]?.hash));
    expect(found.status.warnings).toMatchObject(warned);
  });
});
