import { proven, refuse, requireMoving, type SignedTransaction, UpstreamError } from '@isochain/core';
import { isKnownAnywhere, type Operation, sendToAll, silent } from '@isochain/core/upstream';
import type { TronPlan } from './bytes/transaction.ts';
import type { TronContext } from './context.ts';
import { type Failure, type Meaning, mayHaveTaken, mostTelling, refusal } from './failures.ts';
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
 * @throws RefusedError a `broadcast.*` code, or `chain.standsStill`. Core lets a refusal stand only if no node may have the transaction, or if its time
 *   is over. UpstreamError if no node gave a usable answer and none knows the transaction: `maybeSent` says that one may have taken it all the same.
 *   UpstreamError also if a node saw the bytes before and no node has them.
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
    if (isOver(context, plan, early)) throw expired(context, plan);
  }
  const { isTaken, refusals, failures } = await sendToAll<string, Refusal>(
    operation,
    endpoints,
    async (endpoint, maxAttempts) => {
      const failure = await broadcast(context.chainId, signed, plan, { endpoint, maxAttempts }, operation);
      if (failure === undefined) return 'taken';
      return { refused: { ...failure, endpoint }, mayHave: mayHaveTaken(failure) };
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
    if (own !== undefined) witnesses.set(endpoint, { head: own.head });
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

/** The error if `isOver`. It is no proof while our own clock is before the end: the node may lie. */
function expired({ now }: TronContext, { expiration }: TronPlan): Error {
  const error = refuse('broadcast.expired', { reason: 'its time is over' }, 'transaction');
  return now() >= expiration ? proven(error, 'over') : error;
}

interface Outcome {
  readonly hash: string;
  readonly refusals: readonly Refusal[];
  readonly failures: readonly UpstreamError[];
  readonly found: Found;
}

/** What to say of a transaction that no node has. */
function errorOf(context: TronContext, plan: TronPlan, { hash, refusals, failures, found }: Outcome): Error {
  const { chainId } = context;
  if (isOver(context, plan, found)) return expired(context, plan);
  const failure = mostTelling(refusals);
  const uncertain = ({ reason }: Failure) =>
    UpstreamError.joined(chainId, failures, { doubt: reason, hash, maybeSent: true });
  const doubt = refusals.find(mayHaveTaken);
  // That other nodes are busy says nothing about the transaction.
  if (doubt !== undefined && (failure === undefined || failure.means === 'broadcast.congested'))
    return uncertain(doubt);
  if (failure === undefined) return UpstreamError.joined(chainId, failures);
  // A node without a block after the last time, or with a clock of its own.
  if (failure.means === 'expired') return uncertain(failure);
  return errorFor(context, plan, failure, found);
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
    return refusal(isBehind ? 'broadcast.nodeBehind' : 'broadcast.blockUnknown', reason, chain);
  }
  return refusal(means as Extract<Meaning, `broadcast.${string}`>, reason, chain);
}
