import type { StakingBalance, StakingPosition } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import { canonicalAddress } from '../address/address.ts';
import type { TonContext } from '../context.ts';
import { tokensOnBills } from '../pools/bills.ts';
import { coinsOf, type LiquidPool, liquidPoolIfAny } from '../pools/liquid-pool.ts';
import { type NominatorPool, readNominatorPool } from '../pools/nominator-pool.ts';
import { readPoolJettons } from '../pools/pool-jettons.ts';
import type { Address } from '../ton-core.ts';
import { ask, askOne } from '../upstream/ask.ts';
import { states } from '../upstream/queries/accounts.ts';
import { jettonHolding } from '../upstream/queries/jetton-holding.ts';
import { poolsOf } from '../upstream/queries/staking.ts';
import { joined, mapped, type Query } from '../upstream/query.ts';

/**
 * What an account has at stake. An index tells with which nominator pools, and their contracts tell how much. Rewards are part of the stake.
 *
 * @returns Amounts in nanotons.
 */
export async function readPositions(
  context: TonContext,
  owner: Address,
  operation: Operation,
): Promise<StakingBalance> {
  const { liquidPools } = context;
  const questions: Record<string, Query> = Object.fromEntries(
    liquidPools.map((pool) => [canonicalAddress(pool), liquidStake(context, pool, owner)]),
  );
  const { listed, ...pools } = (await ask(context, { ...questions, listed: poolsOf(owner) }, operation)) as {
    readonly listed: readonly Address[];
  } & Readonly<Record<string, LiquidStake>>;
  const nominated = listed.filter((pool) => !liquidPools.some((each) => each.equals(pool)));
  const [stakes, liquid] = await Promise.all([
    readStakes(context, owner, nominated, operation),
    Promise.all(
      liquidPools.map((pool) => {
        const id = canonicalAddress(pool);
        return readLiquidStake(context, owner, id, pools[id], operation);
      }),
    ),
  ]);
  return balanceOf([...stakes, ...liquid.flat()]);
}

async function readStakes(
  context: TonContext,
  owner: Address,
  pools: readonly Address[],
  operation: Operation,
): Promise<StakingPosition[]> {
  if (pools.length === 0) return [];
  const accounts = await askOne(context, states(pools), operation);
  return pools.flatMap((address) => {
    const account = accounts.get(address.toRawString());
    const pool = account && readNominatorPool(context, address, account, owner);
    return pool?.stake === undefined ? [] : positionOf(canonicalAddress(address), pool, pool.stake);
  });
}

/** New deposits are at stake with the pool too, although they earn from the next round on only. */
function positionOf(
  pool: string,
  { isInRound }: Pick<NominatorPool, 'isInRound'>,
  { amount, pending, isLeaving }: NonNullable<NominatorPool['stake']>,
): StakingPosition[] {
  const leaving = isInRound ? 'unlocking' : 'unlocked';
  return position(pool, amount + pending, isLeaving ? leaving : 'locked');
}

/** A liquid pool, and what an account holds of its jettons if the master of them is known. */
interface LiquidStake {
  readonly pool: LiquidPool | undefined;
  readonly held?: { readonly minter: Address; readonly amount: bigint } | undefined;
}

/** Asks for both side by side, so that the state of an account takes one round. */
function liquidStake({ poolMinters }: TonContext, address: Address, owner: Address): Query<LiquidStake> {
  const minter = poolMinters.get(canonicalAddress(address));
  if (minter === undefined) return mapped(liquidPoolIfAny(address), (pool) => ({ pool }));
  return joined(liquidPoolIfAny(address), jettonHolding(owner, minter), (pool, { word, listed }) => {
    const wallet = 'wallet' in word ? word.wallet.toRawString() : undefined;
    const amount = listed?.find((row) => row.address === wallet)?.balance;
    return { pool, held: listed === undefined ? undefined : { minter, amount: amount ?? 0n } };
  });
}

async function readLiquidStake(
  context: TonContext,
  owner: Address,
  id: string,
  stake: LiquidStake | undefined,
  operation: Operation,
): Promise<StakingPosition[]> {
  const pool = stake?.pool;
  if (pool === undefined) return [];
  const { bills, requested, minter } = pool;
  context.poolMinters.set(id, minter);
  const known = stake?.held?.minter.equals(minter) === true ? { held: stake.held.amount } : undefined;
  const [{ held }, billed] = await Promise.all([
    known ?? readPoolJettons(context, pool, owner, operation),
    bills === undefined || requested === 0n ? 0n : tokensOnBills(context, bills, owner, operation),
  ]);
  return [...position(id, coinsOf(pool, held), 'locked'), ...position(id, coinsOf(pool, billed), 'unlocking')];
}

function position(pool: string, amount: bigint, status: StakingPosition['status']): StakingPosition[] {
  if (amount === 0n) return [];
  return [{ validatorAddresses: [pool], amount: amount.toString(), status, stakeId: pool }];
}

function balanceOf(positions: StakingPosition[]): StakingBalance {
  const sum = (status?: StakingPosition['status']) =>
    positions
      .filter((each) => status === undefined || each.status === status)
      .reduce((total, { amount }) => total + BigInt(amount), 0n)
      .toString();
  return {
    total: sum(),
    locked: sum('locked'),
    unlocking: sum('unlocking'),
    unlocked: sum('unlocked'),
    positions,
    rewards: { native: [], tokens: [] },
  };
}
