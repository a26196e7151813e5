import { isMoment } from '../moments.ts';
import { bytesOf, decoded } from './bytes.ts';

// Sources: anza-xyz/solana-sdk, clock/src/lib.rs, epoch-schedule/src/lib.rs and rent/src/lib.rs; solana-program/stake,
// interface/src/stake_history.rs.

export interface Clock {
  readonly slot: bigint;
  /** Seconds since 1970, as the validators estimate it. */
  readonly epochStartTimestamp: bigint;
  readonly epoch: bigint;
  /** Seconds since 1970, as the validators estimate it. */
  readonly unixTimestamp: bigint;
}

/** Calculations with `number` are inexact beyond it. It comes in some hundred million years. */
const lastSlot = 2n ** 53n;

/** @returns Undefined if the data is no clock, or tells an impossible time. */
export function decodeClock(data: Uint8Array): Clock | undefined {
  return decoded(() => {
    const bytes = bytesOf(data);
    const clock = {
      slot: bytes.u64(0),
      epochStartTimestamp: bytes.i64(8),
      epoch: bytes.u64(16),
      unixTimestamp: bytes.i64(32),
    };
    const isPossible = isMoment(clock.epochStartTimestamp) && isMoment(clock.unixTimestamp) && clock.slot < lastSlot;
    return isPossible ? clock : undefined;
  });
}

export interface EpochSchedule {
  readonly slotsPerEpoch: bigint;
  /** Epochs before it are shorter, as the cluster is young. */
  readonly firstNormalSlot: bigint;
}

/** @returns Undefined if the data is no schedule: an epoch has slots. */
export function decodeEpochSchedule(data: Uint8Array): EpochSchedule | undefined {
  return decoded(() => {
    const bytes = bytesOf(data);
    // In between: the offset of the leader schedule, whether there is a warm-up, and the first normal epoch.
    const schedule = { slotsPerEpoch: bytes.u64(0), firstNormalSlot: bytes.u64(25) };
    return schedule.slotsPerEpoch > 0n ? schedule : undefined;
  });
}

export interface Rent {
  readonly lamportsPerByte: bigint;
  /** A whole number so far: 2, then 1 since SIMD-0194, which doubled the price of a byte to match. */
  readonly exemptionThreshold: number;
}

/**
 * @param maxPerByte - The highest price of a byte that is believed, in lamports.
 * @returns Undefined if the data is no rent, or the price is above `maxPerByte`.
 */
export function decodeRent(data: Uint8Array, maxPerByte: number): Rent | undefined {
  return decoded(() => {
    const bytes = bytesOf(data);
    const rent = { lamportsPerByte: bytes.u64(0), exemptionThreshold: bytes.f64(8) };
    const perByte = Number(rent.lamportsPerByte) * rent.exemptionThreshold;
    // Also false for NaN.
    return perByte >= 0 && perByte <= maxPerByte ? rent : undefined;
  });
}

/** Bytes that every account is charged for beyond its data (ACCOUNT_STORAGE_OVERHEAD of rent/src/lib.rs). */
const accountOverhead = 128n;

/**
 * Lamports that an account must hold to be kept.
 *
 * @param dataLength - Bytes of data. 0 for an account that only holds coins.
 */
export function rentExemptMinimum(rent: Rent, dataLength: number): bigint {
  const perPeriod = (accountOverhead + BigInt(dataLength)) * rent.lamportsPerByte;
  // In floating point, as in the runtime. Exact while the threshold is a whole number.
  return BigInt(Math.floor(Number(perPeriod) * rent.exemptionThreshold));
}

/** All stake of the cluster in one epoch, in lamports. */
export interface StakeHistoryEntry {
  readonly effective: bigint;
  readonly activating: bigint;
  readonly deactivating: bigint;
}

/** By epoch: up to 512 past epochs, without the current one. */
export type StakeHistory = ReadonlyMap<bigint, StakeHistoryEntry>;

export function decodeStakeHistory(data: Uint8Array): StakeHistory | undefined {
  return decoded(() => {
    const bytes = bytesOf(data);
    const count = Number(bytes.u64(0));
    const history = new Map<bigint, StakeHistoryEntry>();
    for (let i = 0; i < count; i++) {
      const offset = 8 + 32 * i;
      history.set(bytes.u64(offset), {
        effective: bytes.u64(offset + 8),
        activating: bytes.u64(offset + 16),
        deactivating: bytes.u64(offset + 24),
      });
    }
    return history;
  });
}
