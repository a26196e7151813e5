import { proven, refuse, requireMoving, type SignedTransaction, toBase64, UpstreamError } from '@isochain/core';
import { isKnownAnywhere, type Operation, sendToAll, silent, type Verdict } from '@isochain/core/upstream';
import { readPublicKey } from './address/public-key.ts';
import type { CosmosPlan } from './bytes/sign-documents.ts';
import type { CosmosContext } from './context.ts';
import { type Failure, mostTelling, refusal } from './failures.ts';
import { ask } from './upstream/ask.ts';
import { broadcast, knows, type Target } from './upstream/broadcast.ts';
import { findSequenceUser } from './upstream/sequence-user.ts';

/** How long a broadcast waits to hear whether the chain moves, in milliseconds. */
const patienceMs = 3_000;

/** A refusal, with its endpoint. */
interface Refusal extends Failure {
  readonly target: Pick<Target, 'kind' | 'endpoint'>;
}

/**
 * Sends a signed transaction to all endpoints at once. It is sent as soon as one endpoint takes it, or has it already. Idempotent: a sequence number
 * is used only once, so the same bytes may go everywhere. Before a failure is reported, every endpoint is asked for the transaction. A sequence is
 * reported as used only if the transaction that used it was found.
 *
 * Nothing is sent while the chain stands still. This is checked only if no young block was seen lately: encode sees one.
 *
 * @returns The hash: SHA-256 of the signed bytes, in upper-case hex.
 * @throws RefusedError a `broadcast.*` code, or `chain.standsStill`. Core lets a refusal stand only if no endpoint may have the transaction, or if the
 *   one that used its sequence was found. UpstreamError if no endpoint gave a usable answer and none knows the transaction: `maybeSent` says that one
 *   may have taken it all the same. UpstreamError also if the sequence is used and no endpoint shows what used it: it may be this very transaction.
 */
export async function submit(
  context: CosmosContext,
  signed: SignedTransaction,
  plan: CosmosPlan,
  operation: Operation,
): Promise<string> {
  const { chainId } = context;
  const { hash } = signed;
  if (!context.blockAge.isMoving()) {
    // A node that does not answer this may still take a transaction.
    await silent(ask(context, {}, operation, { timeoutMs: patienceMs }));
    requireMoving(context, operation);
  }
  const endpoints = context.kinds.flatMap((kind) => context.endpointsOf(kind).map((endpoint) => ({ kind, endpoint })));
  const { isTaken, refusals, failures } = await sendToAll(operation, endpoints, async (target, maxAttempts) => {
    const failure = await broadcast(signed, { ...target, maxAttempts }, operation);
    return verdictOf(chainId, target, failure);
  });
  if (isTaken) return hash;
  const isKnown = await isKnownAnywhere(endpoints, (target, maxAttempts) =>
    knows(hash, { ...target, maxAttempts }, operation),
  );
  if (isKnown) return hash;

  const found = await sequenceVerdict(context, plan, refusals, failures, { hash, operation });
  if (found !== undefined) return found;
  const failure = mostTelling(refusals);
  if (failure !== undefined) throw refusal(context, failure, plan);
  const attempts = failures.flatMap((error) => error.attempts);
  if (attempts.length > 0 && attempts.every(({ detail }) => detail === mempoolIsFull)) {
    throw refuse('broadcast.congested', { chain: context.identity.name }, 'transaction');
  }
  throw UpstreamError.joined(chainId, failures);
}

const mempoolIsFull = 'its mempool is full';

function verdictOf(chainId: string, target: Refusal['target'], failure: Failure | undefined): Verdict<Refusal> {
  if (failure === undefined || failure.means === 'known') return 'taken';
  // CometBFT does not take what its application refuses, whatever the code (cometbft, mempool/clist_mempool.go: handleCheckTxResponse).
  if (failure.means !== 'elsewhere' && failure.means !== 'full')
    return { refused: { ...failure, target }, mayHave: false };
  const detail = failure.means === 'full' ? mempoolIsFull : 'it has an error of its own';
  const attempt = { endpoint: target.endpoint, outcome: 'unavailable', detail, ms: 0 } as const;
  throw new UpstreamError(chainId, [attempt], { maybeSent: failure.mayHave === true });
}

interface Sent {
  readonly hash: string;
  readonly operation: Operation;
}

/**
 * What to say if nodes refuse the sequence. A node that calls it used is believed only if it shows the transaction that used it. A node that lags has
 * a lower next sequence.
 *
 * @returns The hash, if this very transaction used it. Undefined if no node refused the sequence.
 */
async function sequenceVerdict(
  context: CosmosContext,
  plan: CosmosPlan,
  refusals: readonly Refusal[],
  failures: readonly UpstreamError[],
  { hash, operation }: Sent,
): Promise<string | undefined> {
  const { sequence, publicKey } = plan;
  const refused = refusals.filter(({ means }) => means === 'sequence');
  const [first] = refused;
  if (first === undefined) return undefined;
  const nonce = sequence.toString();
  const isAhead = ({ sequences }: Refusal) => sequences !== undefined && sequences.expected < sequence;
  if (refused.every(isAhead)) throw refusal(context, { ...first, means: 'broadcast.nonceGap' }, plan);
  const claims = refused.filter((each) => !isAhead(each));
  const [claim = first] = claims;
  const key = readPublicKey(context, toBase64(publicKey));
  const claimants = claims.map(({ target }) => target);
  const user = key.ok
    ? await findSequenceUser(context, claimants, { sender: key.value.address, sequence }, operation)
    : undefined;
  if (user === hash) return hash;
  if (user !== undefined) {
    throw proven(refuse('broadcast.nonceUsed', { nonce, transaction: user }, 'transaction'), 'another');
  }
  throw UpstreamError.joined(context.chainId, failures, { doubt: claim.reason, hash, maybeSent: true });
}
