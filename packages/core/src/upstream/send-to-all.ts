import type { Operation } from './operation.ts';
import { UpstreamError } from './upstream-error.ts';

/**
 * The answer of one endpoint to a transaction: it took it or has it already, or it refused it.
 *
 * `mayHave` is false only if nodes say these words before they take a transaction, as their own source shows. Words that nobody knows prove nothing.
 */
export type Verdict<Refusal> = 'taken' | { readonly refused: Refusal; readonly mayHave: boolean };

/** An endpoint, or its name. */
type Named = string | { readonly endpoint: string };

/** The result of sending a transaction to all endpoints. */
export interface Sending<Refusal> {
  /** True if an endpoint took it, or has it already. */
  readonly isTaken: boolean;
  /** Refusals of nodes. Final only if no endpoint took the transaction, and none knows it. */
  readonly refusals: readonly Refusal[];
  /** Failures of endpoints that gave no usable answer. */
  readonly failures: readonly UpstreamError[];
}

/**
 * Sends the same signed bytes to all endpoints in parallel. That is safe, because the same bytes spend only once. An endpoint that lies, lags or
 * forwards nothing cannot stop the others.
 *
 * The first endpoint that takes the bytes decides the answer. The other requests still finish, within their own time limits and the operation's. On
 * platforms that end the work of a request with its answer, `CallOptions.waitUntil` keeps them alive.
 *
 * Endpoints that may have the bytes although they did not take them are noted in `Operation.lost`: without a proof, core makes no refusal final then
 * (`judgeRefusal`).
 *
 * @param send - Sends to one endpoint, as an idempotent write. Throws UpstreamError if there is no usable answer. Its second argument is the maximum
 *   of attempts: 1 if there are other endpoints, so that one that hangs does not delay a refusal.
 */
export async function sendToAll<Endpoint extends Named, Refusal>(
  operation: Pick<Operation, 'background' | 'addLost' | 'addUnheard'>,
  endpoints: readonly Endpoint[],
  send: (endpoint: Endpoint, maxAttempts: number | undefined) => Promise<Verdict<Refusal>>,
): Promise<Sending<Refusal>> {
  const refusals: Refusal[] = [];
  const failures: UpstreamError[] = [];
  const maxAttempts = endpoints.length > 1 ? 1 : undefined;
  const answers = endpoints.map(async (endpoint) => {
    try {
      const verdict = await send(endpoint, maxAttempts);
      if (verdict === 'taken') return true;
      refusals.push(verdict.refused);
      if (verdict.mayHave) operation.addLost({ endpoint: nameOf(endpoint), outcome: 'refused', detail: open, ms: 0 });
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      failures.push(error);
      if (error.maybeSent) for (const attempt of error.attempts) operation.addLost(attempt);
      else operation.addUnheard();
    }
    return false;
  });
  operation.background(Promise.allSettled(answers));
  return { isTaken: await anyOf(answers), refusals, failures };
}

const open = 'it refused, and may have the transaction all the same';

function nameOf(endpoint: Named): string {
  return typeof endpoint === 'string' ? endpoint : endpoint.endpoint;
}

/** True as soon as one answer is true, without waiting for the others. False if all are false. */
export async function anyOf(answers: readonly Promise<boolean>[]): Promise<boolean> {
  const one = new Promise<boolean>((resolve) => {
    for (const answer of answers) answer.then((isSo) => isSo && resolve(true)).catch(() => {});
  });
  return Promise.race([one, Promise.all(answers).then((all) => all.includes(true))]);
}
