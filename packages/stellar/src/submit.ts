import { proven, refuse, requireMoving, type SignedTransaction, UpstreamError } from '@isochain/core';
import { isKnownAnywhere, type Operation, sendToAll, silent } from '@isochain/core/upstream';
import { checkAccount } from './address/address.ts';
import type { StellarPlan } from './bytes/transaction.ts';
import type { StellarContext } from './context.ts';
import { type Failure, mostTelling, refusal } from './failures.ts';
import { askOne } from './upstream/ask.ts';
import { broadcast, findUsers, look, type Sight } from './upstream/broadcast.ts';
import { latestLedger } from './upstream/queries/ledgers.ts';

/** How long a broadcast waits to hear whether the chain moves, in milliseconds. */
const patienceMs = 3_000;

/** How often servers are asked again after a refusal that proves nothing yet, and the pause before, in milliseconds: together longer than one ledger takes. */
const mostLooks = 5;
const pauseMs = 2_000;

/** Some servers do not tell which ledger an answer is the state after. Behind one name may be several servers, but none is further behind than this. */
const mostBehindMs = 60_000;

/** What tests replace. */
export interface SubmitParts {
  /** Waits, in milliseconds. */
  readonly pause: (ms: number) => Promise<void>;
}

const realParts: SubmitParts = { pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)) };

/** A refusal, with its endpoint. */
interface Refusal extends Failure {
  readonly endpoint: string;
}

/**
 * Sends a signed transaction to all servers at once. It is sent as soon as one server takes it. Idempotent: a sequence number is used only once, so the same bytes
 * may go everywhere. A transaction that is in a ledger answers its hash, whether it succeeded or failed.
 *
 * A client that encodes again gets the next sequence number of the account. As long as this transaction is in no ledger, that is the same number, and only one of
 * the two can be carried out. But if it is in a ledger, the client pays twice. So a client may be told to encode again only if it is known that this one was not
 * carried out. Histories are behind the core that takes transactions, and cores refuse transactions that they carried out themselves. So each refusal needs one of
 * these proofs:
 *
 * - another transaction with its sequence number is in a ledger
 * - the account has not used the number in a ledger that closed after the end of the transaction
 * - the core compared the sequence number before it refused (`isUnused`)
 * - the account has not used the number in a ledger that closed after the refusal
 *
 * Without one the answer is `broadcast.uncertain`. A server that gave no answer may have the transaction: then only the first two proofs count.
 *
 * Nothing is sent while the chain stands still: this is checked only if no young ledger was seen lately, and encode sees one.
 *
 * @returns The hash, in lower-case hex without 0x. It is ours, never what a server says.
 * @throws RefusedError a `broadcast.*` code, or `chain.standsStill`. UpstreamError if no server gave a usable answer and none knows the transaction:
 *   `maybeSent` says that one may have taken it all the same. UpstreamError `broadcast.uncertain` if a refusal proves nothing.
 */
export async function submit(
  context: StellarContext,
  signed: SignedTransaction,
  plan: StellarPlan,
  operation: Operation,
  { pause }: SubmitParts = realParts,
): Promise<string> {
  const { hash } = signed;
  const { chainId, endpoints } = context;
  const subject = { hash, sender: senderOf(plan), sequence: plan.sequence };
  if (!context.blockAge.isMoving()) {
    // The guard asks for the time, side by side with any question. A server that does not answer this may still take a transaction.
    await silent(askOne(latestLedger, operation, { timeoutMs: patienceMs }));
    requireMoving(context, operation);
  }
  if (context.now() > endOf(plan)) {
    const early = await lookUp(endpoints, subject, operation);
    if (early.isKnown) return hash;
    // Sending it cannot succeed any more. If this is not proven, it is sent, because our own clock may be wrong.
    if (isExpired(context, plan, early)) throw expired();
  }
  const { isTaken, refusals, failures } = await sendToAll<string, Refusal>(
    operation,
    endpoints,
    async (endpoint, maxAttempts) => {
      const failure = await broadcast(context, signed, { endpoint, maxAttempts }, operation);
      // A core that refuses does not take it (stellar/stellar-core, src/herder/TransactionQueue.cpp: tryAdd). What it carried out before is looked at below.
      return failure === undefined ? 'taken' : { refused: { ...failure, endpoint }, mayHave: false };
    },
  );
  if (isTaken) return hash;

  const failure = mostTelling(refusals);
  let bar: bigint | undefined;
  for (let looks = 0; looks <= mostLooks; looks += 1) {
    if (looks > 0) await pause(pauseMs);
    const found = await lookUp(endpoints, subject, operation);
    if (found.isKnown) return hash;
    bar ??= barOf(refusals, found);
    const users = await usersOf(found, subject, operation);
    if (users.includes(hash)) return hash;
    const [user] = users;
    // Proof: a ledger has another transaction with this number. A server that shows the contrary makes it doubtful.
    if (user !== undefined && !isUnusedAt(found, subject, bar) && !isDenied(found, subject))
      throw proven(
        refuse('broadcast.nonceUsed', { nonce: subject.sequence.toString(), transaction: user }, 'transaction'),
        'another',
      );
    if (isExpired(context, plan, found)) throw expired();
    // Without a refusal there is nothing to prove. A server without an answer may have the transaction, and looking longer does not change that.
    if (failure === undefined || operation.lost.length > 0) break;
    const verdict = verdictOf(context, subject, { refusals, failure, found, bar });
    if (verdict !== undefined) throw verdict;
  }
  if (failure === undefined) throw UpstreamError.joined(chainId, failures);
  throw UpstreamError.joined(chainId, failures, { doubt: failure.reason, hash, maybeSent: true });
}

function expired(): Error {
  return proven(refuse('broadcast.expired', {}, 'transaction'), 'over');
}

/** What is looked for. */
interface Subject {
  readonly hash: string;
  readonly sender: string;
  readonly sequence: bigint;
}

function senderOf({ source }: StellarPlan): string {
  const read = checkAccount(source);
  if (!read.ok) throw new Error(`The plan has a source that cannot be read: ${read.reason}.`);
  return read.value.account;
}

/** The close time of the last ledger that takes the transaction, in milliseconds since 1970 (stellar-core, TransactionFrame.cpp: isTooLate). */
function endOf({ maxTime }: StellarPlan): number {
  return Number(maxTime) * 1_000;
}

interface Found {
  readonly isKnown: boolean;
  /** What servers show that do not have the transaction, by endpoint. */
  readonly sights: ReadonlyMap<string, Sight>;
}

/** Asks all servers for a transaction. */
async function lookUp(endpoints: readonly string[], subject: Subject, operation: Operation): Promise<Found> {
  const sights = new Map<string, Sight>();
  const isKnown = await isKnownAnywhere(endpoints, async (endpoint, maxAttempts) => {
    const sight = await look(subject, { endpoint, maxAttempts }, operation);
    if (!sight.isKnown) sights.set(endpoint, sight);
    return sight.isKnown;
  });
  return { isKnown, sights };
}

/**
 * The ledger that a history must have passed to show what the cores had done when they refused. Servers hear of new ledgers of their core within seconds, so it is
 * the next one. Undefined if a server that refused does not tell: then histories prove nothing.
 */
function barOf(refusals: readonly Refusal[], { sights }: Found): bigint | undefined {
  const cores = refusals.map(({ endpoint }) => sights.get(endpoint)?.core);
  if (cores.length === 0 || cores.includes(undefined)) return undefined;
  return cores.reduce<bigint>((most, core = 0n) => (core > most ? core : most), 0n);
}

/** Transactions that used the number, as far as servers show them where the account is past it, or does not exist any more. */
function usersOf({ sights }: Found, { sender, sequence }: Subject, operation: Operation): Promise<readonly string[]> {
  const past = [...sights].flatMap(([endpoint, { account }]) =>
    account !== undefined && (account.sequence === undefined || account.sequence >= sequence) ? [endpoint] : [],
  );
  return findUsers(past, { sender, sequence }, operation);
}

/** Whether a server shows the account before the number, in a ledger after the bar. */
function isUnusedAt({ sights }: Found, { sequence }: Subject, bar: bigint | undefined): boolean {
  return [...sights.values()].some(
    ({ account }) =>
      bar !== undefined &&
      account?.ledger !== undefined &&
      account.ledger > bar &&
      account.sequence !== undefined &&
      account.sequence < sequence,
  );
}

/** Whether servers contradict each other: one shows the account past the number, and another one does not, in the same ledger or a later one. */
function isDenied({ sights }: Found, { sequence }: Subject): boolean {
  const isPast = ({ account }: Sight) =>
    account !== undefined && (account.sequence === undefined || account.sequence >= sequence);
  const all = [...sights.values()];
  const past = all.filter(isPast).map(({ account, history }) => account?.ledger ?? history.ledger);
  return all.some((sight) => {
    const ledger = isPast(sight) ? undefined : sight.account?.ledger;
    return ledger !== undefined && past.some((each) => ledger >= each);
  });
}

/** Whether a server shows an account that is past the number, or none. */
function isUsedSomewhere({ sights }: Found, { sequence }: Pick<Subject, 'sequence'>): boolean {
  return [...sights.values()].some(
    ({ account }) => account !== undefined && (account.sequence === undefined || account.sequence >= sequence),
  );
}

/**
 * Whether no ledger can take the transaction any more, and none did: a server shows the account before the number, after a ledger that closed later than its end.
 * That holds even if the server keeps a part of the history only. A server that lies about the time is not believed: our clock must have passed the end, too.
 */
function isExpired({ now }: StellarContext, plan: StellarPlan, found: Found): boolean {
  const end = endOf(plan);
  if (now() <= end || isUsedSomewhere(found, plan)) return false;
  return [...found.sights.values()].some(({ account, history }) => {
    if (account?.sequence === undefined || account.sequence >= plan.sequence) return false;
    if (account.ledger === undefined) return history.closedAt > end + mostBehindMs;
    return history.closedAt > end && account.ledger >= history.ledger;
  });
}

interface Outcome {
  readonly refusals: readonly Refusal[];
  readonly failure: Refusal;
  readonly found: Found;
  readonly bar: bigint | undefined;
}

/** What to say of a transaction that no server shows. All servers refused it. Undefined if nothing is proven yet. */
function verdictOf(
  { identity }: StellarContext,
  subject: Subject,
  { refusals, failure, found, bar }: Outcome,
): Error | undefined {
  const { hash, sequence } = subject;
  // A server whose account is past the number may have carried it out.
  if (isUsedSomewhere(found, subject)) return undefined;
  const facts = { chain: identity.name, nonce: sequence.toString(), hash };
  // A client that is told to send it again later does not encode again. So the ledger of the refusal is enough.
  const isLater = failure.means === 'broadcast.chainTooLong';
  const isProven = isUnusedAt(found, subject, isLater && bar !== undefined ? bar - 1n : bar);
  // That its time is over by a core does not exclude that it was carried out before: only a later ledger shows that.
  if (failure.means === 'expired') return undefined;
  if (failure.means === 'sequence') {
    // After the refusal the number is still ahead of its turn. If it is the next one, the core and the history contradict each other.
    const isAhead = [...found.sights.values()].every(
      ({ account }) => account?.sequence !== undefined && account.sequence + 1n < sequence,
    );
    return isProven && isAhead ? refuse('broadcast.nonceGap', facts, 'transaction') : undefined;
  }
  // One core compared the number when it refused. Others that refused without comparing it do not contradict that.
  if (refusals.some(({ isUnused }) => isUnused) || isProven) return refusal(failure.means, failure, facts);
  return undefined;
}
