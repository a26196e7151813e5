import { type CompletedData, type Operation, type SignedTransaction, UpstreamError } from '@isochain/core';
import { checkRegistration } from './babylon/submit-stake.ts';
import { bytesOf } from './bytes.ts';
import type { UtxoContext } from './chains.ts';
import type { Outpoint } from './coin.ts';
import { describeRefusal, mostTelling, type Refusal, refusal } from './failures.ts';
import { atMost } from './upstreams/at-most.ts';
import type { Backend } from './upstreams/backend.ts';
import type { Upstreams } from './upstreams/choose.ts';
import { stripTransaction } from './upstreams/raw-transaction.ts';
import { silent } from './upstreams/silent.ts';

/**
 * Sends a signed transaction to all endpoints side by side; the first that takes it, or has it already, settles the matter. Idempotent: a
 * transaction spends its coins once at most, so the same bytes may go everywhere, and what the chain has already answers its id. Before
 * anything is called a failure, the transaction is looked up at every endpoint.
 *
 * @returns The id, in hex.
 * @throws RefusedError a `broadcast.*` code; UpstreamError when no endpoint gave an answer that stands and none knows the transaction:
 *   `maybeSent` says that one may have taken it all the same.
 */
export async function submit(
  context: UtxoContext,
  upstreams: Pick<Upstreams, 'backends' | 'spender'>,
  signed: SignedTransaction,
  data: CompletedData,
  operation: Operation,
): Promise<string> {
  if (data.mode === 'stake' && (await checkRegistration(context, data, operation)).isKnown) return signed.hash;
  const endpoints = upstreams.backends.flatMap((backend) =>
    context.endpointsOf(backend.kind).map((name) => ({ backend, name })),
  );
  const { isTaken, isSpent, refusals, errors } = await send(context, endpoints, signed, operation);
  if (isTaken || (await isKnown(endpoints, signed.hash, operation))) return signed.hash;

  if (isSpent) {
    const found = await findSpender(upstreams, signed, operation);
    // Its own spender: whoever was asked for it before is behind.
    if (found?.spender === signed.hash) return signed.hash;
    if (found) throw spent(`transaction ${found.spender} spends output ${found.vout} of ${found.txid}`);
  }
  // A node that is behind calls a coin spent that it does not know yet: what others said is worth more.
  const failure = mostTelling(refusals);
  if (failure) throw refusal(failure);
  if (isSpent) throw spent('the nodes do not know it, or another transaction that spends it waits there');
  const attempts = errors.flatMap((error) => error.attempts);
  throw new UpstreamError(context.chainId, attempts, { maybeSent: errors.some(({ maybeSent }) => maybeSent) });
}

interface NamedEndpoint {
  readonly backend: Backend;
  readonly name: string;
}

/** What became of the sending. */
interface Sending {
  readonly isTaken: boolean;
  /** Whether a node said so of an input. */
  readonly isSpent: boolean;
  /** What else nodes said against it. */
  readonly refusals: readonly Refusal[];
  /** Of endpoints without an answer that stands. */
  readonly errors: readonly UpstreamError[];
}

async function send(
  { chainId }: UtxoContext,
  endpoints: readonly NamedEndpoint[],
  { raw, hash }: SignedTransaction,
  operation: Operation,
): Promise<Sending> {
  const refusals: Refusal[] = [];
  let isSpent = false;
  const errors: UpstreamError[] = [];
  const isTaken = await anyOf(
    endpoints.map(async ({ backend, name: endpoint }) => {
      try {
        const outcome = await backend.send(raw, endpoint, operation);
        if (outcome.ok) {
          if (outcome.txid === hash) return true;
          const detail = 'it answered the id of another transaction';
          throw new UpstreamError(chainId, [{ endpoint, outcome: 'rejected', detail, ms: 0 }], { maybeSent: true });
        }
        const { means, reason } = describeRefusal(outcome);
        if (means === 'known') return true;
        if (means === 'unready') {
          const detail = `its node is not ready (error ${outcome.code ?? 'without a code'})`;
          throw new UpstreamError(chainId, [{ endpoint, outcome: 'unavailable', detail, ms: 0 }]);
        }
        if (means === 'spent') isSpent = true;
        else refusals.push({ means, reason });
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error;
        errors.push(error);
      }
      return false;
    }),
  );
  return { isTaken, isSpent, refusals, errors };
}

/** Whether an endpoint knows the transaction. Those that do not answer do not count. */
function isKnown(endpoints: readonly NamedEndpoint[], hash: string, operation: Operation): Promise<boolean> {
  return anyOf(
    endpoints.map(async ({ backend, name }) => {
      const found = await silent(backend.transaction(hash, operation, name));
      return found?.transaction.txid === hash;
    }),
  );
}

/** More inputs are not looked up: the first that is spent says enough. */
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

function spent(reason: string): Error {
  return refusal({ means: 'broadcast.inputsSpent', reason });
}

/** Whether one of them says so, as soon as it does: the others are not waited for. */
async function anyOf(answers: readonly Promise<boolean>[]): Promise<boolean> {
  const one = new Promise<boolean>((resolve) => {
    for (const answer of answers) answer.then((isSo) => isSo && resolve(true)).catch(() => {});
  });
  return Promise.race([one, Promise.all(answers).then((all) => all.includes(true))]);
}
