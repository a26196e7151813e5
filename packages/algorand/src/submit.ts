import { proven, refuse, requireMoving, type SignedTransaction, UpstreamError } from '@isochain/core';
import { isKnownAnywhere, type Operation, sendToAll, silent } from '@isochain/core/upstream';
import { mostRounds } from './bytes/limits.ts';
import type { AlgorandPlan } from './bytes/transaction.ts';
import type { AlgorandContext } from './context.ts';
import { type Failure, mostTelling, refusal } from './failures.ts';
import type { AlgorandKind } from './options.ts';
import { askOne } from './upstream/ask.ts';
import { broadcast, lookAtIndexer, lookAtNode, type Sight } from './upstream/broadcast.ts';
import { nodeStatus } from './upstream/queries/network.ts';

/** How long a broadcast waits to hear whether the chain moves, in milliseconds. */
const patienceMs = 3_000;

/** An indexer follows a node, so it is never ahead of the network. But it may answer some rounds later: about a minute. */
const mostAhead = 20n;

/** Behind one name may be several servers, and some are some rounds behind: about half a minute. */
const mostBehind = 10n;

/** A refusal, with its endpoint. */
interface Refusal extends Failure {
  readonly endpoint: string;
}

/**
 * Sends a signed transaction to all nodes at once. It is sent as soon as one node takes it. Idempotent: the chain carries out the same bytes only once, so they may
 * go everywhere, any number of times. A transaction that is in a block answers its hash, also after its last valid round.
 *
 * There are no nonces: a client that encodes again gets a transaction that counts beside this one. So a client is told to encode again only after this one expired:
 *
 * - the round of the nodes is its last valid one or a later one
 * - an indexer that has all rounds up to there does not have it. Where there is none: nodes keep 1,000 rounds, and these cover all rounds in which it was valid
 *
 * That needs two endpoints that agree, unless the operator has one only. Without the proof the answer is `broadcast.uncertain`.
 *
 * Refusals for other reasons count if all nodes refused, and none of them has it. Pools check the fee and their size before they look for duplicates. Nodes also
 * refuse a transaction with a lease that they carried out, because of its own lease. A node without an answer may have taken it, and so may one with words that
 * nobody knows: then core lets nothing else count. What follows from the state of the chain is refused by all pools alike, so that no other one keeps the
 * transaction. Fees are not: each pool has its own.
 *
 * Nothing is sent while the chain stands still: this is checked only if no young round was seen lately, and encode sees one.
 *
 * @returns The id of the transaction, in base32. It is ours, never what a node says.
 * @throws RefusedError a `broadcast.*` code, or `chain.standsStill`. UpstreamError if no node gave a usable answer and none knows the transaction: `maybeSent` says
 *   that one may have taken it all the same. UpstreamError `broadcast.uncertain` if a refusal proves nothing.
 */
export async function submit(
  context: AlgorandContext,
  signed: SignedTransaction,
  plan: AlgorandPlan,
  operation: Operation,
): Promise<string> {
  const { hash } = signed;
  if (!context.blockAge.isMoving()) {
    // The guard checks the age of the latest round, side by side with any question. A node that does not answer this may still take a transaction.
    await silent(askOne(nodeStatus, operation, { timeoutMs: patienceMs }));
    requireMoving(context, operation);
  }
  const { isTaken, refusals, failures } = await sendToAll<string, Refusal>(
    operation,
    context.endpointsOf('algod'),
    async (endpoint, maxAttempts) => {
      const failure = await broadcast(context, signed, plan, { endpoint, maxAttempts }, operation);
      return failure === undefined ? 'taken' : { refused: { ...failure, endpoint }, mayHave: failure.mayHave };
    },
  );
  if (isTaken) return hash;
  const found = await lookUp(context, hash, operation);
  if (found.isKnown) return hash;
  throw verdict(context, plan, { hash, refusals, failures, found });
}

interface Found {
  readonly isKnown: boolean;
  /** What endpoints show that do not have the transaction, by name. */
  readonly sights: Readonly<Record<AlgorandKind, ReadonlyMap<string, Sight>>>;
}

/** Asks all nodes and indexers for a transaction. */
async function lookUp(
  { endpointsOf }: Pick<AlgorandContext, 'endpointsOf'>,
  hash: string,
  operation: Operation,
): Promise<Found> {
  const sights = { algod: new Map<string, Sight>(), indexer: new Map<string, Sight>() };
  const all = (['algod', 'indexer'] as const).flatMap((kind) =>
    endpointsOf(kind).map((endpoint) => ({ kind, endpoint })),
  );
  const isKnown = await isKnownAnywhere(all, async ({ kind, endpoint }, maxAttempts) => {
    const look = kind === 'algod' ? lookAtNode : lookAtIndexer;
    const sight = await look(hash, { endpoint, maxAttempts }, operation);
    if (!sight.isKnown) sights[kind].set(endpoint, sight);
    return sight.isKnown;
  });
  return { isKnown, sights };
}

/** Whether no block can take the transaction any more, and none did. One endpoint alone does not decide it, unless there is only one. */
function isOver(
  { endpointsOf }: Pick<AlgorandContext, 'endpointsOf'>,
  { firstValid, lastValid }: AlgorandPlan,
  { sights }: Found,
): boolean {
  const rounds = [...sights.algod.values()].map(({ round }) => round);
  // A node that is before the end contradicts the others.
  if (rounds.length === 0 || rounds.some((round) => round < lastValid)) return false;
  const isAhead = (round: bigint) => rounds.every((each) => round > each + mostAhead);
  const indexed = [...sights.indexer.values()].map(({ round }) => round).filter((round) => !isAhead(round));
  if (indexed.some((round) => round >= lastValid)) return true;
  if (rounds.length < endpointsOf('algod').length) return false;
  return rounds.every((round) => round >= lastValid + mostBehind && round - mostRounds <= firstValid);
}

interface Outcome {
  readonly hash: string;
  readonly refusals: readonly Refusal[];
  readonly failures: readonly UpstreamError[];
  readonly found: Found;
}

/** What to say of a transaction that nobody took, and nobody shows. */
function verdict(context: AlgorandContext, plan: AlgorandPlan, { hash, refusals, failures, found }: Outcome): Error {
  const { chainId } = context;
  if (isOver(context, plan, found)) return proven(refuse('broadcast.expired', {}, 'transaction'), 'over');
  const failure = mostTelling(refusals);
  if (failure === undefined) return UpstreamError.joined(chainId, failures);
  const { means, reason } = failure;
  const uncertain = (doubt: string) => UpstreamError.joined(chainId, failures, { doubt, hash, maybeSent: true });
  if (means === 'known' || means === 'foreign') throw new Error(`A refusal that is none: ${means}.`);
  if (means === 'late') return uncertain(reason);
  // That a node is busy or behind says nothing about the transaction.
  const isLater = means === 'broadcast.congested' || means === 'broadcast.nodeBehind';
  const isUnknown = refusals.every(({ endpoint, isCompared }) => isCompared || found.sights.algod.has(endpoint));
  if (!isLater && !isUnknown) return uncertain(reason);
  return refusal(means, failure, plan, context);
}
