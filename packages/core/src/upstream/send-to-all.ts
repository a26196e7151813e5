import type { Operation } from './operation.ts';
import { UpstreamError } from './upstream-error.ts';

/** What one endpoint makes of a transaction: it took it or has it already, or a node says what it has against it. */
export type Verdict<Refusal> = 'taken' | { readonly refused: Refusal };

/** What became of a transaction that was sent to all endpoints. */
export interface Sending<Refusal> {
  /** Whether one of them took it, or has it already. */
  readonly isTaken: boolean;
  /** What nodes said against it. Final only if nobody took it, and nobody knows it. */
  readonly refusals: readonly Refusal[];
  /** Of endpoints without an answer that stands. */
  readonly failures: readonly UpstreamError[];
}

/**
 * Sends the same signed bytes to all endpoints side by side. They spend only once, so they may go everywhere; and one endpoint that lies, lags or
 * forwards nothing cannot keep them from the others.
 *
 * The first that takes them settles the matter. The others are not waited for then, but finish: within the time of their requests and of the
 * operation, and on platforms that end a request's work with its answer as long as `CallOptions.waitUntil` lets them.
 *
 * @param send - Sends to one endpoint, as an idempotent write. UpstreamError means that it gave no answer that stands. Takes how often the
 *   endpoint is asked at most: once where there are others, so that one that hangs does not hold up a refusal.
 */
export async function sendToAll<Endpoint, Refusal>(
  operation: Pick<Operation, 'background'>,
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
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      failures.push(error);
    }
    return false;
  });
  operation.background(Promise.allSettled(answers));
  return { isTaken: await anyOf(answers), refusals, failures };
}

/** Whether one of them says so, as soon as it does: the others are not waited for. */
export async function anyOf(answers: readonly Promise<boolean>[]): Promise<boolean> {
  const one = new Promise<boolean>((resolve) => {
    for (const answer of answers) answer.then((isSo) => isSo && resolve(true)).catch(() => {});
  });
  return Promise.race([one, Promise.all(answers).then((all) => all.includes(true))]);
}
