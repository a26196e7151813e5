import { isKey } from '@isochain/babylon';
import { fromHex, refuse, type StakingBalance, toHex } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import { readPublicKey } from '../address/public-key.ts';
import { stakerOf } from '../bytes/stake-params.ts';
import type { UtxoContext } from '../context.ts';
import { type IndexedStake, readIndexedStakes } from '../upstream/babylon/staking-api.ts';
import { type Standing, standingOf } from '../upstream/babylon/unreported.ts';
import type { Backend } from '../upstream/backend.ts';
import { silent } from '../upstream/silent.ts';

/** Stakes, and nouns for what is left out because it cannot be read. */
export interface ReadStakes {
  readonly value: StakingBalance;
  readonly unread: readonly string[];
}

/** The position status for each state of the index. */
const statuses: Readonly<Record<string, 'pending' | 'locked' | 'unlocking' | 'unlocked' | 'slashed'>> = {
  PENDING: 'pending',
  VERIFIED: 'pending',
  ACTIVE: 'locked',
  TIMELOCK_UNBONDING: 'unlocking',
  EARLY_UNBONDING: 'unlocking',
  TIMELOCK_WITHDRAWABLE: 'unlocked',
  EARLY_UNBONDING_WITHDRAWABLE: 'unlocked',
  TIMELOCK_SLASHING_WITHDRAWABLE: 'unlocked',
  EARLY_UNBONDING_SLASHING_WITHDRAWABLE: 'unlocked',
  SLASHED: 'slashed',
};

/** States of stakes that are no positions any more. */
const over = /WITHDRAWN|EXPANDED/;

/** States of stakes that end with the staking time. */
const ends: readonly string[] = ['ACTIVE', 'TIMELOCK_UNBONDING'];

/**
 * How many stakes are looked up on Bitcoin, one by one: those that were ended early, and those that Babylon has not activated. Beyond this number
 * the former have no completion date, and the latter are pending.
 */
const mostLookups = 20;

/**
 * The stakes of a key. Rewards are paid on Babylon, so none are listed here.
 *
 * @param publicKey - Hex: 33 or 65 bytes, or 32 (x-only).
 * @param tip - Height of Bitcoin's best block.
 * @throws RefusedError `publicKey.invalid`; UpstreamError
 */
export async function readStaking(
  context: UtxoContext,
  upstreams: Pick<Backend, 'transaction' | 'spender'>,
  publicKey: string,
  tip: number | Promise<number>,
  operation: Operation,
): Promise<ReadStakes> {
  const staker = readStaker(context, publicKey);
  const [{ stakes, hasOdd }, height] = await Promise.all([readIndexedStakes(context, staker, operation), tip]);
  // A stake that the index lists again must not count twice.
  const once = stakes.filter(({ txid }, i) => stakes.findIndex((other) => other.txid === txid) === i);
  const listed = once.flatMap((stake) => {
    const status = Object.hasOwn(statuses, stake.state) ? statuses[stake.state] : undefined;
    return status === undefined ? [] : [{ ...stake, status }];
  });
  const { standings, isWhole } = await lookUp(listed, upstreams, height, operation);
  const isUnknown = ({ state }: IndexedStake) => !Object.hasOwn(statuses, state) && !over.test(state);
  const held = listed.flatMap((stake) => {
    const { status = stake.status, end } = standings.get(stake.txid) ?? {
      end: ends.includes(stake.state) ? stake.endHeight : undefined,
    };
    return status === 'withdrawn' ? [] : [{ ...stake, status, end }];
  });

  const positions = held.map(({ txid, providers, value, status, end }) => {
    const left = end === undefined ? undefined : Math.max(0, end - height) * context.chain.blockTime * 1000;
    return {
      validatorAddresses: [...providers],
      amount: value.toString(),
      status,
      stakeId: txid,
      ...(left === undefined ? {} : { completionDate: String(context.now() + left) }),
    };
  });
  const sum = (wanted: string) =>
    held.reduce((total, { status, value }) => (status === wanted ? total + value : total), 0n);
  const [locked, unlocking, unlocked] = [sum('locked'), sum('unlocking'), sum('unlocked')];
  const value = {
    total: (locked + unlocking + unlocked).toString(),
    locked: locked.toString(),
    unlocking: unlocking.toString(),
    unlocked: unlocked.toString(),
    positions,
    rewards: { native: [], tokens: [] },
  };
  const unread = [
    ...(hasOdd || stakes.some(isUnknown) ? ['a stake'] : []),
    // It is shown as pending, as the index has it, and counts in no sum.
    ...(isWhole ? [] : ['the status of a stake']),
  ];
  return { value, unread };
}

/**
 * The x-only key of a staker.
 *
 * @throws RefusedError `publicKey.invalid`
 */
function readStaker({ identity }: UtxoContext, publicKey: string): string {
  const bytes = fromHex(publicKey.trim());
  if (bytes?.length === 32 && isKey(bytes)) return toHex(bytes);
  const key = readPublicKey(publicKey);
  if (key.ok) return toHex(stakerOf(key.value));
  const context = { field: 'publicKey', chain: identity.name, reason: key.reason };
  throw refuse('publicKey.invalid', context, 'publicKey');
}

/** What Bitcoin says of stakes, by their ids. */
async function lookUp(
  listed: readonly (IndexedStake & { readonly status: string })[],
  upstreams: Pick<Backend, 'transaction' | 'spender'>,
  height: number,
  operation: Operation,
): Promise<{ readonly standings: ReadonlyMap<string, Partial<Standing>>; readonly isWhole: boolean }> {
  const ended = listed.filter(({ state }) => state === 'EARLY_UNBONDING').slice(0, mostLookups);
  const waiting = listed.filter(({ status }) => status === 'pending').slice(0, mostLookups);
  const [ends, found] = await Promise.all([
    Promise.all(ended.map(async (stake) => [stake.txid, { end: await endOf(stake, upstreams, operation) }] as const)),
    Promise.all(
      waiting.map(async (stake) => [stake.txid, await standingOf(stake, upstreams, height, operation)] as const),
    ),
  ]);
  const known = found.flatMap(([id, standing]) => (standing === 'unread' ? [] : [[id, standing ?? {}] as const]));
  return {
    standings: new Map<string, Partial<Standing>>([...ends, ...known]),
    isWhole: known.length === found.length,
  };
}

/** The block after which the coins of a stake that was ended early are free; undefined if that is not known (yet). */
async function endOf(
  { unbondingTxid, unbondingTime }: IndexedStake,
  upstreams: Pick<Backend, 'transaction'>,
  operation: Operation,
): Promise<number | undefined> {
  if (unbondingTxid === undefined) return undefined;
  const found = await silent(upstreams.transaction(unbondingTxid, operation));
  const height = found?.transaction.height;
  return height === undefined ? undefined : height + unbondingTime;
}
