import {
  type AccountStateRequest,
  type NativeBalance,
  type ReadBalances,
  RefusedError,
  UpstreamError,
} from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { Account } from '../address/account.ts';
import { accountOf } from '../address/account-id.ts';
import { type CoinList, sumOf } from '../coin.ts';
import type { UtxoContext } from '../context.ts';
import { available } from '../selection/spendable.ts';
import type { Backend, Totals } from '../upstream/backend.ts';
import type { Upstreams } from '../upstream/choose.ts';
import { readStaking } from './stake-positions.ts';

/**
 * Reads coins, and stakes with Babylon, side by side. There are no tokens.
 *
 * @param wanted.publicKey - Key of the staker. Stakes are found only by it; without it they are left out.
 */
export async function readAccountState(
  context: UtxoContext,
  upstreams: Pick<Upstreams, 'coins' | 'totals' | 'tip' | 'transaction'> & Pick<Backend, 'spender'>,
  account: string,
  { parts, publicKey }: AccountStateRequest,
  operation: Operation,
): Promise<ReadBalances> {
  const owner = accountOf(context.network, account);
  const wantsStakes = parts.has('staking') && publicKey !== undefined;
  const list = parts.has('native') ? upstreams.coins(owner, operation).catch(passOverUnlisted) : undefined;
  const tip = wantsStakes ? tipOf(list, () => upstreams.tip(operation)) : undefined;
  const [coins, totals, staking] = await Promise.all([
    list,
    list && upstreams.totals(owner, operation),
    tip && wantsStakes ? readStaking(context, upstreams, publicKey, tip, operation) : undefined,
    tip,
  ]);
  const unread = [...(coins?.hasOdd === true ? ['a coin'] : []), ...(staking?.unread ?? [])];
  return {
    ...(totals === undefined ? {} : { native: toNative(context, owner, coins, totals) }),
    ...(parts.has('tokens') ? { tokens: [] } : {}),
    ...(staking === undefined ? {} : { staking: staking.value }),
    ...(unread.length === 0 ? {} : { unread }),
  };
}

/** Height of the best block. The list of coins has it too. */
async function tipOf(list: Promise<CoinList | undefined> | undefined, read: () => Promise<number>): Promise<number> {
  return (await list)?.tip ?? read();
}

/**
 * Total: the balance after the mempool is confirmed. If a coin of the list cannot be read, the upstream's own sums tell it. Unconfirmed: what the mempool
 * adds; negative if it takes more.
 */
function toNative(
  context: UtxoContext,
  owner: Account,
  list: CoinList | undefined,
  { confirmed, pending, spending = pending < 0n ? -pending : 0n }: Totals,
): NativeBalance {
  const total = list === undefined || list.hasOdd === true ? confirmed + pending : sumOf(list.coins);
  // Without a list of coins: all that is in blocks, less what the mempool spends.
  const free = list === undefined ? confirmed - spending : available(context, owner, list);
  return {
    available: (free < 0n ? 0n : free).toString(),
    total: total.toString(),
    unconfirmed: pending.toString(),
  };
}

/** Some upstreams do not list the coins of an account that has too many, but tell the totals. */
function passOverUnlisted(error: unknown): undefined {
  const isUnlisted =
    error instanceof RefusedError
      ? error.code === 'account.tooLarge'
      : error instanceof UpstreamError && error.attempts.some(({ outcome }) => outcome === 'unable');
  if (!isUnlisted) throw error;
}
