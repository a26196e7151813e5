import { type ChainId, UpstreamError } from '@isochain/core';

/** What was aborted may take so long to tell how far it got, in milliseconds: for the log alone. */
const graceMs = 100;

/**
 * Waits for work on a chain, but not for ever.
 *
 * @param ms - 0 or less: the time is over, and the work is not begun.
 * @param work - Takes a signal that ends what it still waits for when the time is over. What it comes to then is not heard, but for its attempts.
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

/** @param error - What the work came to, if it told. */
export function timedOut(chainId: ChainId, error?: unknown): UpstreamError {
  const { attempts = [], maybeSent = false, hash, retrySeconds = 1 } = error instanceof UpstreamError ? error : {};
  const late = new UpstreamError(chainId, attempts, { timedOut: true, maybeSent, hash });
  late.retryIn(retrySeconds);
  return late;
}
