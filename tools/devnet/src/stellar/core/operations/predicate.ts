import type { xdr } from '@stellar/stellar-base';
import type { Predicate } from '../../state.ts';
import { highest } from '../../units.ts';
import { big } from './kind.ts';

/** Undefined for one that core refuses: deeper than four, or with a negative time (stellar-core:src/transactions/CreateClaimableBalanceOpFrame.cpp). */
export function readPredicate(predicate: xdr.ClaimPredicate, depth = 1): Predicate | undefined {
  if (depth > 4) return undefined;
  switch (predicate.switch().name) {
    case 'claimPredicateUnconditional':
      return { type: 'unconditional' };
    case 'claimPredicateAnd':
      return readPair('and', predicate.andPredicates(), depth);
    case 'claimPredicateOr':
      return readPair('or', predicate.orPredicates(), depth);
    case 'claimPredicateNot': {
      const negated = predicate.notPredicate();
      const inner = negated == null ? undefined : readPredicate(negated, depth + 1);
      return inner && { type: 'not', inner };
    }
    case 'claimPredicateBeforeAbsoluteTime': {
      const time = big(predicate.absBefore());
      return time < 0n ? undefined : { type: 'before', time };
    }
    default: {
      const seconds = big(predicate.relBefore());
      return seconds < 0n ? undefined : { type: 'before_relative', seconds };
    }
  }
}

function readPair(type: 'and' | 'or', pair: readonly xdr.ClaimPredicate[], depth: number): Predicate | undefined {
  const [left, right, ...more] = pair.map((one) => readPredicate(one, depth + 1));
  return left === undefined || right === undefined || more.length > 0 ? undefined : { type, left, right };
}

/** With points in time in place of seconds after the ledger. */
export function toAbsolute(predicate: Predicate, closeTime: number): Predicate {
  switch (predicate.type) {
    case 'and':
    case 'or':
      return {
        type: predicate.type,
        left: toAbsolute(predicate.left, closeTime),
        right: toAbsolute(predicate.right, closeTime),
      };
    case 'not':
      return { type: 'not', inner: toAbsolute(predicate.inner, closeTime) };
    case 'before_relative': {
      const time = BigInt(closeTime) + predicate.seconds;
      return { type: 'before', time: time > highest ? highest : time };
    }
    default:
      return predicate;
  }
}

/** Whether a predicate with points in time holds in a ledger. */
export function holds(predicate: Predicate, closeTime: number): boolean {
  switch (predicate.type) {
    case 'unconditional':
      return true;
    case 'and':
      return holds(predicate.left, closeTime) && holds(predicate.right, closeTime);
    case 'or':
      return holds(predicate.left, closeTime) || holds(predicate.right, closeTime);
    case 'not':
      return !holds(predicate.inner, closeTime);
    case 'before':
      return predicate.time > BigInt(closeTime);
    default:
      throw new TypeError('Entries have points in time.');
  }
}

/** As Horizon writes it: `{"not":{"abs_before":"2020-12-30T23:05:56Z","abs_before_epoch":"1609369556"}}`. */
export function predicateResource(predicate: Predicate): Record<string, unknown> {
  switch (predicate.type) {
    case 'unconditional':
      return { unconditional: true };
    case 'and':
    case 'or':
      return { [predicate.type]: [predicateResource(predicate.left), predicateResource(predicate.right)] };
    case 'not':
      return { not: predicateResource(predicate.inner) };
    case 'before':
      return { abs_before: dateOf(predicate.time), abs_before_epoch: predicate.time.toString() };
    default:
      return { rel_before: predicate.seconds.toString() };
  }
}

/** Years beyond 9999 have a sign in Horizon. Those that JavaScript cannot write are cut off. */
function dateOf(seconds: bigint): string {
  const last = 8_640_000_000_000n;
  return new Date(Number(seconds > last ? last : seconds) * 1000).toISOString().replace('.000Z', 'Z');
}
