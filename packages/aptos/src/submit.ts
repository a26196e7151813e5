import { proven, refuse, requireMoving, type SignedTransaction, UpstreamError } from '@isochain/core';
import { isKnownAnywhere, type Operation, sendToAll, silent } from '@isochain/core/upstream';
import type { AptosPlan } from './bytes/transaction.ts';
import type { AptosContext } from './context.ts';
import { type Failure, mostTelling, refusal } from './failures.ts';
import { askOne } from './upstream/ask.ts';
import { broadcast, findUser, look, type Sight } from './upstream/broadcast.ts';
import { gasPrices } from './upstream/queries/gas-price.ts';

/** How long a broadcast waits to hear whether the chain moves, in milliseconds. */
const patienceMs = 3_000;

/** Blocks are at most seconds ahead of the true time, and clocks of servers a little slow. Orderless transactions live for a minute only. */
const mostAheadMs = 15_000;

/** Nodes find the transactions of the last day surely. Older ones may be pruned: then it proves nothing that a node does not find one. */
const rememberedMs = 86_400_000;

/** A refusal, with its endpoint. */
interface Refusal extends Failure {
  readonly endpoint: string;
}

/**
 * Sends a signed transaction to all nodes at once. It is sent as soon as one node takes it. Idempotent: a sequence number or a nonce is used only once, so the
 * same bytes may go everywhere. A transaction that the chain already has answers its hash, whether it succeeded or failed. Before a failure is reported, every
 * node is asked for the transaction. A sequence number is reported as used only if the transaction that used it was found.
 *
 * A mempool forgets a transaction after ten minutes, but it can be sent again until it expires. So it counts as expired only if the ledger of a node is past its
 * time, and the node does not have it.
 *
 * A client that encodes again gets the next sequence number, or another nonce. If the first transaction is carried out after all, both count. So a client is told
 * to encode again only if it is known that no node has this one.
 *
 * Nothing is sent while the chain stands still: this is checked only if no young block was seen lately, and encode sees one.
 *
 * @returns The hash, in lower-case hex with 0x. It is ours, never what a node says.
 * @throws RefusedError a `broadcast.*` code, or `chain.standsStill`. Core lets a refusal stand only if no node may have the transaction, or if it can no
 *   longer be carried out. UpstreamError if no node gave a usable answer and none knows the transaction: `maybeSent` says that one may have taken it
 *   all the same. UpstreamError also if a node says that its number is used, and nobody shows what used it.
 */
export async function submit(
  context: AptosContext,
  signed: SignedTransaction,
  plan: AptosPlan,
  operation: Operation,
): Promise<string> {
  const { hash } = signed;
  if (!context.blockAge.isMoving()) {
    // The guard asks for the time, side by side with any question. A node that does not answer this may still take a transaction.
    await silent(askOne(context, gasPrices, operation, { timeoutMs: patienceMs }));
    requireMoving(context, operation);
  }
  const endpoints = context.endpointsOf('node');
  if (context.now() >= endOf(plan)) {
    const early = await lookUp(context, endpoints, hash, plan, operation);
    if (early.isKnown) return hash;
    if (isOver(context, plan, early)) throw expired(context, plan);
  }
  const { isTaken, refusals, failures } = await sendToAll<string, Refusal>(
    operation,
    endpoints,
    async (endpoint, maxAttempts) => {
      const failure = await broadcast(context, signed, { endpoint, maxAttempts }, operation);
      // Nodes check a transaction before their mempool takes it (aptos-labs/aptos-core, mempool/src/shared_mempool/tasks.rs).
      return failure === undefined ? 'taken' : { refused: { ...failure, endpoint }, mayHave: false };
    },
  );
  if (isTaken) return hash;
  const found = await lookUp(context, endpoints, hash, plan, operation);
  if (found.isKnown) return hash;
  return verdict(context, plan, { hash, refusals, failures, found }, operation);
}

/** When no block takes the transaction any more, in milliseconds since 1970. */
function endOf({ expiration }: AptosPlan): number {
  return Number(expiration) * 1_000;
}

interface Found {
  readonly isKnown: boolean;
  /** What nodes show that do not have the transaction, by endpoint. */
  readonly witnesses: ReadonlyMap<string, Sight>;
}

/** Asks all nodes for a transaction. */
async function lookUp(
  context: AptosContext,
  endpoints: readonly string[],
  hash: string,
  { sender }: AptosPlan,
  operation: Operation,
): Promise<Found> {
  const witnesses = new Map<string, Sight>();
  const isKnown = await isKnownAnywhere(endpoints, async (endpoint, maxAttempts) => {
    const sight = await look(context, { hash, sender }, { endpoint, maxAttempts }, operation);
    if (!sight.isKnown) witnesses.set(endpoint, sight);
    return sight.isKnown;
  });
  return { isKnown, witnesses };
}

/** The sequence number of a transaction. Undefined if it has a nonce instead. */
function sequenceNumberOf({ replay }: AptosPlan): bigint | undefined {
  return 'sequenceNumber' in replay ? replay.sequenceNumber : undefined;
}

/**
 * Whether the chain can no longer carry out the transaction, and did not: a node without it has a block of its last second or later. A node that lies about the
 * time is not believed: our clock must have reached it, too. An old transaction may have been pruned: then only the sequence number of the account tells.
 */
function isOver({ now }: AptosContext, plan: AptosPlan, { witnesses }: Found): boolean {
  const end = endOf(plan);
  if (now() + mostAheadMs < end) return false;
  const number = sequenceNumberOf(plan);
  const didNotUse = ({ next }: Sight) =>
    number === undefined ? now() < end + rememberedMs : next !== undefined && next <= number;
  return [...witnesses.values()].some((sight) => (sight.time ?? 0) >= end && didNotUse(sight));
}

/** The error if `isOver`. It is no proof while our own clock is before the end: the node may lie. */
function expired({ now }: AptosContext, plan: AptosPlan): Error {
  const error = refuse('broadcast.expired', { reason: 'its time is over' }, 'transaction');
  return now() >= endOf(plan) ? proven(error, 'over') : error;
}

interface Outcome {
  readonly hash: string;
  readonly refusals: readonly Refusal[];
  readonly failures: readonly UpstreamError[];
  readonly found: Found;
}

/**
 * What to say of a transaction that no node shows.
 *
 * @returns The hash, if it was found after all.
 */
async function verdict(
  context: AptosContext,
  plan: AptosPlan,
  { hash, refusals, failures, found }: Outcome,
  operation: Operation,
): Promise<string> {
  const { chainId, identity } = context;
  const { witnesses } = found;
  const number = sequenceNumberOf(plan);
  const nonce = ('nonce' in plan.replay ? plan.replay.nonce : plan.replay.sequenceNumber).toString();
  const uncertain = (reason: string) =>
    UpstreamError.joined(chainId, failures, { doubt: reason, hash, maybeSent: true });

  const claims = refusals.filter(({ means }) => means === 'used');
  const users = [
    ...claims.map(({ endpoint }) => endpoint),
    ...[...witnesses].flatMap(([endpoint, { next }]) =>
      number !== undefined && next !== undefined && next > number ? [endpoint] : [],
    ),
  ];
  if (number !== undefined && users.length > 0) {
    const use = { sender: plan.sender, sequenceNumber: number };
    const user = await findUser(context, [...new Set(users)], use, operation);
    if (user === hash) return hash;
    if (user !== undefined) {
      throw proven(refuse('broadcast.nonceUsed', { nonce, transaction: user }, 'transaction'), 'another');
    }
    throw uncertain(claims[0]?.reason ?? 'the sequence number of the transaction is used');
  }
  if (isOver(context, plan, found)) throw expired(context, plan);
  const [claim] = claims;
  if (claim !== undefined) throw uncertain(claim.reason);

  const failure = mostTelling(refusals);
  if (failure === undefined) throw UpstreamError.joined(chainId, failures);
  const { means } = failure;
  // A node with a clock of its own, or without the time of its ledger.
  if (means === 'expired') throw uncertain(failure.reason);
  throw refusal(means as Parameters<typeof refusal>[0], failure, { chain: identity.name, nonce, hash });
}
