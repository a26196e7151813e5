import { createLimiter } from './limiter.ts';
import type { Sleep } from './timer.ts';

/** Parses an answer of `length` characters, at once or when it is its turn. */
export type ParseQueue = <T>(length: number, parse: () => T) => Promise<T>;

/** A smaller answer takes less than a millisecond or two. */
const largeFrom = 256 * 1024;

/**
 * Parses large answers one at a time, and lets everything else run in between. Otherwise several answers of the largest size, all at once, would
 * block all requests.
 */
export function createParseQueue(sleep: Sleep): ParseQueue {
  const oneAtATime = createLimiter(1);
  return async (length, parse) => {
    if (length < largeFrom) return parse();
    return oneAtATime(async () => {
      await sleep(0);
      return parse();
    });
  };
}
