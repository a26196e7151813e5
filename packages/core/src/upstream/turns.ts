import type { Sleep } from './timer.ts';

/** Runs short computations one at a time, in the order in which they came. */
export type Turns = <T>(signal: AbortSignal, step: () => T) => Promise<T>;

/**
 * Lets everything else of the process run between two steps: timers, connections, other requests. Only a timer does that on Node, in browsers and on
 * Workers.
 *
 * @param sleep - With 0 ms it must let everything else run first.
 * @param over - The error of a step that is not run, because its signal aborted before its turn.
 */
export function createTurns(sleep: Sleep, over: () => Error): Turns {
  const waiting: (() => void)[] = [];
  let isBusy = false;

  async function run() {
    isBusy = true;
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      next();
      await sleep(0);
    }
    isBusy = false;
  }

  return (signal, step) =>
    new Promise((resolve, reject) => {
      waiting.push(() => {
        try {
          if (signal.aborted) throw over();
          resolve(step());
        } catch (error) {
          reject(error);
        }
      });
      if (!isBusy) void run();
    });
}

/** A group of items ends after this time. Others of the process wait no longer, unless one item takes longer. */
const longestGroupMs = 10;

/** Where clocks stand still while a program computes (Workers), a group ends after this many items. */
const largestGroup = 8;

/**
 * Makes something of each item, in groups.
 *
 * @param inTurn - Runs a group when it is its turn.
 */
export async function eachInTurn<Item, T>(
  items: readonly Item[],
  step: (item: Item) => T,
  inTurn: (group: () => void) => Promise<void>,
): Promise<T[]> {
  const made: T[] = [];
  while (made.length < items.length) {
    await inTurn(() => {
      const [until, end] = [made.length + largestGroup, performance.now() + longestGroupMs];
      for (const item of items.slice(made.length, until)) {
        made.push(step(item));
        if (performance.now() >= end) return;
      }
    });
  }
  return made;
}
