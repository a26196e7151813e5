import type { StakingBalance, StakingPosition } from '@isochain/core';
import { eachLegible, legible, type Operation } from '@isochain/core/upstream';
import { canonicalAddress } from '../address/address.ts';
import type { TonContext } from '../context.ts';
import { tokensOnBills } from '../pools/bills.ts';
import { coinsOf, type LiquidPool, liquidPoolIfAny } from '../pools/liquid-pool.ts';
import { type NominatorPool, readNominatorPool } from '../pools/nominator-pool.ts';
import { readPoolJettons } from '../pools/pool-jettons.ts';
import type { Address } from '../ton-core.ts';
import { ask, askOne } from '../upstream/ask.ts';
import { jettonHolding } from '../upstream/queries/jetton-holding.ts';
import { type OwnPools, poolsOf } from '../upstream/queries/staking.ts';
import { joined, mapped, type Query } from '../upstream/query.ts';
import { readPoolStates } from './pool-states.ts';

/** What an account has at stake. */
export interface Stakes extends StakingBalance {
  /** Whether a stake is left out that could not be read. */
  readonly isShort: boolean;
}

/** Positions that could be read. */
interface Found {
  readonly positions: readonly StakingPosition[];
  readonly isShort: boolean;
}

/**
 * What an account has at stake. An index tells with which nominator pools, and their contracts tell how much. Rewards are part of the stake. A pool that
 * cannot be read costs only its own position.
 *
 * @returns Amounts in nanotons.
 */
export async function readPositions(context: TonContext, owner: Address, operation: Operation): Promise<Stakes> {
  const { liquidPools } = context;
  const questions: Record<string, Query> = {
    ...Object.fromEntries(liquidPools.map((pool) => [canonicalAddress(pool), liquidStake(context, pool, owner)])),
    listed: poolsOf(owner),
  };
  const answers: Readonly<Record<string, unknown>> = await eachLegible(
    questions,
    (some) => ask(context, some, operation),
    ['listed'],
  );
  const listed = answers.listed as OwnPools;
  const nominated = listed.pools.filter((pool) => !liquidPools.some((each) => each.equals(pool)));
  const found = await Promise.all([
    readStakes(context, owner, nominated, operation),
    ...liquidPools.map((pool) =>
      readLiquidStake(context, owner, pool, answers[canonicalAddress(pool)] as LiquidStake | undefined, operation),
    ),
  ]);
  return {
    ...balanceOf(found.flatMap(({ positions }) => positions)),
    isShort: listed.isShort || found.some(({ isShort }) => isShort),
  };
}

async function readStakes(
  context: TonContext,
  owner: Address,
  pools: readonly Address[],
  operation: Operation,
): Promise<Found> {
  const accounts = await readPoolStates(context, pools, operation);
  const found = pools.map((address) => {
    const account = accounts.get(address.toRawString());
    return { id: canonicalAddress(address), pool: account && readNominatorPool(context, address, account, owner) };
  });
  return {
    positions: found.flatMap(({ id, pool }) => (pool?.stake === undefined ? [] : positionOf(id, pool, pool.stake))),
    // The index says that there is a stake. A pool of another kind may well hold it.
    isShort: found.some(({ pool }) => pool === undefined),
  };
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
    // A master that names no wallet does not say that nothing is held.
    return { pool, held: listed === undefined || wallet === undefined ? undefined : { minter, amount: amount ?? 0n } };
  });
}

/** @param asked - What was asked beside the other pools. Undefined if it cannot be read: then the pool is asked alone. */
async function readLiquidStake(
  context: TonContext,
  owner: Address,
  address: Address,
  asked: LiquidStake | undefined,
  operation: Operation,
): Promise<Found> {
  const id = canonicalAddress(address);
  const alone = mapped(liquidPoolIfAny(address), (pool): LiquidStake => ({ pool }));
  const stake = asked ?? (await legible(askOne(context, alone, operation)));
  const pool = stake?.pool;
  if (pool === undefined) return { positions: [], isShort: stake === undefined };
  const { bills, requested, minter } = pool;
  context.poolMinters.set(id, minter);
  const known = stake?.held?.minter.equals(minter) === true ? { held: stake.held.amount } : undefined;
  const [jettons, billed] = await Promise.all([
    known ?? legible(readPoolJettons(context, pool, owner, operation)),
    // Where tokens wait for the end of a round, there are bills for them.
    requested === 0n
      ? { tokens: 0n, isShort: false }
      : bills && legible(tokensOnBills(context, bills, owner, operation)),
  ]);
  return {
    positions: [
      ...position(id, coinsOf(pool, jettons?.held ?? 0n), 'locked'),
      ...position(id, coinsOf(pool, billed?.tokens ?? 0n), 'unlocking'),
    ],
    isShort: jettons === undefined || billed === undefined || billed.isShort,
  };
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
