import { type SignedTransaction, UpstreamError } from '@isochain/core';
import {
  anyOf,
  ask,
  isKnownAnywhere,
  type Operation,
  RejectedAnswer,
  type RpcOutcome,
  sendToAll,
  silent,
  type Verdict,
} from '@isochain/core/upstream';
import { type SolanaPlan, toMessageBytes } from './bytes/assemble.ts';
import type { SolanaContext } from './context.ts';
import { describeRefusal, type Failure, mostTelling, refusal } from './failures.ts';
import { rpc } from './upstream/rpc.ts';

/**
 * Sends a signed transaction to all endpoints side by side; the first that takes it, or has it already, settles the matter. Idempotent: a
 * transaction is carried out once at most, so the same bytes may go everywhere, and what the chain already has answers its id, whether it
 * succeeded or failed there. Before anything is called a failure, it is looked up at every endpoint.
 *
 * @param endpoints - Names of the endpoints.
 * @returns The id: the signature in base58.
 * @throws RefusedError a `broadcast.*` code; UpstreamError when no endpoint gave an answer that stands and none knows the transaction:
 *   `maybeSent` says that one may have taken it all the same. That also holds of a durable nonce that is used while nobody shows what used it.
 */
export async function submit(
  context: SolanaContext,
  endpoints: readonly string[],
  signed: SignedTransaction,
  plan: SolanaPlan,
  operation: Operation,
): Promise<string> {
  const { hash } = signed;
  const message = toMessageBytes(plan);
  const { isTaken, refusals, failures } = await sendToAll(operation, endpoints, (endpoint, maxAttempts) =>
    send(signed, message, operation, { endpoint, maxAttempts }),
  );
  if (isTaken) return hash;
  const { isKnown, blockHeight } = await lookUp(endpoints, hash, operation);
  if (isKnown) return hash;

  const { chainId, identity } = context;
  const failure = mostTelling(refusals);
  const errors = [...failures, ...refusals.flatMap(({ error }) => error ?? [])];
  // Nobody can be believed who serves another cluster.
  if (failure === undefined || (failure.error !== undefined && blockHeight === undefined)) {
    throw UpstreamError.joined(chainId, errors);
  }
  if (failure.means === 'known') return hash;
  if (failure.means !== 'blockhash') throw refusal(failure.means, failure.reason, identity.name);
  const { lastValidBlockHeight: last, expiresAt = 0n, nonceAccount } = plan;
  if (last === undefined) {
    // A durable nonce that is not known any more was used: by another transaction, to take this one back, or by this one.
    const use = await findUse(endpoints, nonceAccount, hash, operation);
    if (use === 'ours') return hash;
    if (use === 'unknown') throw UpstreamError.joined(chainId, [], { doubt: failure.reason, hash, maybeSent: true });
    throw refusal('broadcast.expired', failure.reason, identity.name);
  }
  // A node that is behind says the same of a blockhash that is too new for it. To encode again would be the wrong advice then.
  // So would it be where a node lies: before its time no transaction has expired, whatever the height is said to be.
  const isTime = BigInt(context.now()) >= expiresAt;
  const isExpired = isTime && blockHeight !== undefined && blockHeight > last;
  throw refusal(isExpired ? 'broadcast.expired' : 'broadcast.nodeBehind', failure.reason, identity.name);
}

/** What a node says against a transaction. */
interface Refusal extends Failure {
  /** Set for what another node may see differently. */
  readonly error?: UpstreamError;
}

async function send(
  { raw, hash }: SignedTransaction,
  message: Uint8Array,
  operation: Operation,
  asked: { readonly endpoint: string; readonly maxAttempts: number | undefined },
): Promise<Verdict<Refusal>> {
  let heard: Failure | undefined;
  const accept = (outcome: RpcOutcome<string>) => {
    if (outcome.ok) {
      if (outcome.value !== hash) throw new RejectedAnswer('it answered the id of another transaction');
      return;
    }
    const failure = describeRefusal(outcome.error, message);
    if (failure.means !== 'blockhash' && failure.means !== 'broadcast.congested') return;
    heard = failure;
    throw new RejectedAnswer(`it says ${failure.means}`, 'unavailable');
  };
  try {
    const outcome = await operation.tryRpc(rpc.sendTransaction(raw), { ...asked, write: 'idempotent', accept });
    if (outcome.ok) return 'taken';
    const failure = describeRefusal(outcome.error, message);
    return failure.means === 'known' ? 'taken' : { refused: failure };
  } catch (error) {
    if (error instanceof UpstreamError && heard !== undefined) return { refused: { ...heard, error } };
    throw error;
  }
}

/** Whether an endpoint knows the transaction, and the greatest height that one told. */
async function lookUp(
  endpoints: readonly string[],
  hash: string,
  operation: Operation,
): Promise<{ isKnown: boolean; blockHeight: bigint | undefined }> {
  let highest: bigint | undefined;
  const isKnown = await isKnownAnywhere(endpoints, async (endpoint, maxAttempts) => {
    const questions = { statuses: rpc.signatureStatuses([hash]), blockHeight: rpc.blockHeight() };
    const answers = await ask(operation, questions, { endpoint, maxAttempts, mayLag: true });
    if (highest === undefined || answers.blockHeight > highest) highest = answers.blockHeight;
    return (answers.statuses[0] ?? null) !== null;
  });
  return { isKnown, blockHeight: highest };
}

/** A list of that length may go on: what is not in it may still be there. */
const maxUses = 100;

/** Whether the newest transactions of a nonce account have this one among them, or have all others; unknown if no endpoint can tell. */
async function findUse(
  endpoints: readonly string[],
  nonceAccount: string | undefined,
  hash: string,
  operation: Operation,
): Promise<'ours' | 'another' | 'unknown'> {
  if (nonceAccount === undefined) return 'unknown';
  let isOther = false;
  const isOurs = await anyOf(
    endpoints.map(async (endpoint) => {
      const questions = { uses: rpc.signaturesForAddress(nonceAccount, { limit: maxUses, before: undefined }) };
      const answers = await silent(ask(operation, questions, { endpoint, maxAttempts: 1, mayLag: true }));
      const uses = answers?.uses ?? [];
      if (uses.some(({ signature }) => signature === hash)) return true;
      if (uses.length > 0 && uses.length < maxUses) isOther = true;
      return false;
    }),
  );
  return isOurs ? 'ours' : isOther ? 'another' : 'unknown';
}
