import { type Problem, problem } from '@isochain/core';
import type { AptosContext } from '../context.ts';

/** Orderless transactions end soon, so that the chain can forget their nonces (AIP-123). It refuses more than 65 to 100 seconds, by version. */
const longestOrderless = 60n;

/**
 * Ten years, in seconds. The chain has no limit. A time in milliseconds would give a transaction that can be sent for ever, while its sender takes it
 * for dead.
 */
const longestSensible = 315_360_000n;

/**
 * When a transaction ends, if the client does not say.
 *
 * @param time - Of the latest block, in seconds since 1970.
 * @returns Seconds since 1970.
 */
export function usualExpiration(
  { expirationSeconds }: Pick<AptosContext, 'expirationSeconds'>,
  time: bigint,
  isOrderless: boolean,
): bigint {
  return time + (isOrderless && expirationSeconds > longestOrderless ? longestOrderless : expirationSeconds);
}

/** @param wished - The client's, in seconds since 1970. */
export function expirationProblems(wished: bigint | undefined, time: bigint, isOrderless: boolean): Problem[] {
  if (wished === undefined) return [];
  const field = 'transaction.data.params.expirationTimestampSecs';
  const invalid = (reason: string) => [problem('wish.invalid', { field, reason }, field)];
  if (wished <= time) return invalid(`it is past: the latest block is of ${time}`);
  const longest = time + longestOrderless;
  if (isOrderless && wished > longest) return invalid(`an orderless transaction ends at ${longest} at the latest`);
  return wished > time + longestSensible ? invalid('it is more than ten years ahead: it counts seconds') : [];
}
