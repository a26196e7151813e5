import { type ChainId, UpstreamError } from '@isochain/core';

/** How long aborted work may take to report its attempts for the log, in milliseconds. */
const graceMs = 100;

/**
 * Waits for work on a chain, up to a time limit.
 *
 * @param ms - If 0 or less, the time is over and the work does not start.
 * @param work - Takes a signal that aborts it when the time is over. After that its result is ignored, except for its attempts.
 * @throws UpstreamError `upstream.timeout` when the time is over.
 */
export async function withDeadline<T>(
  chainId: ChainId,
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (ms <= 0) throw timedOut(chainId);
  const controller = new AbortController();
  const { signal } = controller;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      timer = setTimeout(() => reject(timedOut(chainId)), graceMs);
      controller.abort();
    }, ms);
  });
  try {
    const value = await Promise.race([work(signal), end]);
    if (!signal.aborted) return value;
  } catch (error) {
    throw signal.aborted ? timedOut(chainId, error) : error;
  } finally {
    clearTimeout(timer);
  }
  throw timedOut(chainId);
}

/** @param error - The error of the aborted work, if there is one by now. */
export function timedOut(chainId: ChainId, error?: unknown): UpstreamError {
  const { attempts = [], maybeSent = false, hash, retrySeconds = 1 } = error instanceof UpstreamError ? error : {};
  const late = new UpstreamError(chainId, attempts, { timedOut: true, maybeSent, hash });
  late.retryIn(retrySeconds);
  return late;
}
