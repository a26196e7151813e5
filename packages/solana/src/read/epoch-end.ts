import type { StakeSysvars } from '../upstream/rpc.ts';

// Estimates the end of the current epoch from its start and from the length of the epoch before. Neither changes, and all nodes know the same of
// them, so every call answers the same. The speed of the last minutes would be closer by some minutes, but different each time.

/**
 * How many slots to ask for at the start of an epoch, as a slot without a block has no time. A leader has four slots in a row
 * (NUM_CONSECUTIVE_LEADER_SLOTS of anza-xyz/solana-sdk, clock/src/lib.rs): two leaders may have missed theirs.
 */
const slotsAsked = 8n;

/** First slot of the current epoch. Undefined in the shorter epochs of a young cluster, as nobody stakes in them. */
function firstSlot({ clock, schedule }: StakeSysvars): bigint | undefined {
  const { slotsPerEpoch, firstNormalSlot } = schedule;
  if (clock.slot < firstNormalSlot) return undefined;
  return clock.slot - ((clock.slot - firstNormalSlot) % slotsPerEpoch);
}

/** The first slots of the epoch before: their block times tell how long it was. Empty if that epoch was shorter than normal. */
export function slotsToTime(sysvars: StakeSysvars): bigint[] {
  const { slotsPerEpoch, firstNormalSlot } = sysvars.schedule;
  const start = (firstSlot(sysvars) ?? 0n) - slotsPerEpoch;
  if (firstSlot(sysvars) === undefined || start < firstNormalSlot) return [];
  const count = slotsPerEpoch < slotsAsked ? slotsPerEpoch : slotsAsked;
  return Array.from({ length: Number(count) }, (_, i) => start + BigInt(i));
}

/**
 * @param times - Times of the blocks in these slots, in seconds since 1970. Null: there was no block. Undefined: the node does not know.
 * @returns Milliseconds since 1970. Undefined if the next call could answer another time.
 */
export function epochEnd(
  sysvars: StakeSysvars,
  times: ReadonlyMap<bigint, bigint | null | undefined>,
): bigint | undefined {
  const { clock, schedule } = sysvars;
  const start = firstSlot(sysvars);
  // Every endpoint must use the first slot with a block. If its time is unknown, no other slot will do.
  const [slot, time] = [...times].find(([, known]) => known !== null) ?? [];
  if (start === undefined || slot === undefined || time === undefined || time === null) return undefined;
  const seconds = clock.epochStartTimestamp - time;
  if (seconds <= 0n || start <= slot) return undefined;
  return 1000n * clock.epochStartTimestamp + (1000n * seconds * schedule.slotsPerEpoch) / (start - slot);
}
