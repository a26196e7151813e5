import type { Operation } from '@isochain/core/upstream';
import type { Backend } from '../backend.ts';
import { silent } from '../silent.ts';
import type { IndexedStake } from './staking-api.ts';

/** Where the coins of a stake are, as Bitcoin shows it. */
export interface Standing {
  readonly status: 'locked' | 'unlocking' | 'unlocked' | 'withdrawn';
  /** Bitcoin height of the end, if it is still to come. */
  readonly end?: number | undefined;
}

/**
 * Looks on Bitcoin for a stake that Babylon has not activated. It may be confirmed, ended and withdrawn there all the same. Babylon never activates
 * a stake that was sent first and then registered without a proof.
 *
 * @param tip - Height of Bitcoin's best block.
 * @returns undefined if the stake is in no block, or nobody can tell.
 */
export async function standingOf(
  { txid, vout, unbondingTxid, unbondingTime, stakingTime }: IndexedStake,
  upstreams: Pick<Backend, 'transaction' | 'spender'>,
  tip: number,
  operation: Operation,
): Promise<Standing | undefined> {
  const look = (id: string) => silent(upstreams.transaction(id, operation));
  const [staked, ended] = await Promise.all([look(txid), unbondingTxid && look(unbondingTxid)]);
  if (ended && unbondingTxid)
    return lockedIn('unlocking', { txid: unbondingTxid, vout: 0 }, ended.transaction.height, unbondingTime);
  const height = staked?.transaction.height;
  return height === undefined ? undefined : lockedIn('locked', { txid, vout }, height, stakingTime);

  async function lockedIn(
    status: 'locked' | 'unlocking',
    coin: { readonly txid: string; readonly vout: number },
    since: number | undefined,
    time: number | undefined,
  ): Promise<Standing> {
    if (since === undefined || time === undefined) return { status };
    const end = since + time;
    // BIP68: the coins can be spent in the block of this height.
    if (tip + 1 < end) return { status, end };
    const spender = await silent(Promise.resolve(upstreams.spender?.(coin, operation)));
    return { status: spender === undefined ? 'unlocked' : 'withdrawn' };
  }
}
