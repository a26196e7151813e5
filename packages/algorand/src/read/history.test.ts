import { turns } from '@isochain/dial';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytes, idOf, indexed, made, payment } from '../../test/chain-rows.ts';
import type { Fields } from '../../test/judge.ts';
import {
  connectTo,
  creator,
  type IndexerScript,
  nobody,
  recipient,
  refused,
  round,
  type ScriptedRequest,
  sender,
} from '../../test/scripted-node.ts';
import { nextToken, readCursor, writeCursor } from './history-place.ts';

type Json = Readonly<Record<string, unknown>>;

/** A payment that differs from others by its amount, at a place. */
function at(place: readonly [round: number, offset: number], amount = 1n, changed: Fields = {}): Json {
  const fields = { ...payment, amt: amount + BigInt(place[0]) * 1_000n + BigInt(place[1]), ...changed };
  return indexed(fields, { 'confirmed-round': place[0], 'intra-round-offset': place[1] });
}

const path = `/v2/accounts/${sender}/transactions`;

const placeOf = (row: Json) => [Number(row['confirmed-round']), Number(row['intra-round-offset'])] as const;

/** The place in a token (algorand/indexer, idb/idb.go: DecodeTxnRowNext). */
function readToken(token: string): readonly [number, number] {
  const read = Buffer.from(token, 'base64url');
  if (read.length !== 12 || read.toString('base64url') !== token) throw new Error(`not a token: ${token}`);
  return [Number(read.readBigUInt64LE(0)), read.readUInt32LE(8)];
}

/** Answers as an indexer does: from the token on, newest first, and so many SQL rows. An inner transaction is a row of its own, and is not listed. */
function pages(rows: readonly Json[], latest = round) {
  return ({ query }: ScriptedRequest): object => {
    const next = query.get('next');
    const [height, offset] = next === null ? [Number.POSITIVE_INFINITY, 0] : readToken(next);
    const older = rows.filter((row) => {
      const [at, place] = placeOf(row);
      return at < height || (at === height && place < offset);
    });
    const repeated = older.flatMap((row) => [...((row['inner-txns'] ?? []) as Json[]), row].map(() => row));
    const taken = [...new Set(repeated.slice(0, Number(query.get('limit'))))];
    return {
      'current-round': latest,
      ...(taken.length === 0 ? {} : { 'next-token': 'ours is made by hand' }),
      transactions: taken,
    };
  };
}

const serving = (rows: readonly Json[], latest?: number): IndexerScript => ({ own: { [path]: pages(rows, latest) } });

/** All pages, each through a page token. */
async function readAll(chain: ReturnType<typeof connectTo>['chain'], limit: number) {
  const ids: string[] = [];
  const sizes: number[] = [];
  let nextPage: string | undefined;
  do {
    const page = await chain.history(sender, { limit, nextPage });
    ids.push(...page.transactions.map(({ parsed }) => parsed?.id ?? ''));
    sizes.push(page.transactions.length);
    nextPage = page.pagination.nextPage ?? undefined;
  } while (nextPage !== undefined);
  return { ids, sizes };
}

const idsOf = (rows: readonly Json[]) => rows.map(({ id }) => id);

describe('a history', () => {
  it('is read in one round, with fees that others paid, too', async () => {
    const received = at([round - 1, 0], 1n, { snd: bytes(nobody), rcv: bytes(sender) });
    const sent = at([round - 2, 5]);
    const { chain, onTrace, roundTrips } = connectTo({ indexer: serving([received, sent]) });
    const { transactions, pagination, status } = await chain.history(sender, { onTrace });
    expect(roundTrips()).toBe(1);
    expect(status).toBeUndefined();
    expect(pagination.nextPage).toBeNull();
    expect(transactions.map(({ parsed }) => parsed)).toMatchObject([
      { id: received.id, state: 'confirmed', confirmations: '2', recipients: [{ address: sender }] },
      { id: sent.id, fees: { amount: '1000', ticker: 'ALGO' }, confirmations: '3' },
    ]);
    expect(transactions[0]?.parsed?.fees).toEqual({ amount: '1000', ticker: 'ALGO' });
  });

  it('shows a row that cannot be read with its place, and all others as they are', async () => {
    const [good, odd] = [at([5, 1]), at([4, 0])];
    const oddRows = [
      { ...odd, 'payment-transaction': undefined },
      { ...odd, 'payment-transaction': { amount: 1.5, receiver: sender } },
      { ...odd, fee: null },
      { ...odd, note: '?' },
      { ...odd, sender: 'nobody' },
    ];
    for (const row of oddRows) {
      const { chain } = connectTo({
        indexer: { own: { [path]: { 'current-round': round, transactions: [good, row] } } },
      });
      const { transactions, status } = await chain.history(sender);
      expect(status).toBeUndefined();
      expect(transactions.map(({ parsed }) => parsed?.id)).toEqual([good.id, odd.id]);
      expect(transactions[1]?.parsed).toMatchObject({
        ...{ mode: 'unknown', state: 'confirmed', blockHeight: '4' },
        warnings: [{ code: 'transaction.incomplete', context: { parts: 'what it does' } }],
      });
      expect(transactions[1]?.parsed).not.toHaveProperty('recipients');
    }
  });

  it('says how many rows it leaves out, because they do not tell their place', async () => {
    const rows = [at([5, 1]), { ...at([5, 0]), 'intra-round-offset': undefined }, 'a text', null];
    const own = { [`/v2/accounts/${sender}/transactions`]: { 'current-round': round, transactions: rows } };
    const { transactions, status } = await connectTo({ indexer: { own } }).chain.history(sender);
    expect(transactions).toHaveLength(1);
    expect(status?.warnings).toMatchObject([{ code: 'transaction.unlisted', context: { count: 3 } }]);
  });

  it('of an account that was never used is empty', async () => {
    const { chain } = connectTo();
    expect(await chain.history(nobody)).toMatchObject({ transactions: [], pagination: { nextPage: null } });
  });

  it('has all kinds of parts that an account can have in a transaction', async () => {
    const xaid = 5n;
    const other = { snd: bytes(nobody) };
    const parts: Fields[] = [
      made('pay', { ...other, rcv: bytes(recipient), close: bytes(sender) }),
      made('axfer', { ...other, xaid, arcv: bytes(sender) }),
      made('axfer', { ...other, xaid, arcv: bytes(recipient), aclose: bytes(sender) }),
      made('axfer', { ...other, xaid, arcv: bytes(recipient), asnd: bytes(sender) }),
      made('afrz', { ...other, faid: xaid, fadd: bytes(sender), afrz: true }),
      made('keyreg', {}),
      made('appl', other),
    ];
    const rows = parts.map((fields, i) => indexed(fields, { 'intra-round-offset': 90 - i }));
    const { chain } = connectTo({ indexer: serving(rows) });
    expect((await readAll(chain, 100)).ids).toEqual(idsOf(rows));
  });

  it('shows every transaction once, in order, however pages are cut and whatever arrives', async () => {
    const place = fc.tuple(
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 0, max: 6 }),
      fc.integer({ min: 0, max: 3 }),
    );
    const places = fc.uniqueArray(place, { selector: ([height, offset]) => `${height}.${offset}`, maxLength: 14 });
    await fc.assert(
      fc.asyncProperty(places, fc.integer({ min: 1, max: 6 }), async (all, limit) => {
        const rows = all
          .toSorted((a, b) => b[0] - a[0] || b[1] - a[1])
          .map(([height, offset, inner]): Json => {
            if (inner === 0) return at([height, offset]);
            const call = made('appl', { apid: BigInt(1_000 * height + offset) });
            const within = Array.from({ length: inner }, () => indexed(payment, { id: undefined }));
            const changed = { 'confirmed-round': height, 'intra-round-offset': offset, 'inner-txns': within };
            return indexed(call, changed);
          });
        let arrived = 0;
        const own = {
          [path]: (request: ScriptedRequest) => {
            arrived += 1;
            const newer = Array.from({ length: arrived }, (_, i) => at([100 - i, 0]));
            return pages(request.query.has('next') ? [...newer, ...rows] : rows)(request);
          },
        };
        const { chain } = connectTo({ indexer: { own } });
        const { ids, sizes } = await readAll(chain, limit);
        expect(ids).toEqual(idsOf(rows));
        expect(Math.max(...sizes)).toBeLessThanOrEqual(limit);
      }),
      { numRuns: turns(60) },
    );
  });

  it('has no last page that is empty, if nothing is in it that repeats', async () => {
    const rows = [at([5, 1]), at([5, 0]), at([4, 0]), at([3, 9])];
    const { chain } = connectTo({ indexer: serving(rows) });
    expect((await readAll(chain, 2)).sizes).toEqual([2, 2]);
    expect((await readAll(chain, 3)).sizes).toEqual([3, 1]);
  });

  it('leaves out what an indexer repeats', async () => {
    const own = { [path]: { 'current-round': round, transactions: [at([5, 1]), at([5, 1]), at([4, 0])] } };
    const { chain } = connectTo({ indexer: { own } });
    expect((await readAll(chain, 25)).ids).toEqual(idsOf([at([5, 1]), at([4, 0])]));
  });

  it('goes on at another indexer', async () => {
    const rows = [at([5, 1]), at([5, 0]), at([4, 0])];
    let isDead = false;
    const first = () => (isDead ? { own: { [path]: refused(503, 'later') } } : serving(rows));
    const { chain } = connectTo({ indexer: [first, serving(rows)] });
    const { pagination } = await chain.history(sender, { limit: 1 });
    isDead = true;
    const { transactions } = await chain.history(sender, { nextPage: pagination.nextPage ?? '', limit: 25 });
    expect(transactions.map(({ parsed }) => parsed?.id)).toEqual(idsOf(rows.slice(1)));
  });

  it('asks the other indexers if one has nothing', async () => {
    const rows = [at([5, 1])];
    const { chain } = connectTo({ indexer: [{}, serving(rows)] });
    expect((await readAll(chain, 25)).ids).toEqual(idsOf(rows));
  });

  it('is refused without an indexer', async () => {
    const { chain } = connectTo({ indexer: [] });
    await expect(chain.history(sender)).rejects.toMatchObject({ code: 'feature.unsupported' });
  });
});

describe('an indexer that is behind', () => {
  const rows = [at([5, 1]), at([5, 0])];

  it('counts as behind from 200 rounds on. Then all answers say so', async () => {
    const { chain } = connectTo({ indexer: serving(rows, round - 200) });
    expect((await chain.history(sender)).status).toBeUndefined();
    const late = connectTo({ indexer: serving(rows, round - 201) });
    const { transactions, status } = await late.chain.history(sender);
    expect(transactions).toHaveLength(2);
    expect(status?.warnings).toMatchObject([{ code: 'chain.standsStill' }]);
  });

  it('is not asked if another one is not', async () => {
    const fresh = [at([9, 0]), ...rows];
    const { chain } = connectTo({ indexer: [serving(rows, round - 300), serving(fresh)] });
    const { transactions, status } = await chain.history(sender);
    expect(transactions).toHaveLength(3);
    expect(status).toBeUndefined();
  });

  it('is not known without a node, and a node that is far ahead is no reason to refuse', async () => {
    const dead = connectTo({ algod: 'dead', indexer: serving(rows, round - 1_000) });
    expect((await dead.chain.history(sender)).transactions).toHaveLength(2);
    const liar = connectTo({ algod: { status: { lastRound: 2n ** 60n } }, indexer: serving(rows) });
    expect((await liar.chain.history(sender)).transactions).toHaveLength(2);
  });

  it('is not asked about its lag if the operator says so', async () => {
    const { chain, askedFor } = connectTo({ indexer: serving(rows, round - 1_000), oldestBlockMs: 0 });
    expect((await chain.history(sender)).status).toBeUndefined();
    // The guard alone asks, and the age does not matter to it.
    expect(askedFor('/v2/status')).toHaveLength(1);
  });

  it('leaves no gap between two pages', async () => {
    let latest = 9;
    const apart = [at([9, 0]), at([4, 0])];
    const { chain } = connectTo({ indexer: () => serving(apart, latest), oldestBlockMs: 0 });
    const { pagination } = await chain.history(sender, { limit: 1 });
    // It has not reached the round yet where the page begins, and may lack what lies before.
    latest = 5;
    const nextPage = pagination.nextPage ?? '';
    await expect(chain.history(sender, { nextPage })).rejects.toMatchObject({ name: 'UpstreamError' });
  });
});

describe('lies of an indexer', () => {
  const other = at([4, 0], 1n, { snd: bytes(nobody) });
  const answers: [string, Json][] = [
    ['transactions of others', { transactions: [other] }],
    [
      'freezes of others',
      { transactions: [indexed(made('afrz', { snd: bytes(nobody), faid: 5n, fadd: bytes(creator) }))] },
    ],
    [
      'transfers of others',
      { transactions: [indexed(made('axfer', { snd: bytes(nobody), xaid: 5n, arcv: bytes(creator) }))] },
    ],
    ['registrations of others', { transactions: [indexed(made('keyreg', { snd: bytes(nobody) }))] }],
    ['another order', { transactions: [at([4, 0]), at([5, 0])] }],
    ['another order in a round', { transactions: [at([5, 0]), at([5, 1])] }],
    ['two transactions at one place', { transactions: [at([5, 0]), at([5, 0], 2n)] }],
    ['rounds that it has not reached', { 'current-round': 4, transactions: [at([5, 0])] }],
    ['another amount', { transactions: [{ ...at([5, 0]), id: idOf(payment) }] }],
    [
      'another network',
      { transactions: [{ ...at([5, 0]), 'genesis-hash': 'SGO1GKSzyE7IEPItTxCByw9x8FmnrCDexi9/cOUJOiI=' }] },
    ],
    ['no round', { 'current-round': undefined, transactions: [] }],
    ['no list', { transactions: 'none' }],
  ];

  it.each(answers)('are found out: %s', async (_, answer) => {
    const { chain } = connectTo({ indexer: { own: { [path]: { 'current-round': round, ...answer } } } });
    await expect(chain.history(sender)).rejects.toMatchObject({ name: 'UpstreamError' });
  });

  it('are found out: what was shown before', async () => {
    let isFirst = true;
    const own = {
      [path]: () => {
        const transactions = isFirst ? [at([5, 1]), at([5, 0])] : [at([5, 1])];
        isFirst = false;
        return { 'current-round': round, transactions };
      },
    };
    const { chain } = connectTo({ indexer: { own } });
    const { pagination } = await chain.history(sender, { limit: 1 });
    const nextPage = pagination.nextPage ?? '';
    await expect(chain.history(sender, { nextPage })).rejects.toMatchObject({ name: 'UpstreamError' });
  });
});

describe('places', () => {
  it.each([
    [1n, 0n],
    [55_000_000n, 3n],
    [2n ** 63n - 1n, 2n ** 32n - 1n],
  ])('%s and %s are written and read', (height, offset) => {
    const place = { round: height, offset };
    expect(readCursor(writeCursor(place))).toEqual(place);
    const token = Buffer.from(nextToken(place), 'base64url');
    expect([token.length, token.readBigUInt64LE(0), token.readUInt32LE(8)]).toEqual([12, height, Number(offset)]);
    expect(nextToken(place)).toMatch(/^[\w-]{16}$/);
  });

  it.each([
    '',
    '5',
    '5.',
    '.5',
    '0.0',
    '05.1',
    '5.01',
    '-5.1',
    '5.-1',
    '5.1.1',
    '5.1 ',
    '5.1\n',
    'a.b',
    '5.4294967296',
    '9223372036854775808.0',
    '99999999999999999999.0',
    '1e3.0',
    '../../x',
  ])('%j is none', (text) => {
    expect(readCursor(text)).toBeUndefined();
  });

  it('are refused in page tokens that hold another text', async () => {
    const { adapter } = connectTo();
    const operation = adapter.upstream.operation();
    const read = adapter.reads.history?.read(sender, { limit: 5, cursor: '5.1&limit=9' }, operation);
    await expect(read).rejects.toMatchObject({ code: 'page.invalid' });
  });
});
