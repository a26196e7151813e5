import { LiteSVM } from 'litesvm';
import { type ChainClock, type ClockOptions, createClock } from './clock.ts';
import { type Execution, refused } from './executor.ts';
import { createLedger, type Ledger } from './ledger.ts';
import type { Validator } from './validator.ts';
import type { WireTransaction } from './wire.ts';

/** The state that the RPC methods work on. */
export interface Node {
  readonly svm: LiteSVM;
  readonly clock: ChainClock;
  readonly ledger: Ledger;
  readonly validators: Validator[];
  /** Micro-lamports per compute unit of the newest slots, newest last. Older slots had none. */
  prioritizationFees: readonly bigint[];
  /** Whether each transaction gets a block at once. */
  automine: boolean;
  /** Runs it now, and moves on to the next slot. */
  process(transaction: WireTransaction): Execution;
  /** Keeps it for the next `mine`. */
  enqueue(transaction: WireTransaction): void;
  /** Runs the waiting transactions, then moves on. */
  mine(slots: bigint): void;
}

export function createNode(options: ClockOptions): Node {
  // The ledger checks age and repetition, because litesvm knows only one blockhash at a time. A chain accepts 150.
  const svm = new LiteSVM().withNativeMints().withBlockhashCheck(false).withTransactionHistory(0n);
  const clock = createClock(svm, options);
  const ledger = createLedger(svm, clock);
  const waiting = new Map<string, WireTransaction>();

  function run(transaction: WireTransaction): Execution {
    const refusal = ledger.refusal(transaction);
    return refusal === undefined ? ledger.land(transaction).execution : refused(refusal);
  }

  return {
    svm,
    clock,
    ledger,
    validators: [],
    prioritizationFees: [],
    automine: true,
    process(transaction) {
      const execution = run(transaction);
      clock.advanceSlots(1n);
      return execution;
    },
    enqueue(transaction) {
      waiting.set(transaction.signature, transaction);
    },
    mine(slots) {
      for (const transaction of waiting.values()) run(transaction);
      waiting.clear();
      clock.advanceSlots(slots);
    },
  };
}
