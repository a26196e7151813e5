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
 * @returns undefined if the stake is in no block, or no upstream can tell. `unread` if an upstream that can tell fails.
 */
export async function standingOf(
  { txid, vout, unbondingTxid, unbondingTime, stakingTime }: IndexedStake,
  upstreams: Pick<Backend, 'transaction' | 'spender'>,
  tip: number,
  operation: Operation,
): Promise<Standing | 'unread' | undefined> {
  const [stakedIn, endedIn] = await Promise.all([look(txid), unbondingTxid === undefined ? none : look(unbondingTxid)]);
  if (stakedIn === undefined || endedIn === undefined) return 'unread';
  const [staked, ended] = [stakedIn.value, endedIn.value];
  if (ended && unbondingTxid)
    return lockedIn('unlocking', { txid: unbondingTxid, vout: 0 }, ended.transaction.height, unbondingTime);
  const height = staked?.transaction.height;
  return height === undefined ? undefined : lockedIn('locked', { txid, vout }, height, stakingTime);

  function look(id: string) {
    return told(upstreams.transaction(id, operation));
  }

  async function lockedIn(
    status: 'locked' | 'unlocking',
    coin: { readonly txid: string; readonly vout: number },
    since: number | undefined,
    time: number | undefined,
  ): Promise<Standing | 'unread'> {
    if (since === undefined || time === undefined) return { status };
    const end = since + time;
    // BIP68: the coins can be spent in the block of this height.
    if (tip + 1 < end) return { status, end };
    const spender = await told(Promise.resolve(upstreams.spender?.(coin, operation)));
    // Without an answer the coins may be gone. They must not count as the account's.
    if (spender === undefined) return 'unread';
    return { status: spender.value === undefined ? 'unlocked' : 'withdrawn' };
  }
}

const none = { value: undefined };

/** Undefined if the upstream fails. */
function told<T>(answer: Promise<T>): Promise<{ readonly value: T } | undefined> {
  return silent(answer.then((value) => ({ value })));
}
