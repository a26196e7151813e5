import type { FallibleCall, RpcOutcome } from '@isochain/core/upstream';
import { type Address, isAddress, toAddress } from '../address/address.ts';
import { maxU128 } from '../felt.ts';
import { rpc } from './rpc.ts';

// Questions for the staking contract and its pools, and what their answers mean. Layouts: starkware-libs/starknet-staking, src/staking/interface.cairo,
// src/pool/interface.cairo and src/pool/objects.cairo. Cairo writes an Option as 0 and its value, or as 1 for none. Amounts of STRK are in FRI and have one
// felt. Times are seconds since 1970. An answer with a felt too many or too few is not read.

type Felts = readonly bigint[];

/** What is asked. */
export const stakingCalls = {
  isPaused: (staking: Address) => rpc.call(staking, 'is_paused'),
  parameters: (staking: Address) => rpc.call(staking, 'contract_parameters_v1'),
  epoch: (staking: Address) => rpc.call(staking, 'get_current_epoch'),
  /** @param epoch - The present one or the next one. */
  stakers: (staking: Address, epoch: bigint) => rpc.call(staking, 'get_stakers', [epoch]),
  staker: (staking: Address, staker: Address) => rpc.call(staking, 'get_staker_info_v1', [BigInt(staker)]),
  /** Pools with what is at stake in the present epoch. */
  pools: (staking: Address, staker: Address) => rpc.call(staking, 'staker_pool_info_v3', [BigInt(staker)]),
  /** The same in older versions of the contract. Amounts count from the epoch after the next. */
  poolsBefore: (staking: Address, staker: Address) => rpc.call(staking, 'staker_pool_info', [BigInt(staker)]),
  poolParameters: (pool: Address) => rpc.call(pool, 'contract_parameters_v1'),
  member: (pool: Address, member: Address) => rpc.call(pool, 'get_pool_member_info_v1', [BigInt(member)]),
} as const satisfies Record<string, (...parameters: never[]) => FallibleCall<bigint[]>>;

/** Parameters of the staking contract (StakingContractInfoV1). */
interface StakingParameters {
  /** The token that it works with. */
  readonly token: Address;
  /** How long unstaking takes, in seconds. */
  readonly exitWaitWindow: bigint;
}

/** A pool, as the staking contract lists it (PoolInfo). */
export interface ListedPool {
  readonly pool: Address;
  readonly token: Address;
  /** In the smallest unit of the token. */
  readonly amount: bigint;
}

/** The pools of a staker (StakerPoolInfoV2). */
export interface StakerPools {
  /** The share of rewards that the staker keeps, in hundredths of a percent. Undefined if it never took delegations. */
  readonly commission: bigint | undefined;
  readonly pools: readonly ListedPool[];
}

/** A staker (StakerInfoV1). */
export interface Staker {
  /** When its exit ends. Undefined if it does not leave. */
  readonly unstakeTime: bigint | undefined;
  /** Its own stake. */
  readonly own: bigint;
}

/** What a pool says about itself (PoolContractInfoV1). Anybody can write such a contract, so nothing of it is believed without the staking contract. */
interface PoolParameters {
  readonly staker: Address;
  readonly isStakerRemoved: boolean;
  readonly staking: Address;
  readonly token: Address;
}

/** What an account has in a pool (PoolMemberInfoV1). */
export interface Member {
  /** Where rewards go. */
  readonly rewardAddress: Address;
  /** At stake. */
  readonly amount: bigint;
  readonly rewards: bigint;
  /** What is being unstaked, or was and can be withdrawn. */
  readonly unpoolAmount: bigint;
  /** When it can be withdrawn. Undefined if nothing is being unstaked. */
  readonly unpoolTime: bigint | undefined;
}

/** The felts of an answer. Undefined for an error of the contract. */
export function feltsOf(outcome: RpcOutcome<bigint[]> | undefined): Felts | undefined {
  return outcome?.ok === true ? outcome.value : undefined;
}

/** @returns Undefined if it is neither 0 nor 1. */
export function readFlag(felts: Felts): boolean | undefined {
  return whole(felts, flag);
}

export function readEpoch(felts: Felts): bigint | undefined {
  return whole(felts, u64);
}

export function readStakingParameters(felts: Felts): StakingParameters | undefined {
  return whole(felts, (input) => {
    // The least stake of a staker.
    u128(input);
    const token = address(input);
    // The contract of attestations, the class of pools, and the contract that pays rewards.
    for (let skipped = 0; skipped < 3; skipped += 1) input.next();
    return { token, exitWaitWindow: u64(input) };
  });
}

/** A staker with its weight in consensus. */
export interface WeightedStaker {
  readonly staker: Address;
  /** Its share of all stakes. Only the order counts. */
  readonly power: bigint;
}

/**
 * The stakers of an epoch. From April 2026 on, the source of the contract has a fourth member for each, and answers do not tell which version runs. Only one of
 * the two readings uses up all felts.
 */
export function readStakers(felts: Felts): readonly WeightedStaker[] | undefined {
  const readAs = (hasPeerId: boolean) =>
    whole(felts, (input) =>
      list(input, () => {
        const [staker, power] = [address(input), u128(input)];
        // Its key.
        option(input, felt);
        if (hasPeerId) option(input, () => [u128(input), u128(input)]);
        return { staker, power };
      }),
    );
  return readAs(true) ?? readAs(false);
}

export function readStakerPools(felts: Felts): StakerPools | undefined {
  return whole(felts, (input) => ({
    commission: option(input, commission),
    pools: list(input, () => ({ pool: address(input), token: address(input), amount: u128(input) })),
  }));
}

/** @returns Null if there is no such staker. Undefined if it is not readable. */
export function readStaker(felts: Felts): Staker | null | undefined {
  return whole(felts, (input) => {
    const staker = option(input, () => {
      // Where its rewards go, and the address that works for it.
      address(input);
      address(input);
      const unstakeTime = option(input, u64);
      const own = u128(input);
      // Its rewards, and its pool for STRK.
      u128(input);
      option(input, () => [address(input), u128(input), commission(input)]);
      return { unstakeTime, own };
    });
    return staker ?? null;
  });
}

export function readPoolParameters(felts: Felts): PoolParameters | undefined {
  return whole(felts, (input) => {
    const read = {
      staker: address(input),
      isStakerRemoved: flag(input),
      staking: address(input),
      token: address(input),
    };
    commission(input);
    return read;
  });
}

/** @returns Null if the account never was a member. Undefined if it is not readable. */
export function readMember(felts: Felts): Member | null | undefined {
  return whole(felts, (input) => {
    const member = option(input, () => {
      const [rewardAddress, amount, rewards] = [address(input), u128(input), u128(input)];
      commission(input);
      return { rewardAddress, amount, rewards, unpoolAmount: u128(input), unpoolTime: option(input, u64) };
    });
    return member ?? null;
  });
}

/** Felts, read one after the other. */
interface Input {
  next(): bigint;
}

/** It does not have the layout. */
class Unreadable extends Error {
  override readonly name: string = 'Unreadable';
}

/** Reads all felts, and none may be left. */
function whole<T>(felts: Felts, read: (input: Input) => T): T | undefined {
  let at = 0;
  const input: Input = {
    next() {
      const value = felts[at];
      if (value === undefined) throw new Unreadable();
      at += 1;
      return value;
    },
  };
  try {
    const value = read(input);
    return at === felts.length ? value : undefined;
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

function atMost(input: Input, most: bigint): bigint {
  const value = input.next();
  if (value > most) throw new Unreadable();
  return value;
}

function felt(input: Input): bigint {
  return input.next();
}

function u64(input: Input): bigint {
  return atMost(input, 2n ** 64n - 1n);
}

function u128(input: Input): bigint {
  return atMost(input, maxU128);
}

/** COMMISSION_DENOMINATOR of src/staking/staking.cairo: 10,000 is all. */
function commission(input: Input): bigint {
  return atMost(input, 10_000n);
}

function flag(input: Input): boolean {
  return atMost(input, 1n) === 1n;
}

function address(input: Input): Address {
  const value = input.next();
  if (!isAddress(value)) throw new Unreadable();
  return toAddress(value);
}

function option<T>(input: Input, read: (input: Input) => T): T | undefined {
  return flag(input) ? undefined : read(input);
}

/** The most members that a list is believed to have. */
const longest = 100_000n;

function list<T>(input: Input, read: () => T): readonly T[] {
  return Array.from({ length: Number(atMost(input, longest)) }, read);
}
