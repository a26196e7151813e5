import { proven, type SignedTransaction, UpstreamError } from '@isochain/core';
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
import { describeRefusal, type Failure, isToldBefore, mostTelling, refusal } from './failures.ts';
import { rpc } from './upstream/rpc.ts';

/**
 * How long nodes find a transaction for sure, in blocks: some 17 hours. After that the ones that keep no archive may have deleted it (anza-xyz/agave,
 * ledger/src/blockstore_cleanup_service.rs: 200 million shreds by default, which is about two days).
 */
const rememberedBlocks = 150_000n;

/**
 * Sends a signed transaction to all endpoints at once. It is sent as soon as one endpoint takes it, or has it already. Idempotent: a transaction runs
 * once at most, so the same bytes may go everywhere. A transaction that the chain already has answers its id, whether it succeeded or failed. Before
 * a failure is reported, every endpoint is asked for the transaction.
 *
 * @param endpoints - Names of the endpoints.
 * @returns The id: the signature in base58.
 * @throws RefusedError a `broadcast.*` code. Core lets a refusal stand only if no endpoint may have the transaction, or if it expired. UpstreamError if
 * no endpoint gave a usable answer and none knows the transaction: `maybeSent` says that one may have taken it all the same. UpstreamError also if a
 * durable nonce is used and nobody shows what used it, or if the transaction expired so long ago that nodes may have forgotten it.
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
  // Without a height, no endpoint has shown that it serves the right cluster.
  if (failure === undefined || (failure.error !== undefined && blockHeight === undefined)) {
    throw UpstreamError.joined(chainId, errors, refusals.length === 0 ? {} : { maybeSent: true });
  }
  if (failure.means === 'known') return hash;
  if (failure.means !== 'blockhash') throw refusal(failure.means, failure.reason, identity.name);
  const { lastValidBlockHeight: last, expiresAt = 0n, nonceAccount } = plan;
  if (last === undefined) {
    // An unknown durable nonce was used: by this transaction, or by another one that cancels it.
    const use = await findUse(endpoints, nonceAccount, hash, operation);
    if (use === 'ours') return hash;
    if (use === 'unknown') throw UpstreamError.joined(chainId, [], { doubt: failure.reason, hash, maybeSent: true });
    throw refusal('broadcast.expired', failure.reason, identity.name);
  }
  // A node that lags behind gives the same error for a blockhash that is too new for it: then the advice to encode again would be wrong. A node that
  // lies about the height is not believed: no transaction expires before `expiresAt`.
  const isTime = BigInt(context.now()) >= expiresAt;
  const isExpired = isTime && blockHeight !== undefined && blockHeight > last;
  if (!isExpired) throw refusal('broadcast.nodeBehind', failure.reason, identity.name);
  if (blockHeight > last + rememberedBlocks) {
    const doubt = 'its blockhash is so old that nodes may have forgotten it';
    throw UpstreamError.joined(chainId, errors, { doubt, hash, maybeSent: true });
  }
  // An endpoint that does not know the transaction is past the last block that could hold it.
  throw proven(refusal('broadcast.expired', failure.reason, identity.name), 'over');
}

/** A node's refusal of a transaction. */
interface Refusal extends Failure {
  /** Set if another node may see it differently. */
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
    // Nodes say this when they simulate the transaction, before they send it on.
    throw new RejectedAnswer(`it says ${failure.means}`, 'unavailable', { unprocessed: true });
  };
  try {
    const outcome = await operation.tryRpc(rpc.sendTransaction(raw), { ...asked, write: 'idempotent', accept });
    if (outcome.ok) return 'taken';
    const failure = describeRefusal(outcome.error, message);
    return failure.means === 'known' ? 'taken' : { refused: failure, mayHave: !isToldBefore(outcome.error) };
  } catch (error) {
    if (error instanceof UpstreamError && heard !== undefined) return { refused: { ...heard, error }, mayHave: false };
    throw error;
  }
}

/** Whether an endpoint knows the transaction, and the greatest height that an endpoint without it told. */
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

/** A list of this length may be cut: the transaction may still be missing from it. */
const maxUses = 100;

/** Whether this transaction used the nonce, by the newest transactions of the nonce account. Unknown if no endpoint can tell. */
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
      const { infos = [], count = 0 } = answers?.uses ?? {};
      if (infos.some(({ signature }) => signature === hash)) return true;
      // A row that cannot be read may be ours.
      if (count > 0 && count < maxUses && infos.length === count) isOther = true;
      return false;
    }),
  );
  return isOurs ? 'ours' : isOther ? 'another' : 'unknown';
}
