import { isDeepStrictEqual } from 'node:util';
import type { ParsedTransaction, Party } from '@isochain/core';
import { seed, turns } from '@isochain/dial';
import { describe, expect, it } from 'vitest';
import { type Deed, deedKinds, type TestAccount } from './setup.ts';
import { firstOfMode, type KnownExample, type Prepared, type Stage } from './stage.ts';

const inhabitants = 5;
const transactions = turns(200, 8);

/** A transaction of a life, and by how much it changed what each account holds. */
interface Done {
  readonly name: string;
  readonly hash: string;
  readonly change: Holdings;
  readonly isUntold: boolean;
}

/** An account and an asset: `undefined` is the coin. */
type Holdings = ReadonlyMap<string, ReadonlyMap<string | undefined, bigint>>;

/**
 * Five accounts send each other what the family can send, and other things happen to them. Of each transaction, for each account and asset, its entry in the history says by how much the balance
 * changed, to the unit; and so does the transaction itself (docs/decisions/0035-what-an-entry-says.md).
 */
export function describeBooks(stage: Stage): void {
  const { has, setup } = stage;
  if (!has.feature('read.account.transactions.native')) return;

  const { deeds = [], withoutDeeds = {} } = setup;

  describe('books', () => {
    it('have every kind of deed, or say why not', () => {
      const missing = deedKinds.filter((kind) => !deeds.some((deed) => deed.kind === kind) && !withoutDeeds[kind]);
      expect(missing).toEqual([]);
    });

    it(`balance over a life of ${transactions} transactions (seed ${seed})`, async () => {
      const draw = drawing(seed);
      const residents: TestAccount[] = [];
      for (let i = 0; i < inhabitants; i += 1) residents.push(await resident(stage));
      const assets = has.mode('transferToken') ? [undefined, stage.token.id] : [undefined];
      const holdings = () => holdingsOf(stage, residents, assets);
      const usable: (KnownExample | Deed<TestAccount>)[] = [...stage.examples.filter(({ max }) => !max), ...deeds];
      // Each mode and each deed has a turn, and then chance decides.
      const first: typeof usable = [...firstOfMode(stage.examples), ...deeds];
      const planned = Math.max(transactions, first.length);
      const done: Done[] = [];
      for (let tried = 0; done.length < planned; tried += 1) {
        if (tried > 10 * planned) throw new Error(`Only ${done.length} transactions could be made.`);
        const what = first[tried] ?? draw(usable);
        const sender = draw(residents);
        const recipient = draw(setup.onlyTokensToSelf ? residents.filter((other) => other !== sender) : residents);
        const act = await ready(stage, what, { sender, recipient });
        if (act === undefined) {
          await fill(stage, sender);
          continue;
        }
        const before = await holdings();
        const hash = await act();
        await stage.confirm(hash, 'make' in what && what.kind === 'a transaction that fails' ? 'failed' : 'confirmed');
        const isUntold = 'make' in what && what.isUntold === true;
        done.push({ name: nameOf(what), hash, isUntold, change: difference(await holdings(), before) });
      }
      const wrong: string[] = [];
      const views = new Map<string, ParsedTransaction | undefined>();
      for (const one of done) {
        const { transaction } = await stage.connect().transaction(one.hash);
        views.set(one.hash, transaction.parsed);
        for (const { address } of residents) wrong.push(...compare('transaction', one, transaction.parsed, address));
      }
      for (const { address } of residents) {
        const entries = await historyOf(stage, address);
        for (const one of done) {
          const entry = entries.get(one.hash);
          wrong.push(...compare('entry', one, entry, address), ...disagreement(one, entry, views.get(one.hash)));
        }
      }
      expect(wrong).toEqual([]);
    });
  });
}

/** An account that can send and receive coins and tokens. */
async function resident(stage: Stage): Promise<TestAccount> {
  const { setup, engine, has, account } = stage;
  const one = await account();
  await setup.prepareSender?.(one, engine);
  await engine.fund(one.address, setup.amounts.funds);
  await setup.prepareRecipient?.(one, has.mode('transferToken') ? stage.token : undefined, engine);
  await giveTokens(stage, one);
  return one;
}

/** Gives an account again what every sender of the suite begins with. */
async function fill(stage: Stage, one: TestAccount): Promise<void> {
  await stage.engine.fund(one.address, stage.setup.amounts.funds);
  await giveTokens(stage, one);
}

async function giveTokens(stage: Stage, { address }: TestAccount): Promise<void> {
  if (!stage.has.mode('transferToken')) return;
  await stage.engine.fund(address, stage.setup.amounts.tokenFunds, stage.token.id);
}

function nameOf(what: KnownExample | Deed<TestAccount>): string {
  return 'make' in what ? (what.name ?? what.kind) : what.name;
}

/** Undefined if it cannot be done with what the account has by now. */
async function ready(
  stage: Stage,
  what: KnownExample | Deed<TestAccount>,
  who: { readonly sender: TestAccount; readonly recipient: TestAccount },
): Promise<(() => Promise<string>) | undefined> {
  if ('make' in what) {
    // A life takes from accounts, and a deed needs what every sender begins with.
    await fill(stage, who.sender);
    return () => what.make({ ...who, engine: stage.engine });
  }
  const prepared = await tryToPrepare(stage, what, who);
  return prepared && (async () => (await stage.connect().broadcast(prepared.input)).hash);
}

/** Undefined if it cannot be done with what the account has by now. Examples make what they need, a stake to take back for one, and may fail at it too. */
async function tryToPrepare(
  stage: Stage,
  example: KnownExample,
  who: { readonly sender: TestAccount; readonly recipient: TestAccount },
): Promise<Prepared | undefined> {
  const scene = { ...who, engine: stage.engine };
  const intent = await Promise.resolve(example.intent(scene)).catch(() => undefined);
  if (intent === undefined) return undefined;
  const { status } = await stage.connect().encode(intent);
  return status.errors.length > 0 ? undefined : stage.prepare({ ...example, intent: () => intent }, scene);
}

async function holdingsOf(
  { engine }: Stage,
  residents: readonly TestAccount[],
  assets: readonly (string | undefined)[],
): Promise<Holdings> {
  const all = new Map<string, Map<string | undefined, bigint>>();
  for (const { address } of residents) {
    const held = new Map<string | undefined, bigint>();
    for (const asset of assets) held.set(asset, await engine.balance(address, asset));
    all.set(address, held);
  }
  return all;
}

function difference(after: Holdings, before: Holdings): Holdings {
  return new Map(
    [...after].map(([address, held]) => [
      address,
      new Map([...held].map(([asset, amount]) => [asset, amount - (before.get(address)?.get(asset) ?? 0n)])),
    ]),
  );
}

async function historyOf(stage: Stage, address: string): Promise<Map<string, ParsedTransaction>> {
  const entries = new Map<string, ParsedTransaction>();
  for (let nextPage: string | null | undefined; nextPage !== null; ) {
    const page = await stage.connect().history(address, { limit: 100, nextPage });
    for (const { parsed } of page.transactions) if (parsed !== undefined) entries.set(parsed.id, parsed);
    nextPage = page.pagination.nextPage;
  }
  return entries;
}

/** What is wrong with an entry, in words. An account that nothing moved of may have no entry. */
function compare(
  what: string,
  { name, change, isUntold }: Done,
  entry: ParsedTransaction | undefined,
  address: string,
): string[] {
  if (isUntold) {
    const isTold = entry === undefined || entry.warnings?.some(({ code }) => code === 'transaction.untold') === true;
    return isTold ? [] : [`${what} (${name}) does not warn of what is not told: ${shown(entry)}`];
  }
  return [...(change.get(address) ?? [])].flatMap(([asset, moved]) => {
    const told = entry === undefined ? 0n : toldOf(entry, address, asset);
    return told === moved
      ? []
      : [
          `${what} (${name}) of ${address}: ${asset ?? 'coin'} changed by ${moved}, and is told as ${told}: ${shown(entry)}`,
        ];
  });
}

/**
 * Members that depend on who looks, or on when. Of a transaction with several movements an entry shows those of its account: their parties, the validator and
 * the memos. Who paid the fees is told where it was not the first of the senders that are shown.
 */
const ownMembers: readonly string[] = ['senders', 'recipients', 'validators', 'memo', 'confirmations'];
const ownWarnings: readonly string[] = ['transaction.nothingMoved', 'transaction.lookAlike'];

/** Where an entry of a history differs from the transaction of the same id, in words. */
function disagreement(
  { name }: Done,
  entry: ParsedTransaction | undefined,
  transaction: ParsedTransaction | undefined,
): string[] {
  if (entry === undefined || transaction === undefined) return [];
  const linesOf = ({ memo }: ParsedTransaction) => memo?.split('\n') ?? [];
  const isSame = isDeepStrictEqual(commonOf(entry), commonOf(transaction));
  const hasMemos = linesOf(entry).every((line) => linesOf(transaction).includes(line));
  const hasValidators = entry.validators === undefined || isDeepStrictEqual(entry.validators, transaction.validators);
  return isSame && hasMemos && hasValidators
    ? []
    : [`entry (${name}) is ${JSON.stringify(entry)}, and the transaction ${JSON.stringify(transaction)}`];
}

/** What does not depend on who looks. */
function commonOf({ warnings = [], fees, ...members }: ParsedTransaction): object {
  return {
    ...Object.fromEntries(Object.entries(members).filter(([member]) => !ownMembers.includes(member))),
    fees: fees && { ...fees, payer: undefined },
    warnings: warnings.map(({ code }) => code).filter((code) => !ownWarnings.includes(code ?? '')),
  };
}

function shown(entry: ParsedTransaction | undefined): string {
  if (entry === undefined) return 'no entry';
  const { id, mode, fees, senders, recipients } = entry;
  return JSON.stringify({ id, mode, fees, senders, recipients });
}

/** By how much an entry says that a balance changed. */
function toldOf(
  { senders = [], recipients = [], fees }: ParsedTransaction,
  address: string,
  asset: string | undefined,
): bigint {
  const sum = (parties: readonly Party[]) =>
    parties.reduce(
      (total, party) => (party.address === address && party.tokenId === asset ? total + BigInt(party.amount) : total),
      0n,
    );
  const isPayer = fees !== undefined && (fees.payer ?? senders[0]?.address) === address && fees.tokenId === asset;
  return sum(recipients) - sum(senders) - (isPayer ? BigInt(fees.amount) : 0n);
}

/** Draws by mulberry32 (Tommy Ettinger, public domain), so that a seed gives the same life each time. */
function drawing(from: number): <T>(items: readonly T[]) => T {
  let state = from >>> 0;
  return (items) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    const index = ((t ^ (t >>> 14)) >>> 0) % items.length;
    const item = items[index];
    if (item === undefined) throw new Error('There is nothing to draw from.');
    return item;
  };
}
