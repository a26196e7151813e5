import { type ChainId, UpstreamError } from '@isochain/core';

/**
 * Waits for work on a chain, but not for ever.
 *
 * @param work - Takes a signal that ends what it still waits for when the time is over.
 * @throws UpstreamError `upstream.timeout` when the time is over.
 */
export async function withDeadline<T>(
  chainId: ChainId,
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      // First, so that this is what the client hears of.
      reject(new UpstreamError(chainId, [], { timedOut: true }));
      controller.abort();
    }, ms);
  });
  try {
    return await Promise.race([work(controller.signal), end]);
  } finally {
    clearTimeout(timer);
  }
}
