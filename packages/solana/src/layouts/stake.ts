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
  /** May withdraw: whose stake it is. */
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
  /** Delegated lamports: those of the account without the reserve, at the time of delegation and with the rewards since. */
  readonly stake: bigint;
  /** `never` for stakes of the genesis, which were active from the start. */
  readonly activationEpoch: bigint;
  /** `never` while it was not asked to end. */
  readonly deactivationEpoch: bigint;
}

export type StakeAccount =
  | { readonly state: 'uninitialized' }
  | { readonly state: 'initialized'; readonly meta: StakeMeta }
  | { readonly state: 'delegated'; readonly meta: StakeMeta; readonly delegation: Delegation };

/** @returns Undefined if the data is not that of a stake account. */
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
