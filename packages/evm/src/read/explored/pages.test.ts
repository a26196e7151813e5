import { turns } from '@isochain/dial';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bob, connect, dai, empty, eve, hash, me, readAll, usdc } from '../../../test/explored-chain.ts';
import { blockscoutOf, etherscanOf, type Ledger, type Transfer } from '../../../test/scripted-explorer.ts';

const node = { height: 1_000_000 };

const explorerOf = (kind: string, ledger: Ledger, pageSize = 50) =>
  connect({ [kind]: kind === 'blockscout' ? blockscoutOf(ledger, pageSize) : etherscanOf(ledger) }, node);

const native = (id: number, block: number | null, index = 0) => ({
  ...{ hash: hash(id), block, index, from: me, to: bob, value: '1' },
});
const token = (id: number, block: number, logIndex: number, isScam = false): Transfer => ({
  ...{ hash: hash(id), block, logIndex, index: 3, from: bob, to: me, token: isScam ? dai : usdc, value: '1', isScam },
});

/** Rows of one block, with transactions in order. More rows than a request reads are tested separately. */
const mostInBlock = 60;

interface Step {
  readonly gap: number;
  readonly kind: 'native' | 'token' | 'internal' | 'all' | 'spam';
  readonly legs: number;
}

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    gap: fc.nat({ max: 2 }),
    kind: fc.constantFrom('native', 'token', 'internal', 'all', 'spam'),
    legs: fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 1, max: 4 }) }, fc.integer({ min: 5, max: mostInBlock })),
  }),
  { maxLength: 40 },
);

function ledgerOf(of: readonly Step[]): Ledger {
  const ledger: Ledger = { transactions: [], transfers: [], internals: [] };
  let [block, log, inBlock] = [1, 0, 0];
  of.forEach(({ gap, kind, legs }, i) => {
    inBlock = gap > 0 || inBlock + legs > mostInBlock ? legs : inBlock + legs;
    if (inBlock === legs) block += Math.max(gap, 1);
    const id = 1_000 + i;
    if (kind === 'native' || kind === 'all') ledger.transactions.push(native(id, block, i));
    for (let leg = 0; leg < legs; leg++) {
      log += 1;
      if (kind === 'token' || kind === 'all') ledger.transfers.push({ ...token(id, block, log), index: i });
      if (kind === 'spam') ledger.transfers.push({ ...token(id, block, log, true), index: i });
      if (kind === 'internal' || kind === 'all')
        ledger.internals.push({ hash: hash(id), block, index: i, inner: leg, from: eve, to: me, value: '2' });
    }
  });
  return ledger;
}

/** The sum of all amounts of each transaction: it shows whether a leg is missing. Only Blockscout marks spam. */
function expected({ transactions, transfers, internals }: Ledger, kind: string): Record<string, number> {
  const good = transfers.filter(({ isScam }) => kind === 'etherscan' || !isScam);
  const sums: Record<string, number> = {};
  for (const { hash: id, value } of [...transactions, ...good, ...internals])
    sums[id] = (sums[id] ?? 0) + Number(value);
  return sums;
}

const sumOf = (parties: readonly { amount: string }[] = []) =>
  parties.reduce((sum, { amount }) => sum + Number(amount), 0);

/** Many new rows of each list. They belong on no later page. */
function arrive(ledger: Ledger, many: number, above: number): void {
  for (let i = 0; i < many; i++) {
    const [id, block] = [1_000_000 + above + i, 10_000 + above + i];
    ledger.transactions.push(native(id, block));
    ledger.transfers.push(token(id, block, 1));
    ledger.internals.push({ hash: hash(id), block, index: 0, from: eve, to: me, value: '1' });
  }
}

const kinds = ['blockscout', 'etherscan'];

describe('pages', () => {
  it.each(kinds)('of %s show every transaction once, whole and in order, even if others arrive meanwhile', (kind) =>
    fc.assert(
      fc.asyncProperty(
        steps,
        fc.nat({ max: kind === 'blockscout' ? 10 : 0 }),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 4, max: 12 }),
        fc.constantFrom(0, 2, 300, 1_000),
        fc.boolean(),
        async (of, waiting, limit, pageSize, arriving, isMined) => {
          const ledger = ledgerOf(of);
          const rows: readonly { hash: string; block: number | null }[] = Object.values(ledger).flat();
          const blocks = new Map(rows.map(({ hash: id, block }) => [id, block ?? 0]));
          for (let i = 0; i < waiting; i++) ledger.transactions.push(native(500 + i, null, i));
          const before = expected(ledger, kind);
          let pages = 0;
          const found = await readAll(explorerOf(kind, ledger, pageSize), limit, (soFar) => {
            pages += 1;
            if (pages <= 3) arrive(ledger, arriving, pages * 1_000);
            if (!isMined) return;
            // A transaction that was shown as waiting is mined before the next page.
            const seen = new Set(soFar.map(({ id }) => id));
            ledger.transactions.forEach((row, i) => {
              if (row.block === null && seen.has(row.hash)) ledger.transactions[i] = { ...row, block: 90_000 + i };
            });
          });
          expect(found.map(({ id }) => id).toSorted()).toEqual(Object.keys(before).toSorted());
          expect(Object.fromEntries(found.map(({ id, senders }) => [id, sumOf(senders)]))).toEqual(before);
          const heights = found.map(({ id }) => blocks.get(id) ?? Number.POSITIVE_INFINITY);
          expect(heights).toEqual(heights.toSorted((a, b) => b - a));
        },
      ),
      { numRuns: turns(60) },
    ),
  );

  it.each(kinds.flatMap((kind) => [100, 500, 1_000, 3_000].map((many) => [kind, many] as const)))(
    'of %s go on where the first one ended after %i new transactions',
    async (kind, many) => {
      const ledger: Ledger = {
        transactions: Array.from({ length: 100 }, (_, i) => native(i, 100 + i)),
        transfers: [],
        internals: [],
      };
      let isFirst = true;
      const found = await readAll(explorerOf(kind, ledger), 25, () => {
        if (isFirst) arrive(ledger, many, 0);
        isFirst = false;
      });
      expect(found.map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, i) => hash(99 - i)));
    },
  );

  it('leave out nothing next to a run of spam, and show no transaction in part', async () => {
    // A request reads 400 rows. The pages end at every place around the transaction.
    for (let block = 2_560; block <= 2_640; block += 4) {
      const spam = Array.from({ length: 700 }, (_, i) => token(100_000 + i, 3_000 - i, 1, true));
      const legs = Array.from({ length: 40 }, (_, i) => token(7, block, 10 + i));
      const others = [8, 9].map((id) => token(id, block, 50 + id));
      const ledger: Ledger = { ...empty, transfers: [...spam, ...legs, ...others] };
      const found = await readAll(explorerOf('blockscout', ledger), 25);
      expect(found.map(({ id, senders }) => [id, sumOf(senders)])).toEqual([
        [hash(9), 1],
        [hash(8), 1],
        [hash(7), 40],
      ]);
    }
  });

  it('may be empty, and go on', async () => {
    const spam = Array.from({ length: 500 }, (_, i) => token(100_000 + i, 3_000 - i, 1, true));
    const chain = explorerOf('blockscout', { ...empty, transfers: [...spam, token(1, 5, 1)] });
    const first = await chain.history(me);
    expect(first.transactions).toEqual([]);
    const second = await chain.history(me, { nextPage: first.pagination.nextPage ?? '' });
    expect([second.transactions[0]?.parsed?.id, second.pagination.nextPage]).toEqual([hash(1), null]);
  });

  it.each([1, 5])('of %i read a block to its end, even if it has unusually many rows', async (limit) => {
    const large = Array.from({ length: 1_200 }, (_, i) => token(2, 9, i));
    const ledger: Ledger = { transactions: [native(1, 5)], transfers: [...large, token(3, 9, 1_200)], internals: [] };
    const found = await readAll(explorerOf('blockscout', ledger), limit);
    expect(found.map(({ id, mode, senders }) => [id, mode, sumOf(senders)])).toEqual([
      [hash(3), 'transferToken', 1],
      [hash(2), 'transferToken', 1_200],
      [hash(1), 'transfer', 1],
    ]);
  });

  it('name the transactions of a block that is too large to read, without their amounts', async () => {
    const large = Array.from({ length: 1_700 }, (_, i) => token(2, 9, i));
    const ledger: Ledger = { transactions: [native(2, 9), native(1, 5)], transfers: large, internals: [] };
    const found = await readAll(explorerOf('blockscout', ledger), 5);
    expect(found.map(({ id, mode, state, senders, recipients }) => [id, mode, state, senders, recipients])).toEqual([
      [hash(2), 'unknown', 'confirmed', undefined, undefined],
      [hash(1), 'transfer', 'confirmed', expect.anything(), expect.anything()],
    ]);
  });

  it('show mined transactions whole after more than a page of waiting ones', async () => {
    const ledger: Ledger = {
      transactions: [
        ...Array.from({ length: 60 }, (_, i) => native(9_000 + i, null, i)),
        ...Array.from({ length: 40 }, (_, i) => ({
          ...native(500 + i, 500 + i),
          value: '0',
          to: usdc,
          input: '0xa9',
          fee: '7',
        })),
      ],
      transfers: Array.from({ length: 40 }, (_, i) => ({ ...token(500 + i, 500 + i, 1), from: me, to: bob })),
      internals: [],
    };
    const found = await readAll(explorerOf('blockscout', ledger), 20);
    expect(found.slice(0, 60).map(({ state }) => state)).toEqual(Array.from({ length: 60 }, () => 'pending'));
    expect(found.slice(60).map(({ id, fees, state }) => [id, fees?.amount, state])).toEqual(
      Array.from({ length: 40 }, (_, i) => [hash(539 - i), '7', 'confirmed']),
    );
  });

  it('reach mined transactions behind any number of waiting ones', async () => {
    const waiting = Array.from({ length: 50 }, (_, i) => native(9_000 + i, null, i));
    const mined = Array.from({ length: 10 }, (_, i) => native(500 + i, 500 + i));
    const ledger: Ledger = { ...empty, transactions: [...waiting, ...mined] };
    for (const limit of [5, 100]) {
      const found = await readAll(explorerOf('blockscout', ledger, 4), limit);
      const pending = found.filter(({ state }) => state === 'pending');
      // At most as many rows as a request reads.
      expect(new Set(pending.map(({ id }) => id)).size).toBe(32);
      expect(found.map(({ id }) => id)).toEqual(
        [...pending, ...mined.toReversed().map(({ hash: id }) => ({ id }))].map(({ id }) => id),
      );
    }
  });

  it('go deeper than the ten thousand rows that Etherscan counts', async () => {
    const ledger: Ledger = {
      ...empty,
      transactions: Array.from({ length: 950 }, (_, i) => native(i, 10 + Math.floor(i / 150), i)),
    };
    const explorer = etherscanOf(ledger);
    const found = await readAll(connect({ etherscan: explorer }), 100);
    expect(new Set(found.map(({ id }) => id)).size).toBe(950);
    // A page never asks for more of a block than its own rows.
    const counted = explorer.asked.map(({ searchParams }) => Number(searchParams.get('page')));
    expect(Math.max(...counted)).toBeLessThanOrEqual(3);
  });

  it('have the order of the block, as far as logs tell it', async () => {
    // Blockscout tells the place of transactions, and of transfers only which log they are.
    const ledger: Ledger = {
      transactions: [native(3, 9, 7), native(5, 9, 20)],
      transfers: [token(1, 9, 2), token(2, 9, 3), token(3, 9, 10), token(4, 9, 11), token(5, 9, 30), token(6, 9, 31)],
      internals: [],
    };
    for (const limit of [1, 2, 4, 10]) {
      const found = await readAll(explorerOf('blockscout', ledger), limit);
      expect(found.map(({ id }) => id)).toEqual([6, 5, 4, 3, 2, 1].map(hash));
    }
  });

  it.each(kinds)(
    'of %s hold heights, hashes and names of lists, and nothing that an explorer or its URL says',
    async (kind) => {
      const ledger: Ledger = { ...empty, transactions: Array.from({ length: 300 }, (_, i) => native(i, 100 + i)) };
      const chain = explorerOf(kind, ledger);
      let nextPage: string | null = null;
      for (let pages = 0; pages < 4; pages++) {
        const page: { pagination: { nextPage: string | null } } = await chain.history(me, {
          limit: 60,
          nextPage: nextPage ?? undefined,
        });
        nextPage = page.pagination.nextPage;
        // Four bytes of a checksum stand in front.
        const text = Buffer.from(nextPage ?? '', 'base64url')
          .subarray(4)
          .toString();
        expect(JSON.parse(text)).toEqual({
          k: kind,
          h: String(340 - 60 * pages),
          a: [0, hash(240 - 60 * pages)],
          e: ['transfers', 'internals'],
        });
      }
    },
  );

  it('are refused if their token was changed, or belongs to another account', async () => {
    const ledger: Ledger = { ...empty, transactions: Array.from({ length: 9 }, (_, i) => native(i, 100 + i)) };
    const chain = explorerOf('blockscout', ledger);
    const { pagination } = await chain.history(me, { limit: 2 });
    const nextPage = pagination.nextPage ?? '';
    for (const wrong of [
      `${nextPage}A`,
      nextPage.slice(2),
      nextPage.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')),
      'nonsense',
    ]) {
      await expect(chain.history(me, { nextPage: wrong })).rejects.toMatchObject({ code: 'page.invalid' });
    }
    await expect(chain.history(bob, { nextPage })).rejects.toMatchObject({ code: 'page.invalid' });
  });
});
