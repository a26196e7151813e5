import type { StakeSysvars } from '../upstream/rpc.ts';

// When the current epoch ends, told from what no longer changes: when it began, and how long the one before it took. All nodes know the same
// of both, so that the answer is the same at every call. The speed of the last minutes would be closer by some minutes, and another one each time.

/**
 * Slots that are asked for at the start of an epoch, as a slot may have no block, and no time. A leader has four in a row
 * (NUM_CONSECUTIVE_LEADER_SLOTS of anza-xyz/solana-sdk, clock/src/lib.rs): two may have missed theirs.
 */
const slotsAsked = 8n;

/** First slot of the current epoch; undefined in those of a young cluster, which are shorter. Nobody stakes in them. */
function firstSlot({ clock, schedule }: StakeSysvars): bigint | undefined {
  const { slotsPerEpoch, firstNormalSlot } = schedule;
  if (clock.slot < firstNormalSlot) return undefined;
  return clock.slot - ((clock.slot - firstNormalSlot) % slotsPerEpoch);
}

/** The first slots of the epoch before: the block times of these tell how long that was. Empty where it was not of full length. */
export function slotsToTime(sysvars: StakeSysvars): bigint[] {
  const { slotsPerEpoch, firstNormalSlot } = sysvars.schedule;
  const start = (firstSlot(sysvars) ?? 0n) - slotsPerEpoch;
  if (firstSlot(sysvars) === undefined || start < firstNormalSlot) return [];
  const count = slotsPerEpoch < slotsAsked ? slotsPerEpoch : slotsAsked;
  return Array.from({ length: Number(count) }, (_, i) => start + BigInt(i));
}

/**
 * @param times - Of the blocks in these slots, seconds since 1970: null where there was no block, undefined where the node does not know.
 * @returns Milliseconds since 1970; undefined where it would not be the same next time.
 */
export function epochEnd(
  sysvars: StakeSysvars,
  times: ReadonlyMap<bigint, bigint | null | undefined>,
): bigint | undefined {
  const { clock, schedule } = sysvars;
  const start = firstSlot(sysvars);
  // The first with a block, at every endpoint. Where that is not known, another one will not do.
  const [slot, time] = [...times].find(([, known]) => known !== null) ?? [];
  if (start === undefined || slot === undefined || time === undefined || time === null) return undefined;
  const seconds = clock.epochStartTimestamp - time;
  if (seconds <= 0n || start <= slot) return undefined;
  return 1000n * clock.epochStartTimestamp + (1000n * seconds * schedule.slotsPerEpoch) / (start - slot);
}
