import { createLimiter } from './limiter.ts';
import type { Sleep } from './timer.ts';

/** Parses an answer of so many characters, at once or when it is its turn. */
export type ParseQueue = <T>(length: number, parse: () => T) => Promise<T>;

/** What is smaller takes less than a millisecond or two. */
const largeFrom = 256 * 1024;

/**
 * Lets large answers be parsed one at a time, and everything else that waits for the thread come in between: some endpoints that answer as much as
 * they may, all at once, would otherwise hold up all requests.
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
