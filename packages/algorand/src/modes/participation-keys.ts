import { type Problem, problem } from '@isochain/core';
import type { ParticipationKeys } from '../bytes/transaction.ts';

/**
 * Rounds after which a registration counts: the consensus looks that far back (go-algorand, agreement/selector.go: BalanceLookback = 2 * SeedRefreshInterval *
 * SeedLookback; config/consensus.go: 80 and 2).
 */
export const lookbackRounds = 320n;

/** The longest life of participation keys, in rounds (config/consensus.go: MaxKeyregValidPeriod = 256 * 2^16 - 1). */
const longestLife = 256n * 2n ** 16n - 1n;

/** What the client sent of the participation keys. */
export type KeyWishes = { readonly [Name in keyof ParticipationKeys]?: ParticipationKeys[Name] | undefined };

const names = [
  'voteKey',
  'selectionKey',
  'stateProofKey',
  'voteFirst',
  'voteLast',
  'voteKeyDilution',
] as const satisfies readonly (keyof ParticipationKeys)[];

/**
 * Participation keys, if they are complete, with what is wrong about them. The rules: go-algorand, data/transactions/keyreg.go (wellFormed) and
 * ledger/apply/keyreg.go.
 *
 * @param round - The latest one. The next block is the first that can have the transaction.
 */
export function participationKeys(
  wishes: KeyWishes,
  round: bigint,
): { readonly keys?: ParticipationKeys; readonly errors: readonly Problem[] } {
  const missing = names.filter((name) => wishes[name] === undefined);
  if (missing.length > 0)
    return { errors: [problem('stake.keysMissing', { missing: missing.join(', ') }, 'transaction.data.params')] };
  const keys = wishes as ParticipationKeys;
  const errors = flaws(keys, round).map(([name, reason]) => {
    const field = `transaction.data.params.${name}`;
    return problem('wish.invalid', { field, reason }, field);
  });
  return { keys, errors };
}

function flaws(
  { voteFirst, voteLast, voteKeyDilution }: ParticipationKeys,
  round: bigint,
): readonly (readonly [string, string])[] {
  const first: readonly [string, string][] =
    // A block takes keys that begin with the next one at the latest.
    voteFirst > round + 2n ? [['voteFirst', `it is in the future: the network is at round ${round}`]] : [];
  const last = (): readonly [string, string][] => {
    if (voteLast <= voteFirst) return [['voteLast', 'it is not after voteFirst']];
    if (voteLast - voteFirst > longestLife)
      return [['voteLast', `it is more than ${longestLife} rounds after voteFirst`]];
    // The network would take keys that end after its next block. But they would end before they ever count.
    const counts = round + 1n + lookbackRounds;
    if (voteLast < counts)
      return [
        ['voteLast', `the keys end too early: they count from round ${counts} on, and the network is at ${round}`],
      ];
    return [];
  };
  const dilution: readonly [string, string][] =
    voteKeyDilution === 0n ? [['voteKeyDilution', 'it must be more than 0']] : [];
  return [...first, ...last(), ...dilution];
}
