import { Clock, EpochSchedule, type LiteSVM, StakeHistoryEntry } from 'litesvm';
import { EngineError } from '../engine.ts';

/** Of mainnet-beta. */
export const slotsPerEpoch = 432_000n;

/** Of mainnet-beta since SIMD-0525. */
export const millisecondsPerSlot = 350n;

// The slots without a block at the start, about as many as mainnet-beta has. With them code that takes a slot for a block height fails.
const skippedAtFirst = 21_500_000n;

/** The number of blocks for which a blockhash lives. */
const blockhashLife = 150n;

const longestStakeHistory = 512n;

const lamportsPerSol = 1_000_000_000n;

/**
 * A cluster with 400 million SOL at stake. Warm-up and cool-down are limited to 9 % of it per epoch. So any stake of a test is active or inactive one
 * epoch after it was delegated or deactivated. No figure may be zero: if the cluster deactivates nothing in an epoch, the runtime takes a stake that
 * is deactivated in it for active for ever.
 */
const cluster = {
  effective: 400_000_000n * lamportsPerSol,
  activating: 4_000_000n * lamportsPerSol,
  deactivating: 3_000_000n * lamportsPerSol,
};

export interface ChainClock {
  slot(): bigint;
  blockHeight(): bigint;
  epoch(): bigint;
  /** Seconds since 1970 at which a slot was or will be. */
  timeOf(slot: bigint): bigint;
  /** The newest blockhash, and the height of the last block that can hold a transaction with it. */
  latestBlockhash(): { blockhash: string; lastValidBlockHeight: bigint };
  isBlockhashValid(blockhash: string): boolean;
  /** Makes blocks. Time moves with them, and epochs may end. A followed clock catches up later. */
  advanceSlots(slots: bigint): void;
  /** Moves to the time of the followed clock, by slots without a block. Nothing happens if there is no such clock, or if it is behind. */
  catchUp(): void;
  /** Makes blocks, and stays ahead of the followed clock by their time. */
  jump(slots: bigint): void;
  /** Jumps to the first slot of a later epoch. */
  moveToEpoch(epoch: bigint): void;
  /** Jumps until all blockhashes that were handed out have expired. */
  expireBlockhashes(): void;
}

export interface ClockOptions {
  readonly startEpoch: bigint;
  /** The time at the start. */
  readonly startTime: Date;
  /** The clock to follow, in milliseconds since 1970. Without it time moves only when a test says so. */
  readonly now?: (() => number) | undefined;
}

/** Makes litesvm's clock tick like a cluster's clock. By itself it stands still. */
export function createClock(svm: LiteSVM, options: ClockOptions): ChainClock {
  const startSlot = options.startEpoch * slotsPerEpoch + 100_000n;
  const startMilliseconds = BigInt(options.startTime.getTime());
  /** Height of the block that brought each blockhash. */
  const heights = new Map<string, bigint>();
  let slot = startSlot;
  let skipped = skippedAtFirst;
  /** The slots by which jumps put this clock ahead of the followed clock. */
  let ahead = 0n;

  const blockHeight = (): bigint => slot - skipped;
  const epochOf = (ofSlot: bigint): bigint => ofSlot / slotsPerEpoch;
  const timeOf = (ofSlot: bigint): bigint => (startMilliseconds + (ofSlot - startSlot) * millisecondsPerSlot) / 1000n;

  function writeSysvars(): void {
    const epoch = epochOf(slot);
    svm.setClock(new Clock(slot, timeOf(epoch * slotsPerEpoch), epoch, epoch + 1n, timeOf(slot)));
  }

  function recordEpochs(first: bigint, afterLast: bigint): void {
    const { effective, activating, deactivating } = cluster;
    const history = svm.getStakeHistory();
    for (let epoch = first; epoch < afterLast; epoch++) {
      history.add(epoch, new StakeHistoryEntry(effective, activating, deactivating));
    }
    svm.setStakeHistory(history);
  }

  function advanceSlots(slots: bigint): void {
    const before = epochOf(slot);
    const target = slot + slots;
    // Blockhashes that would expire on the way are not made.
    slot = target - (slots > blockhashLife ? blockhashLife + 1n : slots);
    while (slot < target) {
      slot += 1n;
      svm.expireBlockhash();
      heights.set(svm.latestBlockhash(), blockHeight());
    }
    for (const [blockhash, height] of heights) {
      if (height + blockhashLife < blockHeight()) heights.delete(blockhash);
    }
    if (epochOf(slot) > before) recordEpochs(before, epochOf(slot));
    writeSysvars();
  }

  function catchUp(): void {
    if (options.now === undefined) return;
    const passed = BigInt(Math.floor(options.now())) - startMilliseconds;
    const due = startSlot + ahead + passed / millisecondsPerSlot;
    if (due <= slot) return;
    const before = epochOf(slot);
    skipped += due - slot;
    slot = due;
    if (epochOf(slot) > before) recordEpochs(before, epochOf(slot));
    writeSysvars();
  }

  function jump(slots: bigint): void {
    // Without this the next `catchUp` would use up a part of the jump.
    catchUp();
    ahead += slots;
    advanceSlots(slots);
  }

  svm.setEpochSchedule(new EpochSchedule(slotsPerEpoch, slotsPerEpoch, false, 0n, 0n));
  recordEpochs(options.startEpoch - longestStakeHistory, options.startEpoch);
  heights.set(svm.latestBlockhash(), blockHeight());
  writeSysvars();

  return {
    slot: () => slot,
    blockHeight,
    epoch: () => epochOf(slot),
    timeOf,
    latestBlockhash() {
      const blockhash = svm.latestBlockhash();
      return { blockhash, lastValidBlockHeight: (heights.get(blockhash) ?? blockHeight()) + blockhashLife };
    },
    isBlockhashValid: (blockhash) => heights.has(blockhash),
    advanceSlots,
    catchUp,
    jump,
    moveToEpoch(epoch) {
      catchUp();
      if (epoch <= epochOf(slot))
        throw new EngineError(`Epoch ${epoch} is not after ${epochOf(slot)}: time moves on only.`);
      jump(epoch * slotsPerEpoch - slot);
    },
    expireBlockhashes: () => jump(blockhashLife + 1n),
  };
}
