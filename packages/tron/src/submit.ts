import { refuse, requireMoving, type SignedTransaction, UpstreamError } from '@isochain/core';
import { isKnownAnywhere, type Operation, sendToAll, silent } from '@isochain/core/upstream';
import type { TronPlan } from './bytes/transaction.ts';
import type { TronContext } from './context.ts';
import { type Failure, type Meaning, mostTelling, refusal } from './failures.ts';
import { ask, askOne } from './upstream/ask.ts';
import { broadcast } from './upstream/broadcast.ts';
import { type Block, latestBlock } from './upstream/queries/blocks.ts';
import { isMined, isPending } from './upstream/queries/transactions.ts';

/** How long a broadcast waits to hear whether the chain moves, in milliseconds. */
const patienceMs = 3_000;

/** Blocks are at most seconds ahead of the true time, and clocks of servers a little slow. */
const mostAheadMs = 60_000;

/** The block that a transaction refers to is older than this when the transaction is made: 19 blocks and more have to follow it before it is solid. */
const referenceAgeMs = 30_000;

/** A refusal, with its endpoint. */
interface Refusal extends Failure {
  readonly endpoint: string;
}

/**
 * Sends a signed transaction to all nodes at once. It is sent as soon as one node takes it. Idempotent: an id is carried out only once, so the same
 * bytes may go everywhere, and a transaction that the chain already has answers its id, whether it succeeded or failed. Before a failure is reported,
 * every node is asked for the transaction.
 *
 * Transactions of Tron have no nonce. Two that were encoded for the same payment both count, so a client is told to encode again only if it is known
 * that this one was not taken.
 *
 * A transaction that is too old is looked up instead of sent. Nothing is sent while the chain stands still: this is checked only if no young block was
 * seen lately, and encode sees one.
 *
 * @returns The id: SHA-256 of `raw_data`, in lower-case hex. It is ours, never what a node says.
 * @throws RefusedError a `broadcast.*` code, or `chain.standsStill`. UpstreamError if no node gave a usable answer and none knows the transaction:
 *   `maybeSent` says that one may have taken it all the same. UpstreamError also if a node saw the bytes before and no node has them.
 */
export async function submit(
  context: TronContext,
  signed: SignedTransaction,
  plan: TronPlan,
  operation: Operation,
): Promise<string> {
  const { hash } = signed;
  if (!context.blockAge.isMoving()) {
    // A node that does not answer this may still take a transaction.
    await silent(askOne(latestBlock, operation, { timeoutMs: patienceMs }));
    requireMoving(context, operation);
  }
  const endpoints = context.endpointsOf('node');
  if (context.now() >= plan.expiration) {
    const early = await lookUp(endpoints, hash, operation);
    if (early.isKnown) return hash;
    if (isOver(context, plan, early)) throw refuse('broadcast.expired', {}, 'transaction');
  }
  const { isTaken, refusals, failures } = await sendToAll<string, Refusal>(
    operation,
    endpoints,
    async (endpoint, maxAttempts) => {
      const failure = await broadcast(context.chainId, signed, plan, { endpoint, maxAttempts }, operation);
      return failure === undefined ? 'taken' : { refused: { ...failure, endpoint } };
    },
  );
  if (isTaken) return hash;
  const found = await lookUp(endpoints, hash, operation);
  if (found.isKnown) return hash;
  throw errorOf(context, plan, { hash, refusals, failures, found });
}

/** What a node shows that does not have the transaction in a block. */
interface Witness {
  readonly head: Block;
  /** False if the transaction does not wait in the node either. Undefined if the node does not tell. */
  readonly isPending: boolean | undefined;
}

interface Found {
  readonly isKnown: boolean;
  /** By endpoint. */
  readonly witnesses: ReadonlyMap<string, Witness>;
}

/** Asks all nodes for a transaction. */
async function lookUp(endpoints: readonly string[], hash: string, operation: Operation): Promise<Found> {
  const witnesses = new Map<string, Witness>();
  const isKnown = await isKnownAnywhere(endpoints, async (endpoint, maxAttempts) => {
    const asked = { endpoint, maxAttempts };
    const [own, isWaiting] = await Promise.all([
      silent(ask({ isMined: isMined(hash), head: latestBlock }, operation, asked)),
      // Services may close the list of waiting transactions.
      silent(askOne(isPending(hash), operation, asked)),
    ]);
    if (own?.isMined === true || isWaiting === true) return true;
    if (own !== undefined) witnesses.set(endpoint, { head: own.head, isPending: isWaiting });
    return false;
  });
  return { isKnown, witnesses };
}

/**
 * Whether the chain can no longer carry out the transaction, and did not: a node without it has a block after its last time. A node that lies about the
 * time is not believed: our clock must have reached it, too.
 */
function isOver({ now }: TronContext, { expiration }: TronPlan, { witnesses }: Found): boolean {
  if (now() + mostAheadMs < expiration) return false;
  return [...witnesses.values()].some(({ head }) => head.timestamp >= expiration);
}

interface Outcome {
  readonly hash: string;
  readonly refusals: readonly Refusal[];
  readonly failures: readonly UpstreamError[];
  readonly found: Found;
}

/** Refusals that count whatever other nodes did with the transaction: no node takes it. */
const final: readonly Meaning[] = ['broadcast.invalid', 'broadcast.tooLarge'];

/** What to say of a transaction that no node has. */
function errorOf(context: TronContext, plan: TronPlan, { hash, refusals, failures, found }: Outcome): Error {
  const { chainId } = context;
  const failure = mostTelling(refusals);
  if (failure !== undefined && final.includes(failure.means)) return errorFor(context, plan, failure, found);
  if (isOver(context, plan, found)) return refuse('broadcast.expired', {}, 'transaction');

  const uncertain = ({ reason }: Failure) =>
    UpstreamError.joined(chainId, failures, { doubt: reason, hash, maybeSent: true });
  const doubts = refusals.filter(({ means }) => means === 'duplicate' || means === 'unshared');
  const [doubt] = doubts;
  if (failure === undefined) return doubt === undefined ? UpstreamError.joined(chainId, failures) : uncertain(doubt);
  // A node without a block after the last time, or with a clock of its own.
  if (failure.means === 'expired') return uncertain(failure);

  const lost = failures.filter(({ maybeSent }) => maybeSent).flatMap(({ attempts }) => attempts);
  const isOpen = [...doubts, ...lost].some(({ endpoint }) => found.witnesses.get(endpoint)?.isPending !== false);
  if (!isOpen) return errorFor(context, plan, failure, found);
  // That a node is busy says nothing about the transaction.
  const isBusy = failure.means === 'broadcast.congested';
  if (isBusy && doubt === undefined) return UpstreamError.joined(chainId, failures);
  return uncertain(isBusy ? (doubt as Failure) : failure);
}

function errorFor(
  { identity }: TronContext,
  plan: TronPlan,
  { means, reason, endpoint }: Refusal,
  found: Found,
): Error {
  const { name: chain } = identity;
  if (means === 'reference') {
    const head = found.witnesses.get(endpoint)?.head;
    const isBehind = head === undefined || head.timestamp < plan.timestamp - referenceAgeMs;
    return refuse(isBehind ? 'broadcast.nodeBehind' : 'broadcast.blockUnknown', { chain }, 'transaction');
  }
  return refusal(means as Extract<Meaning, `broadcast.${string}`>, reason, chain);
}
