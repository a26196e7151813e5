import { atMost, proven, type RefusedError, type SignedTransaction, UpstreamError } from '@isochain/core';
import { isKnownAnywhere, type Operation, sendToAll, type Verdict } from '@isochain/core/upstream';
import { bytesOf } from './bytes/byte-arrays.ts';
import { stripTransaction } from './bytes/raw-transaction.ts';
import type { Outpoint } from './coin.ts';
import type { UtxoContext } from './context.ts';
import { describeRefusal, type Failure, isRejected, mostTelling, type Refusal, refusal } from './failures.ts';
import { checkRegistration } from './submit-stake.ts';
import type { UtxoPlan } from './types.ts';
import type { Backend } from './upstream/backend.ts';
import { requireMoving } from './upstream/block-age.ts';
import type { Upstreams } from './upstream/choose.ts';
import { silent } from './upstream/silent.ts';

/**
 * Sends a signed transaction to all endpoints side by side. It succeeds when the first endpoint takes the transaction, or has it already. Idempotent:
 * a transaction can spend its coins only once, so the same bytes may go everywhere. If the chain has the transaction already, its id is answered.
 * Before submit fails, the transaction is looked up at every endpoint.
 *
 * @returns The id, in hex.
 * @throws RefusedError a `broadcast.*` code, and before anything is sent `chain.standsStill` and `chain.divided`. Core lets a refusal stand only if no
 *   endpoint may have the transaction, or if a block has the one that spends its coin; UpstreamError if no endpoint gave a clear answer and none
 *   knows the transaction. `maybeSent` says that an endpoint may have taken it all the same. It is also set if a coin is called spent and nobody
 *   knows what spends it, as that may be this transaction.
 */
export async function submit(
  context: UtxoContext,
  upstreams: Pick<Upstreams, 'backends' | 'spender' | 'tips' | 'transaction'>,
  signed: SignedTransaction,
  { registration }: Pick<UtxoPlan, 'registration'>,
  operation: Operation,
): Promise<string> {
  const { chainId } = context;
  const { hash } = signed;
  requireMoving(context);
  upstreams.tips?.requireOneChain(operation);
  if (registration?.isRequired && (await checkRegistration(context, registration, operation)).isKnown) return hash;
  const endpoints = upstreams.backends.flatMap((backend) =>
    context.endpointsOf(backend.kind).map((endpoint) => ({ backend, endpoint })),
  );
  const { isTaken, refusals, failures } = await sendToAll(operation, endpoints, (endpoint, maxAttempts) =>
    send(chainId, endpoint, signed, operation, maxAttempts),
  );
  if (isTaken || (await isKnown(endpoints, hash, operation))) return hash;

  const doubt = refusals.find(({ means }) => means === 'spent');
  const conflict = refusals.find(({ means }) => means === 'conflict');
  if (doubt ?? conflict) {
    const found = await findSpender(upstreams, signed, operation);
    // The transaction itself spends the coin: the endpoints that did not know it are behind.
    if (found?.spender === hash) return hash;
    if (found) {
      const error = spent(`transaction ${found.spender} spends output ${found.vout} of ${found.txid}`);
      throw (await isMined(upstreams, found, operation)) ? proven(error, 'another') : error;
    }
  }
  // A node that is behind calls a new coin spent, so what others said counts more.
  const failure = mostTelling(refusals.filter(isAboutTheRest));
  if (failure) throw refusal(failure);
  // The conflict is not the transaction itself: a node that has it in the mempool says so.
  if (conflict) throw spent('another transaction that spends it waits');
  throw UpstreamError.joined(chainId, failures, doubt ? { doubt: doubt.reason, hash, maybeSent: true } : {});
}

/** Why a node does not take a transaction. */
type Said = Failure<Refusal['means'] | 'spent' | 'conflict'>;

function isAboutTheRest(said: Said): said is Refusal {
  return said.means !== 'spent' && said.means !== 'conflict';
}

function spent(reason: string): RefusedError {
  return refusal({ means: 'broadcast.inputsSpent', reason });
}

interface NamedEndpoint {
  readonly backend: Backend;
  readonly endpoint: string;
}

async function send(
  chainId: string,
  { backend, endpoint }: NamedEndpoint,
  { raw, hash }: SignedTransaction,
  operation: Operation,
  maxAttempts: number | undefined,
): Promise<Verdict<Said>> {
  const outcome = await backend.send(raw, endpoint, operation, maxAttempts);
  if (outcome.ok) {
    if (outcome.txid === hash) return 'taken';
    const detail = 'it answered the id of another transaction';
    throw new UpstreamError(chainId, [{ endpoint, outcome: 'rejected', detail, ms: 0 }], { maybeSent: true });
  }
  const { means, reason } = describeRefusal(outcome);
  if (means === 'known') return 'taken';
  if (means === 'unready') {
    const detail = `its node is not ready (error ${outcome.code ?? 'without a code'})`;
    // A node says with its own code that it is not ready. Words without a code are those of a server in front: the node may have got the bytes.
    const maybeSent = outcome.code === undefined;
    throw new UpstreamError(chainId, [{ endpoint, outcome: 'unavailable', detail, ms: 0 }], { maybeSent });
  }
  return { refused: { means, reason }, mayHave: means === 'broadcast.refused' && !isRejected(outcome) };
}

function isKnown(endpoints: readonly NamedEndpoint[], hash: string, operation: Operation): Promise<boolean> {
  return isKnownAnywhere(endpoints, async ({ backend, endpoint }) => {
    const found = await backend.transaction(hash, operation, endpoint);
    return found?.transaction.txid === hash;
  });
}

/** Whether a block has the transaction that spends a coin. One that only waits is no proof: a miner may take this one instead. */
async function isMined(
  upstreams: Pick<Upstreams, 'transaction'>,
  { txid, vout, spender }: Outpoint & { readonly spender: string },
  operation: Operation,
): Promise<boolean> {
  // Where nothing was lost the refusal stands as it is.
  if (operation.lost.length === 0) return false;
  const found = await silent(upstreams.transaction(spender, operation));
  const { height, inputs = [] } = found?.transaction ?? {};
  return height !== undefined && inputs.some((input) => input.txid === txid && input.vout === vout);
}

/** How many inputs are looked up at most: one that is spent is enough. */
const maxLookups = 12;

async function findSpender(
  upstreams: Pick<Upstreams, 'spender'>,
  { raw }: SignedTransaction,
  operation: Operation,
): Promise<(Outpoint & { readonly spender: string }) | undefined> {
  const { inputs = [] } = stripTransaction(bytesOf(raw)) ?? {};
  const found = await atMost(4, inputs.slice(0, maxLookups), async (input) => ({
    ...input,
    spender: await silent(upstreams.spender(input, operation)),
  }));
  return found.find((input): input is Outpoint & { spender: string } => input.spender !== undefined);
}
