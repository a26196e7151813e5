import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from '../report/percentiles.ts';
import type { Client, Outcome, Shot } from './client.ts';
import { steady } from './schedule.ts';

/** The results of many requests. */
export interface Load {
  readonly count: number;
  readonly seconds: number;
  /** The milliseconds of each request, in the order of their ends. */
  readonly latencies: readonly number[];
  readonly failed: number;
  /** The first few failures. */
  readonly failures: readonly string[];
}

/** Makes the request with an index, from 0. */
export type Shots = (index: number) => Shot;

const shownFailures = 3;

/**
 * Keeps a number of requests open. When one is answered, the next begins.
 *
 * @param until.count - Ends after this number of requests.
 * @param until.seconds - Ends after this time.
 * @param onDone - Called after each request, with the number of requests that are done.
 */
export async function closedLoop(
  client: Client,
  atOnce: number,
  until: { readonly count: number } | { readonly seconds: number },
  shots: Shots,
  onDone?: (done: number) => void,
): Promise<Load> {
  const outcomes: Outcome[] = [];
  const since = performance.now();
  const isOver = 'count' in until ? () => next >= until.count : () => performance.now() - since > until.seconds * 1000;
  let next = 0;
  const walk = async () => {
    while (!isOver()) {
      outcomes.push(await client.send(shots(next++)));
      onDone?.(outcomes.length);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, walk));
  return toLoad(outcomes, since);
}

/**
 * Makes requests at a steady rate, however long answers take. The time of a request counts from when it was due, so a request that waits behind a
 * slow one is slow too.
 *
 * @param rate - Requests per second.
 */
export async function openLoop(client: Client, rate: number, count: number, shots: Shots): Promise<Load> {
  const schedule = steady(rate, count);
  const pending: Promise<Outcome>[] = [];
  const since = performance.now();
  while (pending.length < count) {
    const due = schedule.dueBy(performance.now() - since);
    while (pending.length < due) {
      const index = pending.length;
      const late = performance.now() - since - schedule.dueAt(index);
      pending.push(client.send(shots(index)).then(({ ms, failure }) => ({ ms: ms + late, failure })));
    }
    if (pending.length < count) await delay(1);
  }
  return toLoad(await Promise.all(pending), since);
}

function toLoad(outcomes: readonly Outcome[], since: number): Load {
  const failures = outcomes.flatMap(({ failure }) => failure ?? []);
  return {
    count: outcomes.length,
    seconds: (performance.now() - since) / 1000,
    latencies: outcomes.map(({ ms }) => ms),
    failed: failures.length,
    failures: failures.slice(0, shownFailures),
  };
}

/** Requests per second. */
export function rateOf({ count, seconds }: Load): number {
  return count / seconds;
}

export function p50(load: Load): number {
  return percentile(load.latencies, 0.5);
}

export function p99(load: Load): number {
  return percentile(load.latencies, 0.99);
}
