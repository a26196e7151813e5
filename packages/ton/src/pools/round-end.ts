import { amountAt, type MethodAnswer, numberAt, tupleAt } from '../upstream/queries/get-method.ts';

// The end of a round of liquid staking. Source: ton-blockchain/liquid-staking-contract, contracts/pool.func: update_round, finalize_lending_round.

/** What the end of a round costs a pool, in nanotons (`FINALIZE_ROUND_FEE`). */
export const roundFee = 1_000_000_000n;

/** What a pool sends along with each message of the end of a round, in nanotons (`SERVICE_NOTIFICATION_AMOUNT` and so on). */
const report = 20_000_000n;
const notification = 100_000_000n;
const distribution = 200_000_000n;

/** Shares are fractions of this (contracts/types.func: SHARE_BASIS). */
export const commissionUnit: number = 2 ** 24;

/**
 * What a pool pays before it looks at the next message, in nanotons. The first message after the validators changed ends the round: then the pool pays
 * the commission and the bills that wait, out of the coins that its account has.
 *
 * @param stored - Answer of `get_pool_full_data_raw`: the pool as it is stored.
 * @param updated - Answer of `get_pool_full_data`: as it will be after the end of the round, if that is due.
 * @returns 0 if no end of a round is due.
 * @throws RejectedAnswer if the values are not those of such a pool.
 */
export function dueAtRoundEnd(stored: Stack, updated: Stack): bigint {
  const validators = 6;
  if (numberAt(stored, validators) === numberAt(updated, validators)) return 0n;
  // [borrowers, round, active borrowers, borrowed, expected, returned, profit]
  const round: Stack = { stack: tupleAt(stored, 7) };
  const gained = numberAt(round, 6) - roundFee;
  const commission = gained > 0n ? (gained * numberAt(stored, 11)) / BigInt(commissionUnit) : 0n;
  const total = amountAt(stored, 2);
  const atEnd = total + gained - commission;
  const supply = amountAt(stored, 13);
  const requested = amountAt(stored, 17);
  const bills = requested === 0n || supply === 0n ? 0n : (requested * (atEnd < 0n ? 0n : atEnd)) / supply;
  return (
    report +
    (commission > report ? commission : 0n) +
    (requested === 0n ? 0n : bills + notification) +
    (amountAt(stored, 15) === 0n ? 0n : notification + distribution)
  );
}

type Stack = Pick<MethodAnswer, 'stack'>;
