import type { Address } from '../address/address.ts';
import { type Bytes, bytesOf, decoded } from './bytes.ts';

// Source: solana-program/stake, interface/src/state.rs (StakeStateV2).

/** Length of every stake account, in bytes. */
export const stakeAccountLength = 200;

/** Offsets of the two authorities, for filters of getProgramAccounts. */
export const stakeOffsets = { staker: 12, withdrawer: 44, voter: 124 } as const;

/** The epoch that stands for never. */
export const never = 2n ** 64n - 1n;

export interface StakeMeta {
  /** May delegate, split and deactivate. */
  readonly staker: Address;
  /** May withdraw: the owner of the stake. */
  readonly withdrawer: Address;
  readonly lockup: {
    /** Seconds since 1970; 0 for none. */
    readonly unixTimestamp: bigint;
    readonly epoch: bigint;
  };
}

export interface Delegation {
  /** Vote account. */
  readonly voter: Address;
  /** Delegated lamports: the account's at delegation without the reserve, and the rewards since then. */
  readonly stake: bigint;
  /** `never` for genesis stakes, which were active from the start. */
  readonly activationEpoch: bigint;
  /** `never` until the stake is deactivated. */
  readonly deactivationEpoch: bigint;
}

export type StakeAccount =
  | { readonly state: 'uninitialized' }
  | { readonly state: 'initialized'; readonly meta: StakeMeta }
  | { readonly state: 'delegated'; readonly meta: StakeMeta; readonly delegation: Delegation };

/** @returns Undefined if the data is no stake account. */
export function decodeStakeAccount(data: Uint8Array): StakeAccount | undefined {
  if (data.length !== stakeAccountLength) return undefined;
  return decoded<StakeAccount>(() => {
    const bytes = bytesOf(data);
    switch (bytes.u32(0)) {
      case 0:
        return { state: 'uninitialized' };
      case 1:
        return { state: 'initialized', meta: readMeta(bytes) };
      case 2:
        return { state: 'delegated', meta: readMeta(bytes), delegation: readDelegation(bytes) };
      default:
        return undefined;
    }
  });
}

function readMeta(bytes: Bytes): StakeMeta {
  return {
    staker: bytes.address(stakeOffsets.staker),
    withdrawer: bytes.address(stakeOffsets.withdrawer),
    lockup: { unixTimestamp: bytes.i64(76), epoch: bytes.u64(84) },
  };
}

function readDelegation(bytes: Bytes): Delegation {
  return {
    voter: bytes.address(stakeOffsets.voter),
    stake: bytes.u64(156),
    activationEpoch: bytes.u64(164),
    deactivationEpoch: bytes.u64(172),
  };
}
