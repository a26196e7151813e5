import type { Sleep } from './timer.ts';

/** Runs short computations one at a time, in the order in which they came. */
export type Turns = <T>(signal: AbortSignal, step: () => T) => Promise<T>;

/**
 * Between any two steps everything else of the process gets its turn: timers, connections, other requests. A timer is the one way to wait for
 * that on Node, in browsers and on Workers alike.
 *
 * @param sleep - Ends after that turn when asked for 0 ms.
 * @param over - What a step fails with that nobody waits for any more when its turn comes: it is not run.
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
