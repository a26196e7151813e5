import type { Chain, Code, FamilyName, ParsedTransaction, Party } from '@isochain/core';
import { describe, expect, it } from 'vitest';

/** The ways to make an account look richer than it is. Every family plays each of them, or says why its chains do not have it. */
const fakeKinds = [
  'a token with the name of the coin or of a listed token',
  'a failed transaction that asked for a transfer, or logged one',
  'an inner call or message that is shown, and moved nothing',
  'an event or a log that anybody can write',
  'the memo of another payment',
  'a transaction that waits',
  'a transaction that another one replaced',
  'a receiver on another chain',
  'a transfer of nothing',
  'a payment from an address that looks like a known one',
] as const;

export type FakeKind = (typeof fakeKinds)[number];

/** One transaction, as one kind of upstream tells it. */
export interface FakeTelling {
  /** Opened on an upstream that tells the transaction. */
  readonly chain: Chain;
  /** The account that looks richer. */
  readonly account: string;
  /** As `/transaction` takes it. */
  readonly id: string;
  /** What really came to the account: amounts in the smallest unit, of the coin unless they name a token. Nothing by default. */
  readonly came?: readonly { readonly amount: string; readonly tokenId?: string }[];
  /** The memo of the entry, where that is what is faked: `null` for none. Not compared by default. */
  readonly memo?: string | null;
  /** False where the account has no entry, because the upstream does not list the transaction for it. True by default. */
  readonly isListed?: boolean;
  /** False where the upstream tells the transaction in the history alone, so that `/transaction` does not find it. True by default. */
  readonly isKnown?: boolean;
}

type Arrival = NonNullable<FakeTelling['came']>[number];

export interface FakeDeposit {
  readonly kind: FakeKind;
  /** What is tried, in a few words. */
  readonly name: string;
  /** For each kind of upstream that tells histories or transactions. A text says why this kind cannot tell it. */
  readonly told: Readonly<Record<string, (() => FakeTelling | Promise<FakeTelling>) | string>>;
}

interface FakeDepositsHandIn {
  readonly name: FamilyName;
  /** The kinds of upstream that tell histories or transactions. */
  readonly upstreams: readonly string[];
  readonly fakes: readonly FakeDeposit[];
  /** Why the chains of the family do not have a kind of fake. */
  readonly impossible?: Readonly<Partial<Record<FakeKind, string>>>;
  /** A real deposit, through each kind of upstream. Without it, a reader that shows nothing would pass. */
  readonly real: Readonly<Record<string, () => FakeTelling | Promise<FakeTelling>>>;
}

/**
 * Tells a family fake deposits through every kind of upstream. None may be shown as money that came in: neither in the history of the account, nor by
 * `/transaction`. Lies of the upstream itself are another suite (`describeLies`): here it tells the truth about a transaction that is meant to mislead.
 */
export function describeFakeDeposits({ name, upstreams, fakes, impossible = {}, real }: FakeDepositsHandIn): void {
  describe(`${name}: fake deposits`, () => {
    it('are at least eight, of every kind', () => {
      const missing = fakeKinds.filter((kind) => !fakes.some((fake) => fake.kind === kind) && !impossible[kind]);
      expect(missing, 'kinds without a fake, and without a reason').toEqual([]);
      expect(fakes.length).toBeGreaterThanOrEqual(8);
    });

    it('are told through every kind of upstream', () => {
      const wanted = [...upstreams].sort();
      for (const fake of fakes) expect(Object.keys(fake.told).sort(), fake.name).toEqual(wanted);
      expect(Object.keys(real).sort(), 'a real deposit').toEqual(wanted);
    });

    describe.each([...upstreams])('by %s', (upstream) => {
      it('a real deposit is shown', async () => {
        const telling = await real[upstream]?.();
        if (telling === undefined) throw new Error(`No real deposit is told by ${upstream}.`);
        expect(telling.came ?? [], 'what came').not.toEqual([]);
        await expectArrivals(telling);
      });

      const told = fakes.flatMap((fake) => {
        const tell = fake.told[upstream];
        return typeof tell === 'function' ? [[`${fake.kind}: ${fake.name}`, tell, fake.kind] as const] : [];
      });
      it.each(told)('%s', async (_name, tell, kind) => expectArrivals(await tell(), marks[kind]));
    });
  });
}

/** How an entry of a kind is marked, if a history shows it at all, so that a client can hide it. */
const marks: Readonly<Partial<Record<FakeKind, Code>>> = {
  'a transfer of nothing': 'transaction.nothingMoved',
};

function codesOf({ warnings = [] }: ParsedTransaction): readonly (string | undefined)[] {
  return warnings.map(({ code }) => code);
}

/** Checks what an entry and the transaction itself tell: exactly what came. */
async function expectArrivals(
  { chain, account, id, came = [], memo, isListed = true, isKnown = true }: FakeTelling,
  mark?: Code,
): Promise<void> {
  const names = await tickersOf(chain);
  const { reads } = chain.adapter;
  if (reads.history !== undefined) {
    const { transactions } = await chain.history(account, { limit: 100 });
    const entry = transactions.find(({ parsed }) => parsed?.id === id)?.parsed;
    if (isListed) expect(entry, 'the entry').toBeDefined();
    if (entry !== undefined) expectTold('the entry', entry);
    // Where an upstream tells neither parties nor who paid, nobody can say that nothing moved.
    const isTold =
      entry?.state === 'confirmed' && (entry.senders ?? entry.recipients ?? entry.fees?.payer) !== undefined;
    if (isTold && mark !== undefined) expect(codesOf(entry), JSON.stringify(entry)).toContain(mark);
  }
  if (!isKnown) {
    await expect(chain.transaction(id), 'the transaction').rejects.toMatchObject({ code: 'transaction.notFound' });
  } else if (reads.transaction !== undefined) {
    const { transaction } = await chain.transaction(id);
    expectTold('the transaction', transaction.parsed);
  }

  function expectTold(what: string, told: ParsedTransaction | undefined): void {
    if (told === undefined) throw new Error(`${what} is not parsed`);
    expect(arrivalsOf(told, account), `${what}: what came`).toEqual([...came].sort(byToken));
    if (memo !== undefined) expect(told.memo ?? null, `${what}: memo`).toBe(memo);
    const parties = [...(told.senders ?? []), ...(told.recipients ?? [])];
    expect(
      parties.filter((party) => isImitation(party, names)),
      `${what}: tickers of others`,
    ).toEqual([]);
  }
}

/** What came, less what left. A transaction that failed counts, too: what it asked for did not move. One that waits says what it is meant to move. */
function arrivalsOf({ state, senders = [], recipients = [] }: ParsedTransaction, account: string): Arrival[] {
  if (state === 'pending') return [];
  const sums = new Map<string | undefined, bigint>();
  const add = (parties: readonly Party[], sign: bigint) => {
    for (const { address, amount, tokenId } of parties)
      if (address === account) sums.set(tokenId, (sums.get(tokenId) ?? 0n) + sign * BigInt(amount));
  };
  add(recipients, 1n);
  add(senders, -1n);
  return [...sums]
    .flatMap(([tokenId, sum]) =>
      sum > 0n ? [{ amount: String(sum), ...(tokenId === undefined ? {} : { tokenId }) }] : [],
    )
    .sort(byToken);
}

function byToken(one: Arrival, other: Arrival): number {
  return (one.tokenId ?? '') < (other.tokenId ?? '') ? -1 : 1;
}

/** Tickers of the coin and of the known tokens, and whose they are. */
async function tickersOf(chain: Chain): Promise<ReadonlyMap<string, ReadonlySet<string | undefined>>> {
  const known = (await chain.adapter.reads.tokens?.()) ?? [];
  const owners = new Map<string, Set<string | undefined>>([
    [chain.adapter.bytes.identity.ticker, new Set([undefined])],
  ]);
  for (const { ticker, id } of known) owners.set(ticker, (owners.get(ticker) ?? new Set()).add(id));
  return owners;
}

function isImitation({ ticker, tokenId }: Party, names: ReadonlyMap<string, ReadonlySet<string | undefined>>): boolean {
  return names.get(ticker)?.has(tokenId) === false;
}
