import { describe, expect, it } from 'vitest';
import {
  type AlgodScript,
  accountOf,
  assetId,
  assetOf,
  connectTo,
  nobody,
  refused,
  type ScriptedAccount,
  sender,
} from '../../test/scripted-node.ts';

const most = 2n ** 64n - 1n;
const pages = `/v2/accounts/${sender}/assets`;
const account = `/v2/accounts/${sender}`;

async function read(
  algod: AlgodScript | readonly AlgodScript[],
  include?: readonly ('native' | 'tokens' | 'staking')[],
) {
  const { chain, onTrace, roundTrips, asked } = connectTo({ algod });
  const { balances } = await chain.accountState(sender, { onTrace, ...(include && { include }) });
  return { ...balances, roundTrips: roundTrips(), asked };
}

const holding = (id: bigint | number, amount: bigint | number) => ({ amount, 'asset-id': id, 'is-frozen': false });

/** A holding in a page. */
function row(id: bigint | number, amount: bigint | number, params?: object) {
  const told = params ?? (assetOf(id.toString()) as { params: object }).params;
  return { 'asset-holding': holding(id, amount), 'asset-params': told };
}

/** A page. */
const page = (rows: readonly object[], next?: string) => ({
  'asset-holdings': rows,
  ...(next === undefined ? {} : { 'next-token': next }),
  round: 55_000_000,
});

/** A node with these pages: the page behind token `a` is `tokens.a`, and the first one is `tokens.first`. */
function paged(tokens: Readonly<Record<string, unknown>>, settings: ScriptedAccount = {}): AlgodScript {
  return {
    accounts: { [sender]: settings },
    own: { [pages]: ({ query }: { query: URLSearchParams }) => tokens[query.get('next') ?? 'first'] },
  };
}

describe('ALGO of an account', () => {
  it.each([
    ['beside the minimum balance', 10_000_000n, 300_000n, '9700000'],
    ['of no more than the minimum balance', 300_000n, 300_000n, '0'],
    ['below the minimum balance', 5n, 100_000n, '0'],
    ['beyond 2^53', 9_007_199_254_740_993n, 100_000n, '9007199254640993'],
  ])('%s', async (_, amount, minBalance, available) => {
    const { native } = await read({ accounts: { [sender]: { amount, minBalance } } });
    expect(native).toEqual({ available, total: amount.toString(), unconfirmed: '0' });
  });

  it('is read in one round with everything else', async () => {
    const { native, tokens, staking, roundTrips } = await read({
      accounts: { [sender]: { status: 'Online', holdings: { [assetId]: { amount: 5n } } } },
    });
    expect(native).toEqual({ available: '9800000', total: '10000000', unconfirmed: '0' });
    expect(tokens).toMatchObject([{ token: { id: assetId, ticker: 'DEMO', decimals: '6' }, amount: '5' }]);
    expect(staking).toMatchObject({ locked: '10000000' });
    expect(roundTrips).toBe(1);
  });

  it('is asked for once for the coin and for the stake, and without holdings', async () => {
    const { asked, tokens } = await read({}, ['native', 'staking']);
    expect(tokens).toBeUndefined();
    expect(asked.filter(({ path }) => path.startsWith('/v2/accounts')).map(({ path }) => path)).toEqual([account]);
  });

  it('of an account that was never used is 0', async () => {
    const { chain } = connectTo();
    const { balances } = await chain.accountState(nobody);
    expect(balances).toMatchObject({ native: { available: '0', total: '0', unconfirmed: '0' }, tokens: [] });
  });

  it.each([
    ['another account', { address: nobody }],
    ['an amount beyond 64 bits', { amount: most + 1n }],
    ['an amount below 0', { amount: -1 }],
    ['no minimum balance', { 'min-balance': undefined }],
    ['half a microAlgo', { amount: 0.5 }],
  ])('is not taken from an answer with %s', async (_, wrong) => {
    const lying = { own: { [account]: { ...accountOf(sender), ...wrong } } };
    await expect(read(lying)).rejects.toMatchObject({ name: 'UpstreamError' });
    expect((await read([lying, {}])).native?.total).toBe('10000000');
  });
});

describe('assets of an account', () => {
  it('are all that it opted in to, with all digits', async () => {
    const rows = [row(7, 0), row(9, 9_007_199_254_740_993n), row(most, most)];
    const { tokens, roundTrips } = await read(paged({ first: page(rows) }));
    expect(tokens?.map(({ token, amount }) => [token.id, amount])).toEqual([
      ['7', '0'],
      ['9', '9007199254740993'],
      ['18446744073709551615', '18446744073709551615'],
    ]);
    expect(roundTrips).toBe(1);
  });

  it('come from all pages', async () => {
    const { tokens, roundTrips, asked } = await read(
      paged({ first: page([row(1, 1), row(2, 2)], 'a b'), 'a b': page([row(3, 3)], '3'), '3': page([row(4, 4)]) }),
    );
    expect(tokens?.map(({ token }) => token.id)).toEqual(['1', '2', '3', '4']);
    expect(roundTrips).toBe(3);
    const queries = asked.filter(({ path }) => path === pages).map(({ query }) => Object.fromEntries(query));
    expect(queries).toEqual([{ limit: '1000' }, { limit: '1000', next: 'a b' }, { limit: '1000', next: '3' }]);
  });

  it('can end with an empty page, and with an empty token', async () => {
    expect((await read(paged({ first: page([row(1, 1)], '1'), '1': page([]) }))).tokens).toHaveLength(1);
    expect((await read(paged({ first: page([row(1, 1)], '') }))).tokens).toHaveLength(1);
  });

  it.each([
    ['the same page again', { first: page([row(1, 1)], '1'), '1': page([row(1, 1)], '1') }],
    [
      'a page that begins before the end of the last one',
      { first: page([row(1, 1), row(2, 1)], '2'), '2': page([row(2, 1), row(3, 1)]) },
    ],
    ['an asset twice', { first: page([row(1, 1), row(1, 2)]) }],
    ['nothing, and more to come', { first: page([], '1') }],
    ['no list', { first: { round: 5 } }],
    ['an amount beyond 64 bits', { first: page([row(1, most + 1n)]) }],
    ['an asset with 20 decimals', { first: page([row(1, 1, { ...row(1, 1)['asset-params'], decimals: 20 })]) }],
  ])('are not taken from a node that lists %s', async (_, tokens) => {
    await expect(read(paged(tokens))).rejects.toMatchObject({ name: 'UpstreamError' });
  });

  it('come in forty pages at most', async () => {
    const short = (count: number) =>
      paged({
        first: page([row(1, 1)], '1'),
        ...Object.fromEntries(
          Array.from({ length: count - 1 }, (_, i) => [
            i + 1,
            page([row(i + 2, 1)], i + 2 < count ? String(i + 2) : undefined),
          ]),
        ),
      });
    expect((await read(short(40))).tokens).toHaveLength(40);
    await expect(read(short(41))).rejects.toMatchObject({ name: 'UpstreamError' });
  });

  it('come from another node for the page that one cannot give', async () => {
    const first = page([row(1, 1)], '1');
    const tokens = await read([
      paged({ first, '1': page([row(1, 1)], '1') }),
      paged({ first, '1': page([row(2, 2)]) }),
    ]);
    expect(tokens.tokens?.map(({ token }) => token.id)).toEqual(['1', '2']);
  });

  describe('in their thousands', () => {
    const rows = (from: number, count: number) => Array.from({ length: count }, (_, i) => row(from + i, 1));
    /** A node that pages as go-algorand does. */
    const node = (count: number): AlgodScript => ({
      accounts: { [sender]: { changed: { 'total-assets-opted-in': count } } },
      own: {
        [pages]: ({ query }: { query: URLSearchParams }) => {
          const after = Number(query.get('next') ?? 0);
          const size = Math.min(count - after, Number(query.get('limit')));
          return page(rows(after + 1, size), after + size < count ? String(after + size) : undefined);
        },
      },
    });

    it('are read up to ten thousand', async () => {
      const { tokens, roundTrips } = await read(node(10_000));
      expect([tokens?.length, tokens?.at(-1)?.token.id, roundTrips]).toEqual([10_000, '10000', 10]);
    });

    it('are refused beyond that, and the rest can be read', async () => {
      const { chain, askedFor } = connectTo({ algod: node(10_001) });
      await expect(chain.accountState(sender)).rejects.toMatchObject({
        problems: [
          {
            code: 'account.tooManyTokens',
            message: 'The account has more than 10000 tokens, the most that can be read of an account of Algorand.',
          },
        ],
      });
      expect(askedFor(pages)).toHaveLength(1);
      const { balances } = await chain.accountState(sender, { include: ['native', 'staking'] });
      expect(balances.native?.total).toBe('10000000');
    });

    it('are refused also if the node counts fewer than it lists, and never ends', async () => {
      const endless = { ...node(100_000), accounts: { [sender]: {} } };
      const { chain, askedFor } = connectTo({ algod: endless });
      await expect(chain.accountState(sender)).rejects.toMatchObject({ problems: [{ code: 'account.tooManyTokens' }] });
      expect(askedFor(pages)).toHaveLength(10);
    });
  });

  describe('that a list does not describe', () => {
    const bare = (id: number, amount: number) => ({ 'asset-holding': holding(id, amount) });

    it('are looked up, once for some minutes, and not those that nothing is held of', async () => {
      const script: AlgodScript = {
        ...paged({ first: page([bare(8, 0), bare(31_566_704, 5), bare(123, 1)]) }),
        assets: { [assetId]: {}, 123: { changed: { name: 'Other' } } },
      };
      const { chain, onTrace, roundTrips, askedFor } = connectTo({ algod: script });
      const { balances } = await chain.accountState(sender, { onTrace });
      expect(balances.tokens).toMatchObject([
        // It locks 0.1 ALGO. It was destroyed, or this node does not tell what it is.
        { token: { id: '8', name: 'ASA 8', ticker: 'ASA 8', decimals: '0' }, amount: '0' },
        { token: { id: assetId, name: 'Demo' }, amount: '5' },
        { token: { id: '123', name: 'Other' }, amount: '1' },
      ]);
      expect(roundTrips()).toBe(2);
      expect((await chain.accountState(sender, { onTrace })).balances).toEqual(balances);
      expect(roundTrips()).toBe(1);
      expect([askedFor(`/v2/assets/${assetId}`).length, askedFor('/v2/assets/8').length]).toEqual([1, 0]);
    });

    it('are left out if they have been destroyed meanwhile', async () => {
      const script = { ...paged({ first: page([bare(31_566_704, 5), bare(123, 1)]) }) };
      expect((await read(script)).tokens?.map(({ token }) => token.id)).toEqual([assetId]);
    });

    it('are not looked up in their hundreds', async () => {
      const many = (count: number): AlgodScript => ({
        ...paged({ first: page(Array.from({ length: count }, (_, i) => bare(i + 1, 1))) }),
        assets: Object.fromEntries(Array.from({ length: count }, (_, i) => [i + 1, {}])),
      });
      expect((await read(many(250))).tokens).toHaveLength(250);
      const { chain, asked } = connectTo({ algod: many(251) });
      await expect(chain.accountState(sender)).rejects.toMatchObject({ problems: [{ code: 'account.tooManyTokens' }] });
      expect(asked.filter(({ path }) => path.startsWith('/v2/assets/'))).toEqual([]);
    });
  });

  describe('of a node without pages', () => {
    /** What the node answers without `exclude=all`. */
    const whole = (said: unknown): AlgodScript => ({
      own: {
        [pages]: refused(404, 'Not Found'),
        [account]: ({ query }: { query: URLSearchParams }) => (query.get('exclude') === 'all' ? undefined : said),
      },
    });
    const withAssets = (assets: readonly object[]) => ({ ...accountOf(sender), assets });

    it('come all at once', async () => {
      const { tokens, roundTrips } = await read(whole(withAssets([holding(5, 0), holding(31_566_704, most)])));
      expect(tokens).toMatchObject([
        { token: { id: '5' }, amount: '0' },
        { token: { id: assetId, name: 'Demo' }, amount: most.toString() },
      ]);
      expect(roundTrips).toBe(3);
    });

    it('are none if it has none', async () => {
      expect((await read(whole({ ...accountOf(sender), assets: undefined }))).tokens).toEqual([]);
    });

    it('are refused if there are too many', async () => {
      const limit = refused(400, 'Result limit exceeded');
      await expect(read(whole(limit))).rejects.toMatchObject({ problems: [{ code: 'account.tooManyTokens' }] });
      const rows = Array.from({ length: 10_001 }, (_, i) => holding(i + 1, 1));
      await expect(read(whole(withAssets(rows)))).rejects.toMatchObject({
        problems: [{ code: 'account.tooManyTokens' }],
      });
    });

    it.each([
      ['another account', { ...accountOf(nobody), assets: [] }],
      ['an asset twice', withAssets([holding(5, 1), holding(5, 1)])],
      ['another error', refused(400, 'failed')],
    ])('are not taken from an answer with %s', async (_, said) => {
      await expect(read(whole(said))).rejects.toMatchObject({ name: 'UpstreamError' });
    });
  });
});

describe('an account with a part that cannot be read', () => {
  const oddValues = [null, undefined, {}, [], '', -1, 0.5, 1e30, true, 'text\u0000\n', '5'];
  const [first, last] = [row(1, 5, paramsOf('AAA')), row(3, 7, paramsOf('CCC'))];
  const shown = [
    ['AAA', '5'],
    ['CCC', '7'],
  ];

  function paramsOf(unitName: string, changed: object = {}) {
    const { params } = assetOf('1') as { params: object };
    return { ...params, 'unit-name': unitName, ...changed };
  }

  async function readWarned(algod: AlgodScript) {
    const { chain } = connectTo({ algod });
    const { balances, status } = await chain.accountState(sender);
    const parts = status?.warnings.map(({ code, message }) => [code, message.split('fits: ')[1]]);
    return { ...balances, parts, tokens: balances.tokens?.map(({ token, amount }) => [token.ticker, amount]) };
  }
  const named = (noun: string) => [['account.incomplete', noun]];

  it.each(oddValues)('shows the other assets of a page: %j', async (odd) => {
    const whole = row(2, 6, paramsOf('BBB'));
    const cases: [unknown, string][] = [
      [odd, 'a token balance'],
      [{ ...whole, 'asset-holding': odd }, 'a token balance'],
      [{ ...whole, 'asset-holding': { ...holding(2, 6), 'asset-id': odd } }, 'a token balance'],
      [{ ...whole, 'asset-holding': { ...holding(2, 6), amount: odd } }, 'the balance of BBB'],
      [{ 'asset-holding': { ...holding(2, 6), amount: odd } }, 'the balance of ASA 2'],
    ];
    for (const [element, noun] of cases) {
      const { tokens, parts, native } = await readWarned(paged({ first: page([first, element as object, last]) }));
      expect({ tokens, parts }).toEqual({ tokens: shown, parts: named(noun) });
      expect(native?.total).toBe('10000000');
    }
  });

  it.each(oddValues)('shows the other assets if the decimals of one cannot be read: %j', async (odd) => {
    const rows = (params: unknown) => page([first, { 'asset-holding': holding(2, 6), 'asset-params': params }, last]);
    const params = paramsOf('BBB', { decimals: odd });
    const unread = await readWarned({
      ...paged({ first: rows(params) }),
      assets: { 2: { changed: { decimals: odd } } },
    });
    expect(unread).toMatchObject({ tokens: shown, parts: named('the balance of ASA 2') });
    // The node may tell it if it is asked for the asset alone.
    const found = await readWarned({ ...paged({ first: rows(odd) }), assets: { 2: {} } });
    expect(found).toMatchObject({ tokens: [shown[0], ['DEMO', '6'], shown[1]], parts: undefined });
  });

  it.each(oddValues)('needs no more of an asset than its decimals: %j', async (odd) => {
    for (const name of ['creator', 'total', 'freeze', 'clawback', 'default-frozen', 'name']) {
      const rows = [first, row(2, 6, paramsOf('BBB', { [name]: odd })), last];
      const { tokens, parts } = await readWarned(paged({ first: page(rows) }));
      expect({ tokens, parts }).toEqual({ tokens: [shown[0], ['BBB', '6'], shown[1]], parts: undefined });
    }
    const unnamed = row(2, 6, paramsOf('', { 'unit-name': odd, 'unit-name-b64': undefined }));
    const { tokens } = await readWarned(paged({ first: page([first, unnamed, last]) }));
    expect(tokens?.[1]?.[1]).toBe('6');
  });

  it('shows the other assets of later pages, and of a node without pages', async () => {
    const later = paged({ first: page([first], '1'), '1': page([{} as never, last]) });
    expect(await readWarned(later)).toMatchObject({ tokens: shown, parts: named('a token balance') });
    const assets = [holding(1, 5), null, { ...holding(2, 6), amount: -1 }, holding(3, 7)];
    const atOnce: AlgodScript = {
      own: {
        [pages]: refused(404, 'Not Found'),
        [account]: ({ query }: { query: URLSearchParams }) =>
          query.get('exclude') === 'all' ? undefined : { ...accountOf(sender), assets },
      },
      assets: { 1: {}, 3: { changed: { decimals: 'six' } } },
    };
    expect(await readWarned(atOnce)).toMatchObject({
      tokens: [['DEMO', '5']],
      parts: named('a token balance, the balance of ASA 2, the balance of ASA 3'),
    });
  });

  it.each(oddValues)('needs no more of the account than its coins: %j', async (odd) => {
    const fields = ['auth-addr', 'participation', 'incentive-eligible', 'round', 'total-created-assets', 'total-boxes'];
    for (const name of [...fields, 'total-assets-opted-in', 'status']) {
      const { native, staking, parts } = await readWarned({ accounts: { [sender]: { changed: { [name]: odd } } } });
      expect(native?.total).toBe('10000000');
      const isStatus = name === 'status';
      expect({ isUnknown: staking === undefined, parts }).toEqual({
        isUnknown: isStatus,
        parts: isStatus ? named('what is at stake') : undefined,
      });
    }
  });
});
