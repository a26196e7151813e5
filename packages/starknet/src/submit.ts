import { proven, refuse, requireMoving, type SignedTransaction, UpstreamError } from '@isochain/core';
import { ask, isKnownAnywhere, type Operation, sendToAll, silent } from '@isochain/core/upstream';
import type { RpcTransaction } from './bytes/rpc-transaction.ts';
import type { StarknetPlan } from './bytes/transaction.ts';
import type { StarknetContext } from './context.ts';
import { type Failure, mostTelling, refusal } from './failures.ts';
import type { FeltHex } from './felt.ts';
import { broadcast, knows } from './upstream/broadcast.ts';
import { findNonceUser } from './upstream/nonce-user.ts';

/** How long a broadcast waits to hear whether the chain moves, in milliseconds. */
const patienceMs = 3_000;

/** A refusal, with its endpoint. */
interface Refusal extends Failure {
  readonly endpoint: string;
}

/**
 * Sends a signed transaction to all nodes at once. It is sent as soon as one node takes it. Idempotent: a nonce is used only once, so the same bytes may go
 * everywhere. A transaction that the chain already has answers its hash, whether it succeeded or failed. Before a failure is reported, every node is asked
 * for the transaction, and which chain it serves: refusals of nodes that do not show it do not count. A nonce is reported as used only if the transaction
 * that used it was found.
 *
 * A client that encodes again gets the next nonce. If the first transaction is carried out after all, both count. So a client is told to encode again only if it
 * is known that no node has this one.
 *
 * Nothing is sent while the chain stands still. This is checked only if no young block was seen lately: encode sees one.
 *
 * @returns The hash: hex with 0x, without leading zeros. It is ours, never what a node says.
 * @throws RefusedError a `broadcast.*` code, or `chain.standsStill`. Core lets a refusal stand only if no node may have the transaction, or if the one
 *   that used its nonce was found. UpstreamError if no node gave a usable answer and none knows the transaction: `maybeSent` says that one may have
 *   taken it all the same. UpstreamError also if a node says that it has the transaction, or that its nonce is used,
 *   and nobody shows it.
 */
export async function submit(
  context: StarknetContext,
  signed: SignedTransaction,
  plan: StarknetPlan,
  operation: Operation,
): Promise<string> {
  const { chainId } = context;
  const hash = signed.hash as FeltHex;
  if (!context.blockAge.isMoving()) {
    // A node that does not answer this may still take a transaction.
    await silent(ask(operation, {}, { timeoutMs: patienceMs }));
    requireMoving(context, operation);
  }
  const endpoints = context.endpointsOf('node');
  const sent = { transaction: JSON.parse(signed.raw) as RpcTransaction, hash };
  const { isTaken, refusals, failures } = await sendToAll<string, Refusal>(
    operation,
    endpoints,
    async (endpoint, maxAttempts) => {
      const failure = await broadcast(chainId, sent, { endpoint, maxAttempts }, operation);
      if (failure === undefined) return 'taken';
      return { refused: { ...failure, endpoint }, mayHave: failure.means === 'duplicate' };
    },
  );
  if (isTaken) return hash;
  const found = await lookUp(endpoints, hash, operation);
  if (found.isKnown) return hash;
  return verdict(context, plan, { hash, refusals, failures, found }, operation);
}

interface Found {
  readonly isKnown: boolean;
  /** Nodes of our chain that do not know the transaction. */
  readonly witnesses: ReadonlySet<string>;
  /** Why the others did not answer. */
  readonly failures: readonly UpstreamError[];
}

/** Asks all nodes for a transaction. */
async function lookUp(endpoints: readonly string[], hash: FeltHex, operation: Operation): Promise<Found> {
  const witnesses = new Set<string>();
  const failures: UpstreamError[] = [];
  const isKnown = await isKnownAnywhere(endpoints, async (endpoint, maxAttempts) => {
    try {
      if (await knows(hash, { endpoint, maxAttempts }, operation)) return true;
      witnesses.add(endpoint);
    } catch (error) {
      if (error instanceof UpstreamError) failures.push(error);
      throw error;
    }
    return false;
  });
  return { isKnown, witnesses, failures };
}

interface Outcome {
  readonly hash: FeltHex;
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
  context: StarknetContext,
  plan: StarknetPlan,
  { hash, refusals: said, failures, found }: Outcome,
  operation: Operation,
): Promise<string> {
  const { chainId, identity } = context;
  const { nonce } = plan;
  const refusals = said.filter(({ endpoint }) => found.witnesses.has(endpoint));
  const uncertain = ({ reason }: Failure) =>
    UpstreamError.joined(chainId, failures, { doubt: reason, hash, maybeSent: true });
  const claim = said.find(({ means }) => means === 'duplicate');
  if (claim !== undefined) throw uncertain(claim);
  const refused = refusals.filter(({ means }) => means === 'nonce');
  const isAhead = ({ next }: Refusal) => next !== undefined && next < nonce;
  const claims = refused.filter((each) => !isAhead(each));
  const [used] = claims;
  if (used !== undefined) {
    const endpointsOfClaims = claims.map(({ endpoint }) => endpoint);
    const user = await findNonceUser(endpointsOfClaims, plan, operation);
    if (user === hash) return hash;
    if (user === undefined) throw uncertain(used);
    throw proven(
      refuse('broadcast.nonceUsed', { nonce: nonce.toString(), transaction: user }, 'transaction'),
      'another',
    );
  }

  const [ahead] = refused;
  const failure = mostTelling(refusals);
  const told = failure ?? ahead;
  if (told === undefined) {
    const all = said.length > refusals.length ? [...failures, ...found.failures] : failures;
    throw UpstreamError.joined(chainId, all);
  }
  const facts = { chain: identity.name, nonce: nonce.toString() };
  if (failure === undefined) throw refusal('broadcast.nonceGap', told, facts);
  throw refusal(failure.means as Parameters<typeof refusal>[0], failure, facts);
}
