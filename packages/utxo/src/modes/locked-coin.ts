import { lockTimeOf, type WithdrawalPath } from '@isochain/babylon';
import type { Operation } from '@isochain/core/upstream';
import type { Outpoint } from '../coin.ts';
import type { Upstreams } from '../upstream/choose.ts';
import type { KnownStake } from './known-stake.ts';

/** Where the coins of a stake are now. */
export interface LockedCoin extends Outpoint {
  readonly path: WithdrawalPath;
  /** Satoshi. */
  readonly value: bigint;
  /** The coins can be withdrawn once this block is mined. */
  readonly freeAfter: number;
  /** Height of the best block. */
  readonly tip: number;
}

/** The reason if a transaction of a stake is in no block yet. */
export function unconfirmedReason(txid: string, found: unknown): string {
  return found === undefined ? 'its transaction is not on Bitcoin yet' : `transaction ${txid} is not confirmed yet`;
}

/**
 * Finds the coins of a stake on Bitcoin: the latest of its transactions has them.
 *
 * @returns The coins, or why they cannot be withdrawn.
 */
export async function locateCoin(
  { stake, unbonding, slashing }: KnownStake,
  upstreams: Pick<Upstreams, 'transaction'>,
  operation: Operation,
): Promise<LockedCoin | { readonly reason: string }> {
  const ended = { path: 'unbonded', txid: unbonding.txid, vout: 0, value: unbonding.outputs[0]?.value ?? 0n } as const;
  const slashed = slashing.map(
    ({ txid, outputs }) => ({ path: 'slashed', txid, vout: 1, value: outputs[1]?.value ?? 0n }) as const,
  );
  const { txid, vout, value } = stake;
  const coins = [...slashed, ended, { path: 'expired', txid, vout, value } as const];
  const found = await Promise.all(coins.map((coin) => upstreams.transaction(coin.txid, operation)));
  const at = found.findIndex((answer) => answer !== undefined);
  const [coin, answer] = [coins[at], found[at]];
  const height = answer?.transaction.height;
  if (coin === undefined || answer === undefined || height === undefined)
    return { reason: unconfirmedReason(coin?.txid ?? txid, answer) };
  // BIP68: the coins can be spent in the block that comes as many blocks after theirs as the lock takes.
  return { ...coin, freeAfter: height + lockTimeOf(stake.terms, coin.path) - 1, tip: answer.tip };
}
