import {
  Account,
  Asset,
  Claimant,
  Keypair,
  MuxedAccount,
  Networks,
  Operation,
  TransactionBuilder,
  xdr,
} from '@stellar/stellar-base';
import { describe, expect, it } from 'vitest';
import { historyOf, type Mined, resultOf, type Written, write } from '../../test/horizon-records.ts';
import {
  connectTo,
  issuer,
  latest,
  nobody,
  pageOf,
  problemOf,
  recipient,
  type ScriptedRequest,
  Status,
  sender,
  sequence,
  token,
} from '../../test/scripted-horizon.ts';

// Histories of transactions that @stellar/stellar-base made, answered by a script.

// biome-ignore lint/suspicious/noExplicitAny: answers have many shapes
type Json = any;

const demo = new Asset('DEMO', issuer);
const third = Keypair.fromRawEd25519Seed(Buffer.alloc(32, 3)).publicKey();
const path = `/accounts/${sender}/operations`;
const paidPath = `/accounts/${sender}/transactions`;

interface Made {
  readonly ledger: number;
  readonly order?: number;
  readonly operations?: readonly xdr.Operation[];
  readonly results?: readonly xdr.OperationResultTr[];
  readonly payer?: string;
  readonly effects?: readonly (readonly [number, Readonly<Record<string, unknown>>])[];
  readonly fails?: boolean;
  readonly source?: string;
  /** As they are written. */
  readonly more?: Pick<Mined, 'details' | 'concerned'>;
}

/** A transaction of `sender`. Its ledger says how many stroops it pays. */
function made({ ledger, order = 1, operations, results, payer, effects, fails = false, source = sender, more }: Made) {
  const builder = new TransactionBuilder(new Account(source, (sequence + BigInt(ledger) * 10n).toString()), {
    fee: '1000',
    networkPassphrase: Networks.PUBLIC,
    timebounds: { minTime: 0, maxTime: 0 },
  });
  const amount = `0.${String(ledger % 1_000).padStart(7, '0')}`;
  for (const each of operations ?? [Operation.payment({ destination: recipient, asset: Asset.native(), amount })])
    builder.addOperation(each);
  const inner = builder.build();
  const outer =
    payer === undefined ? inner : TransactionBuilder.buildFeeBumpTransaction(payer, '5000', inner, Networks.PUBLIC);
  const failure = [xdr.OperationResultTr.payment(xdr.PaymentResult.paymentUnderfunded())];
  return write({
    envelope: outer.toEnvelope().toXDR('base64'),
    ...(fails || results ? { result: resultOf(results ?? failure, { isSuccess: !fails }) } : {}),
    ...{ ledger, order },
    ...(effects === undefined ? {} : { effects }),
    ...more,
  });
}

const many = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    Operation.payment({ destination: recipient, asset: Asset.native(), amount: `0.${String(i + 1).padStart(7, '0')}` }),
  );

const payOf = (destination: string) => ({ destination, asset: Asset.native(), amount: '1' });
const pay = (destination: string) => Operation.payment(payOf(destination));

const first = latest - 100;
const balanceId = `00000000${'cd'.repeat(32)}`;

/** Oldest first: two in one ledger, one with a hundred operations, one that failed, one that another account paid for. */
const list: readonly Written[] = [
  made({ ledger: first }),
  made({ ledger: first + 1 }),
  made({ ledger: first + 1, order: 2, operations: [Operation.changeTrust({ asset: demo })] }),
  made({ ledger: first + 2, operations: many(100) }),
  made({ ledger: first + 3, fails: true }),
  made({ ledger: first + 4, payer: third }),
  made({ ledger: first + 5, operations: many(3) }),
  made({ ledger: first + 6 }),
];

const newestFirst = list.toReversed().map(({ hash }) => hash);

function open(written: readonly Written[] = list, servers?: Json, account = sender) {
  const rig = connectTo(servers ?? { own: historyOf(written) });
  const page = async (wish: Json = {}) => {
    const { transactions, pagination } = await rig.chain.history(account, { onTrace: rig.onTrace, ...wish });
    return {
      transactions,
      parsed: transactions.map(({ parsed }) => parsed as Json),
      ids: transactions.map(({ parsed }) => parsed?.id),
      next: pagination.nextPage ?? undefined,
    };
  };
  const all = async (limit: number) => {
    const pages: Json[][] = [];
    let next: string | undefined;
    do {
      const found = await page({ limit, nextPage: next });
      pages.push(found.parsed);
      next = found.next;
    } while (next !== undefined);
    return pages;
  };
  return { ...rig, page, all };
}

describe('a history', () => {
  it.each([1, 2, 3, 5, 8, 100])('is the same in pages of %i', async (limit) => {
    const pages = await open().all(limit);
    expect(pages.flat().map(({ id }) => id)).toEqual(newestFirst);
    expect(Math.max(...pages.map(({ length }) => length))).toBeLessThanOrEqual(limit);
    expect(pages.flat()).toEqual((await open().all(100)).flat());
  });

  it('is the same for both sides, with the fee and who paid it', async () => {
    const sent = (await open().all(100)).flat();
    const received = (await open(list, undefined, recipient).all(100)).flat();
    expect(received).toEqual(sent.filter(({ mode }) => mode === 'transfer'));
    const own = { amount: '100', ticker: 'XLM' };
    expect(sent.map(({ fees }) => fees)).toEqual([own, own, { ...own, payer: third }, own, own, own, own, own]);
  });

  it('shows what reading by id shows', async () => {
    const { all, chain } = open();
    for (const parsed of (await all(3)).flat())
      expect(parsed).toEqual((await chain.transaction(parsed.id)).transaction.parsed);
  });

  it('takes one round, and shows what the server wrote', async () => {
    const { page, asked, roundTrips } = open();
    await page();
    asked.splice(0);
    const { transactions } = await page({ limit: 1, include: ['raw'] });
    expect([roundTrips(), asked.map((request) => request.path)]).toEqual([
      1,
      [path, paidPath, `/accounts/${sender}/trades`],
    ]);
    const common = { order: 'desc', include_failed: 'true' };
    expect(asked.map(({ query }) => Object.fromEntries(query))).toEqual([
      { ...common, limit: '11', join: 'transactions' },
      { ...common, limit: '2' },
      { order: 'desc', limit: '200', trade_type: 'orderbook' },
    ]);
    expect(transactions[0]?.raw).toEqual({ operations: list.at(-1)?.joined });
  });

  it('takes a second round for claims', async () => {
    const effect = {
      ...{ type: 'claimable_balance_claimed', account: sender, asset: token },
      ...{ amount: '2.5000000', balance_id: balanceId },
    };
    const claim = made({
      ledger: latest - 1,
      operations: [Operation.claimClaimableBalance({ balanceId })],
      effects: [[0, effect]],
    });
    const { page, roundTrips } = open([...list, claim]);
    await page();
    const { parsed, transactions } = await page({ limit: 2, include: ['parsed', 'raw'] });
    expect([roundTrips(), parsed[0].recipients, parsed[0].senders]).toEqual([
      2,
      [{ address: sender, amount: '25000000', ticker: 'DEMO', tokenId: token }],
      undefined,
    ]);
    expect(transactions[0]?.raw).toEqual({ operations: claim.joined, effects: claim.effects });
  });

  it('of a claimant shows no receipt before the claim', async () => {
    const claimable = made({
      ledger: latest - 1,
      operations: [
        Operation.createClaimableBalance({ asset: demo, amount: '5', claimants: [new Claimant(recipient)] }),
      ],
    });
    const { parsed } = await open([claimable], undefined, recipient).page();
    expect(parsed[0]).toMatchObject({ mode: 'transferToken', senders: [{ address: sender, amount: '50000000' }] });
    expect([parsed[0].recipients, parsed[0].fees]).toEqual([undefined, { amount: '100', ticker: 'XLM' }]);
  });

  it('does not move while ledgers close', async () => {
    const written = [...list];
    const { page } = open(written, () => ({ own: historyOf(written) }));
    const before = await page({ limit: 2 });
    written.push(made({ ledger: latest - 1 }));
    const after = await page({ limit: 3, nextPage: before.next });
    expect([...before.ids, ...after.ids]).toEqual(newestFirst.slice(0, 5));
  });

  it('of a muxed account is that of the whole account', async () => {
    const muxed = new MuxedAccount(new Account(sender, '0'), '7').accountId();
    expect(await open(list, undefined, muxed).all(3)).toEqual(await open().all(3));
  });

  it.each<[string, Json]>([
    ['that nobody knows', {}],
    ['without transactions', { own: { [`/accounts/${nobody}/operations`]: pageOf([]) } }],
  ])('of an account %s is empty', async (_, server) => {
    const { parsed, next } = await open([], server, nobody).page();
    expect([parsed, next]).toEqual([[], undefined]);
  });

  it.each(['x', '-4096', '0', '4097', '04096', '9223372036854775808', '99999999999999999999', '4096-1', 'now'])(
    'does not begin at %s',
    async (cursor) => {
      // The service adds a checksum to cursors. So only the adapter can be asked for one that it never made.
      const read = open().adapter.reads.history?.read(sender, { limit: 2, cursor }, undefined as never);
      await expect(read).rejects.toMatchObject({ code: 'page.invalid' });
    },
  );
});

describe('what only the list of transactions tells', () => {
  const inflation = made({
    ledger: first + 2,
    order: 5,
    source: third,
    operations: [Operation.inflation({})],
    results: [
      xdr.OperationResultTr.inflation(
        xdr.InflationResult.inflationSuccess([
          new xdr.InflationPayout({
            destination: Keypair.fromPublicKey(sender).xdrAccountId(),
            amount: xdr.Int64.fromString('70'),
          }),
        ]),
      ),
    ],
    more: { concerned: [sender] },
  });
  const contract = demo.contractId(Networks.PUBLIC);
  const change = {
    ...{ type: 'transfer', asset_type: 'native', from: third, to: recipient, amount: '25.0000000' },
  };
  const paidFor = [
    made({ ledger: first + 1, order: 5, source: third, payer: sender }),
    inflation,
    made({ ledger: first + 3, order: 5, source: third, payer: sender, fails: true }),
    made({
      ...{ ledger: first + 4, order: 5, source: third, payer: sender },
      operations: [Operation.invokeContractFunction({ contract, function: 'transfer', args: [] })],
      more: { details: { 0: { asset_balance_changes: [change] } } },
    }),
    made({ ledger: first + 5, order: 5, operations: [Operation.payment({ ...payOf(recipient), source: third })] }),
  ];
  const mixed = [...list, ...paidFor].toSorted((a, b) =>
    BigInt(a.transaction.paging_token as string) < BigInt(b.transaction.paging_token as string) ? -1 : 1,
  );

  it('are fees that the account paid for others, and payouts of the inflation', async () => {
    const { parsed } = await open(paidFor).page();
    const fees = { amount: '100', ticker: 'XLM', payer: sender };
    expect(parsed).toMatchObject([
      { mode: 'transfer', fees, senders: [{ address: third }] },
      { mode: 'unknown', fees, senders: [{ address: third, amount: '250000000' }] },
      { mode: 'transfer', state: 'failed', fees },
      { mode: 'unknown', recipients: [{ address: sender, amount: '70', ticker: 'XLM' }] },
      { mode: 'transfer', fees, recipients: [{ address: recipient }] },
    ]);
  });

  it('is what reading by id shows', async () => {
    const { page, chain } = open(paidFor);
    for (const parsed of (await page()).parsed)
      expect(parsed).toEqual((await chain.transaction(parsed.id)).transaction.parsed);
  });

  it('takes a second round only for what a contract moved', async () => {
    const { page, roundTrips } = open([inflation]);
    await page();
    await page();
    expect(roundTrips()).toBe(1);
    const second = open(paidFor);
    await second.page();
    await second.page();
    expect(second.roundTrips()).toBe(2);
  });

  it.each([1, 2, 3, 7, 100])('is in its place, in pages of %i', async (limit) => {
    const pages = await open(mixed).all(limit);
    expect(pages.flat().map(({ id }) => id)).toEqual(mixed.toReversed().map(({ hash }) => hash));
    expect(Math.max(...pages.map(({ length }) => length))).toBeLessThanOrEqual(limit);
  });

  it('shows what the server wrote', async () => {
    const { transactions } = await open([inflation]).page({ include: ['raw'] });
    expect(transactions[0]?.raw).toEqual({ transaction: inflation.transaction, operations: [] });
  });
});

describe('one odd row costs one row', () => {
  const odd = 3;
  const rowsOf = (name: 'operations' | 'transactions') =>
    list
      .flatMap(({ joined, transaction }): Json[] => (name === 'operations' ? [...joined] : [transaction]))
      .toReversed();
  const oddHash = newestFirst[odd];
  const isOdd = (row: Json) => (row.transaction_hash ?? row.hash) === oddHash;
  /** The rows of one transaction are changed in both lists. */
  const changing = (inOperations: (row: Json) => unknown, inTransactions: (row: Json) => unknown) => {
    const list =
      (name: 'operations' | 'transactions', change: (row: Json) => unknown) =>
      ({ query }: ScriptedRequest) => {
        const cursor = query.get('cursor');
        return pageOf(
          rowsOf(name)
            .filter(({ paging_token: place }) => cursor === null || BigInt(place) < BigInt(cursor))
            .map((row) => (isOdd(row) ? change(row) : row))
            .slice(0, Number(query.get('limit'))) as never,
        );
      };
    return { own: { [path]: list('operations', inOperations), [paidPath]: list('transactions', inTransactions) } };
  };
  const same = (row: Json) => row;
  const inTransaction = (changed: object) =>
    changing(
      (row) => ({ ...row, transaction: { ...row.transaction, ...changed } }),
      (row) => ({ ...row, ...changed }),
    );
  const others = newestFirst.filter((hash) => hash !== oddHash);

  it.each<[string, object]>([
    ['an operation', changing((row) => ({ ...row, source_account: 5 }), same)],
    [
      'an operation that is cut',
      changing(({ id, transaction_hash, transaction }) => ({ id, transaction_hash, transaction }), same),
    ],
    ['the transaction of an operation', changing((row) => ({ ...row, transaction: {} }), same)],
    ['an operation without its transaction', changing(({ transaction, ...row }) => row, same)],
    ['the place of an operation', changing((row) => ({ ...row, id: 'x' }), same)],
    ['an operation that is none', changing(() => null, same)],
    ['a row of the list of transactions', changing(same, () => 'x')],
  ])('%s is read again from the transaction itself', async (_, server) => {
    const without = (pages: Json[][]) => pages.flat().map(({ confirmations, ...rest }) => rest);
    expect(without(await open(list, server).all(100))).toEqual(without(await open().all(100)));
  });

  it.each<[string, object, object]>([
    ['a time', { created_at: 'soon' }, { warnings: [{ context: { parts: 'the time' } }] }],
    ['a fee', { fee_charged: '-1' }, { warnings: [{ context: { parts: 'the fee' } }] }],
    [
      'an envelope',
      { envelope_xdr: 'AAAACQ==' },
      { mode: 'unknown', warnings: [{ context: { parts: 'what it does' } }] },
    ],
    ['a ledger', { ledger: null }, { mode: 'unknown', warnings: [{ context: { parts: 'what it does' } }] }],
    [
      'a sequence number',
      { source_account_sequence: -1 },
      { mode: 'unknown', state: 'failed', warnings: [{ code: 'transaction.incomplete' }] },
    ],
  ])('%s is left out, and the entry says so', async (_, changed, expected) => {
    const parsed = (await open(list, inTransaction(changed)).all(100)).flat();
    expect(parsed.map(({ id }) => id)).toEqual(newestFirst);
    expect(parsed[odd]).toMatchObject({ id: oddHash, ...expected });
    expect([parsed[odd].timestamp === undefined, parsed[odd].fees === undefined]).toContain(
      !('envelope_xdr' in changed),
    );
    expect(parsed.filter(({ warnings }) => warnings !== undefined)).toHaveLength(1);
  });

  it.each([1, 2, 5, 100])('a row without an id is left out, and pages go on behind it (of %i)', async (limit) => {
    const { all } = open(
      list,
      changing(
        () => ({}),
        () => ({}),
      ),
    );
    expect((await all(limit)).flat().map(({ id }) => id)).toEqual(others);
  });

  it('a row without an id is counted', async () => {
    const rig = open(
      list,
      changing(
        () => ({}),
        () => ({}),
      ),
    );
    const read = await rig.chain.history(sender);
    expect(read.status?.warnings ?? (read as Json).warnings).toMatchObject([{ code: 'transaction.unlisted' }]);
  });

  it.each<[string, object]>([
    ['an amount that is null', { amount: null }],
    ['an amount that is a number', { amount: 5 }],
    ['an amount that is no amount', { amount: 'x' }],
    ['no amount', { amount: undefined }],
    ['no sender', { from: undefined }],
    ['a recipient that is null', { to: null }],
    ['an empty recipient', { to: '' }],
    ['no kind of asset', { asset_type: null }],
    ['a kind of asset that nobody knows', { asset_type: 'deed' }],
    ['a type that nobody knows', { type: 'payment_of_tomorrow' }],
  ])('%s costs nothing: what was signed tells it', async (_, changed) => {
    const { page } = open(
      list,
      changing((row) => ({ ...row, ...changed }), same),
    );
    const usual = (await open().page({ limit: 100 })).parsed.find(({ id }) => id === oddHash);
    const { ids, parsed } = await page({ limit: 100 });
    expect(ids).toEqual(newestFirst);
    expect({ ...parsed.find(({ id }) => id === oddHash), confirmations: usual.confirmations }).toEqual(usual);
  });

  it('an effect of others that cannot be read costs nothing', async () => {
    const effect = {
      type: 'claimable_balance_claimed',
      account: sender,
      asset: token,
      amount: '2.5000000',
      balance_id: balanceId,
    };
    const operations = [Operation.claimClaimableBalance({ balanceId })];
    const claim = (effects: readonly object[]) =>
      made({
        ledger: first,
        operations,
        effects: effects.map((each) => [0, each as Readonly<Record<string, unknown>>]),
      });
    const strange = [{ ...effect, amount: 'x' }, { type: 5 }, { ...effect, asset: 'D:' }];
    const { parsed } = await open([claim([...strange, effect])]).page();
    expect(parsed).toMatchObject([{ recipients: [{ address: sender, amount: '25000000', tokenId: token }] }]);
    expect(parsed[0].warnings).toBeUndefined();
    const alone = await open([claim(strange)]).page();
    expect(alone.parsed).toMatchObject([{ mode: 'unknown', warnings: [{ context: { parts: 'an amount' } }] }]);
  });
});

describe('what servers do not keep', () => {
  const pruned = { own: { [path]: problemOf(410, 'before_history') } };

  it('ends the history', async () => {
    let server: Json = { own: historyOf(list) };
    const { page } = open(list, () => server);
    const { next } = await page({ limit: 2 });
    server = pruned;
    const { ids, next: end } = await page({ limit: 2, nextPage: next });
    expect([ids, end]).toEqual([[], undefined]);
  });

  it('is asked of the others', async () => {
    const { next } = await open().page({ limit: 2 });
    const { page } = open(list, [pruned, { own: historyOf(list) }]);
    expect((await page({ limit: 2, nextPage: next })).ids).toEqual(newestFirst.slice(2, 4));
  });

  it.each<[string, Json]>([
    ['does not know the account', {}],
    ['has nothing of the account', { own: { [path]: pageOf([]) } }],
  ])('is asked of the others, if one %s', async (_, empty) => {
    const { ids } = await open(list, [empty, { own: historyOf(list) }]).page({ limit: 3 });
    expect(ids).toEqual(newestFirst.slice(0, 3));
    expect((await open(list, [empty, empty]).page()).ids).toEqual([]);
  });

  it('does not hide that a server fails', async () => {
    const { page } = open(list, { own: { [path]: problemOf(503, 'stale_history') } });
    await expect(page()).rejects.toMatchObject({ code: 'upstream.unavailable' });
  });
});

// stellar/stellar-horizon, CHANGELOG of 28.0.0 and pull request 222: before, the history of an account could be lost until its ledgers are read anew.
describe('an empty history of a server before version 28', () => {
  const versions: Json[] = ['27.0.0-5a3f1d', '9.1.0', 'dev', ''];
  const answers: [string, Json][] = [
    ['not found', {}],
    ['no records', { own: { [path]: pageOf([]) } }],
  ];
  const old = (answer: Json, version: string = versions[0]) => ({ ...answer, root: { version } });

  it.each(answers)('is not believed if the account exists (%s)', async (_, answer) => {
    for (const version of versions) {
      await expect(open(list, old(answer, version)).page()).rejects.toMatchObject({
        code: 'upstream.unavailable',
        attempts: [{ detail: 'its version is below 28, and it has no history of an account that exists' }],
      });
    }
  });

  it.each(answers)('is believed if there is no such account (%s)', async (_, answer) => {
    expect((await open([], { ...old(answer), accounts: {} }).page()).ids).toEqual([]);
  });

  it.each(answers)('is believed if a newer server says the same (%s)', async (_, answer) => {
    const { ids } = await open(list, [old(answer), { ...answer, root: { version: '28.0.1-1a2b3c' } }]).page();
    expect(ids).toEqual([]);
  });

  it.each(answers)('gives way to the records of another server, of whatever version (%s)', async (_, answer) => {
    const { ids } = await open(list, [old(answer), old({ own: historyOf(list) })]).page({ limit: 3 });
    expect(ids).toEqual(newestFirst.slice(0, 3));
  });

  it('does not set the server aside: its other answers are sound', async () => {
    const { page, adapter } = open(list, old({}));
    await expect(page()).rejects.toMatchObject({ code: 'upstream.unavailable' });
    expect(adapter.upstream.status()).toMatchObject([{ known: true, healthy: true }]);
  });
});

describe('a server that lies is not believed', () => {
  const records = list.flatMap(({ joined }) => joined).toReversed();
  const honest = { own: historyOf(list) };

  const answering = (change: (found: Json[], request: ScriptedRequest) => readonly unknown[]) => ({
    own: {
      [path]: (request: ScriptedRequest) => {
        const cursor = request.query.get('cursor');
        const found = records.filter(({ id }) => cursor === null || BigInt(String(id)) < BigInt(cursor));
        return pageOf(change(found.slice(0, Number(request.query.get('limit'))), request));
      },
    },
  });

  const inFirst = (changed: object) => answering(([one, ...rest]) => [{ ...one, ...changed }, ...rest]);
  const inTransaction = (changed: object) =>
    answering(([one, ...rest]) => [{ ...one, transaction: { ...one.transaction, ...changed } }, ...rest]);
  const foreign = write({
    envelope: new TransactionBuilder(new Account(third, '5'), {
      fee: '100',
      networkPassphrase: Networks.PUBLIC,
      timebounds: { minTime: 0, maxTime: 0 },
    })
      .addOperation(Operation.payment({ destination: recipient, asset: Asset.native(), amount: '1' }))
      .build()
      .toEnvelope()
      .toXDR('base64'),
  });

  const lies: [string, object][] = [
    ['an amount', inFirst({ amount: '5.0000000' })],
    ['a recipient', inFirst({ to: third })],
    ['a hash', inFirst({ transaction_hash: foreign.hash })],
    ['a place', inFirst({ id: ((BigInt(latest - 1) << 32n) + 4097n).toString() })],
    ['an operation that does not exist', inFirst({ id: (BigInt(String(records[0]?.id)) + 1n).toString() })],
    ['an envelope', inTransaction({ envelope_xdr: foreign.transaction.envelope_xdr })],
    ['a hash and an envelope', inTransaction({ ...foreign.transaction })],
    ['a state', inFirst({ transaction_successful: false })],
    ['transactions of others', answering((found) => [...foreign.joined, ...found.slice(1)])],
    ['the order', answering((found) => found.toReversed())],
    ['operations that come twice', answering((found) => found.flatMap((each) => [each, each]))],
    [
      'transactions that come twice',
      answering((found) => found.map((each, i) => (i === 1 ? { ...found[0], id: each.id } : each))),
    ],
    [
      'the place of a transaction that it tells twice',
      answering(([one, ...rest]) => [one, { ...one, id: String(BigInt(one.id) - 4_096n) }, ...rest.slice(1)]),
    ],
    [
      'everything but the id',
      answering(([one, ...rest]) => {
        const changed = made({ ledger: first + 6, operations: [pay(third)] }).joined[0] as Json;
        return [
          {
            ...changed,
            transaction_hash: one.transaction_hash,
            transaction: { ...changed.transaction, hash: one.transaction_hash },
          },
          ...rest,
        ];
      }),
    ],
    ['more than was asked', answering(() => records.slice(0, 20))],
    ['no transactions', answering((found) => found.map((each) => ({ ...each, transaction: undefined })))],
  ];

  it.each(lies)('about %s', async (_, lie) => {
    const { page } = open(list, [lie, honest]);
    expect((await page({ limit: 3 })).ids).toEqual(newestFirst.slice(0, 3));
    await expect(open(list, lie).page({ limit: 3 })).rejects.toMatchObject({ code: 'upstream.unavailable' });
  });

  it('about what comes after a page', async () => {
    const { next } = await open().page({ limit: 2 });
    const again = { own: { [path]: pageOf(records.slice(0, 5)) } };
    const { page } = open(list, [again, honest]);
    expect((await page({ limit: 2, nextPage: next })).ids).toEqual(newestFirst.slice(2, 4));
  });

  it('and one that has not read the chain that far is not asked: what came in between would be missing', async () => {
    const { next } = await open().page({ limit: 1 });
    const behind = new Status(200, pageOf(list[0]?.joined ?? []), { 'latest-ledger': String(first) });
    const { page } = open(list, [{ own: { [path]: behind } }, honest]);
    expect((await page({ limit: 2, nextPage: next })).ids).toEqual(newestFirst.slice(1, 3));
  });
});
