import { AttemptFailure, RejectedAnswer, type StandingStill } from './attempt-failure.ts';
import type { Target } from './endpoint.ts';
import type { EndpointHealth } from './endpoint-health.ts';
import type { Sleep } from './timer.ts';
import type { Attempt } from './trace.ts';
import { type FailedAttempt, UpstreamError } from './upstream-error.ts';

export interface Surroundings {
  readonly chainId: string;
  readonly health: EndpointHealth;
  readonly now: () => number;
  readonly sleep: Sleep;
  readonly random: () => number;
  /** By default one more than there are endpoints, at least 2 and at most 5. */
  readonly maxAttempts: number | undefined;
  readonly signal: AbortSignal;
  readonly record: (attempt: Attempt, target: Target) => void;
  /** Whether all connections of the operation are in use. */
  readonly isFull: () => boolean;
}

/** A request that any of several endpoints can answer. */
export interface Task<T> {
  /** For logs. */
  readonly request: string;
  readonly targets: readonly Target[];
  readonly write: 'once' | 'idempotent' | undefined;
  /** Replaces `maxAttempts` of the surroundings. */
  readonly maxAttempts?: number | undefined;
  /** Calls in one batch. `Infinity` if the request cannot be a batch. */
  readonly size: number;
  readonly stillness: Stillness;
  /** Called with each attempt at a write after which the endpoint may have carried it out, also if a later attempt got an answer. */
  lost?(attempt: FailedAttempt): void;
  /** @throws AttemptFailure or RejectedAnswer if another endpoint may do better. */
  ask(target: Target, batchLimit: number, course: Course): Promise<Found<T>>;
}

/** What an endpoint answered. */
interface Found<T> {
  readonly value: T;
  /** Set if the endpoint stands still. */
  readonly still?: StandingStill | undefined;
}

/** What an operation knows about endpoints that stand still, and whether it accepts their answers. */
interface Stillness {
  /** Times of the latest blocks of endpoints that stood still, by name. */
  readonly seen: Map<string, number>;
  /** True if the answer of an endpoint that stands still is accepted when there is no better one. */
  readonly isTaken: boolean;
  /** An answer with a latest block of this time or later is accepted at once: earlier requests found no newer block. */
  readonly enoughAt: number;
}

/** The chain stands still, as far as the endpoints show. */
export interface StandsStill {
  /** Time of the newest block of any endpoint, in milliseconds since 1970. */
  readonly latestAt: number;
}

/** The answer to a task. */
export interface Settled<T> {
  readonly value: T;
  /** The name of the endpoint that gave it. */
  readonly endpoint: string;
  /** Set if every endpoint that answered stands still. */
  readonly standsStill?: StandsStill | undefined;
}

/** How an attempt and the failover tell each other what happens. */
export interface Course {
  /** Ends the attempt. */
  readonly signal: AbortSignal;
  /** To be called when a request takes longer than usual. Undefined if no other endpoint could be asked meanwhile. */
  readonly overdue: (() => void) | undefined;
}

const firstWaitMs = 250;
const longestWaitMs = 2_000;
/** Pause after a rate limit without Retry-After. */
const rateLimitedWaitMs = 1_000;
/** An endpoint that asks for a longer pause is not asked again for the same request. */
const longestRetryAfterMs = 5_000;

interface Candidate {
  readonly target: Target;
  tries: number;
  notBefore: number;
  /** False if it is certain to fail again. */
  open: boolean;
  batchLimit: number;
}

/** An attempt that is under way. */
interface Running {
  readonly candidate: Candidate;
  readonly startedAt: number;
  isOverdue: boolean;
  readonly controller: AbortController;
}

/** How an attempt ended. A defect is an error of our own code. */
type Outcome<T> = { readonly found: Found<T> } | { readonly failure: AttemptFailure } | { readonly defect: unknown };

/**
 * Asks one endpoint after the other until one gives a usable answer, or the attempts are used up. Each is asked once before any is asked again. The
 * next endpoint is asked at once. The same one is asked again after a pause with full jitter, or after the pause that it asked for.
 *
 * If an endpoint takes longer than usual, the next one is asked too. The first usable answer counts, and the other attempts are ended. So an
 * endpoint that hangs costs a fraction of its time limit.
 *
 * A write that must not be repeated is given up as soon as an endpoint may have carried it out. It is never with two endpoints at the same time.
 *
 * An endpoint that stands still has failed, but its answer is kept. It is asked once, and that does not count as an attempt, because others may be
 * well even if many lag. If no other endpoint answers, the kept answer with the newest block counts.
 *
 * An endpoint that wants smaller batches is asked again with smaller ones. That does not count as an attempt. It ends, because batches only become
 * smaller, and single calls cannot be refused as a batch.
 *
 * @throws UpstreamError
 */
export async function failover<T>(surroundings: Surroundings, task: Task<T>): Promise<Settled<T>> {
  const { chainId, health, now, signal } = surroundings;
  const { stillness } = task;
  const candidates = task.targets.map(
    (target): Candidate => ({
      target,
      tries: 0,
      notBefore: -Infinity,
      open: true,
      batchLimit: health.batchLimit(target),
    }),
  );
  const budget = task.maxAttempts ?? surroundings.maxAttempts ?? Math.min(5, Math.max(2, candidates.length + 1));
  const failed: FailedAttempt[] = [];
  /** How many of `failed` count as attempts. */
  let spent = 0;
  let kept: { readonly settled: Settled<T>; readonly latestAt: number } | undefined;
  const running = new Set<Running>();
  const settled: { readonly run: Running; readonly outcome: Outcome<T> }[] = [];
  let maybeSent = false;
  let isGivenUp = false;
  /** Wakes the loop after something happened to an attempt. */
  let notice = () => {};

  const record = ({ candidate, startedAt }: Running, rest: Pick<Attempt, 'outcome' | 'detail'>) => {
    const { target } = candidate;
    const attempt = { endpoint: target.name, request: task.request, ms: now() - startedAt, ...rest };
    surroundings.record(attempt, target);
    return attempt;
  };

  /** @returns The endpoint to ask now. Undefined while another one may still answer in its usual time, or if none is left. */
  const next = (): Candidate | undefined => {
    if (isGivenUp || spent + running.size >= budget) return undefined;
    if ([...running].some(({ isOverdue }) => !isOverdue)) return undefined;
    const untried = running.size === 0 ? candidates : candidates.filter(({ tries }) => tries === 0);
    const asked = [...running].map(({ candidate }) => candidate);
    const free = untried.filter((candidate) => !asked.includes(candidate));
    return best(free, health, failed.length + running.size > 0, stillness);
  };

  const begin = (candidate: Candidate): void => {
    const controller = new AbortController();
    const run: Running = { candidate, startedAt: now(), isOverdue: false, controller };
    const canAskAnother = task.write !== 'once' && budget > 1 && candidates.length > 1;
    const overdue = () => {
      run.isOverdue = true;
      notice();
    };
    const settle = (outcome: Outcome<T>) => {
      settled.push({ run, outcome });
      notice();
    };
    const course = { signal: controller.signal, overdue: canAskAnother ? overdue : undefined };
    task.ask(candidate.target, candidate.batchLimit, course).then(
      (found) => settle({ found }),
      (error: unknown) => {
        const failure = toFailure(error);
        settle(failure ? { failure } : { defect: error });
      },
    );
    running.add(run);
  };

  const failWith = (run: Running, { outcome, detail, facts }: AttemptFailure): void => {
    const { candidate, startedAt } = run;
    const attempt = record(run, { outcome, detail });
    if (outcome === 'batchRefused') {
      candidate.batchLimit = smaller(Math.min(candidate.batchLimit, task.size), facts.batchLimit);
      if (!signal.aborted) begin(candidate);
      return;
    }
    const { endpoint, ms } = attempt;
    const told = { endpoint, outcome, detail, ms, ...(facts.said === undefined ? {} : { said: facts.said }) };
    failed.push(told);
    if (outcome !== 'stale') spent += 1;
    if (!facts.blameless) health.failed(candidate.target, outcome, startedAt, facts.retryAfterMs);
    if (task.write && !facts.unprocessed) {
      maybeSent = true;
      task.lost?.(told);
    }
    if (task.write === 'once' && !facts.unprocessed) isGivenUp = true;
    if (facts.batchSuspected) candidate.batchLimit = 1;
    candidate.tries += 1;
    const waitMs = facts.retryAfterMs ?? (outcome === 'rateLimited' ? rateLimitedWaitMs : 0);
    candidate.notBefore = now() + waitMs;
    candidate.open = !facts.final && waitMs <= longestRetryAfterMs;
  };

  const learnBatchLimit = ({ target, batchLimit }: Candidate): void => {
    if (batchLimit < health.batchLimit(target)) health.learnBatchLimit(target, batchLimit);
  };

  const give = (run: Running, value: T): Settled<T> => {
    const { candidate, startedAt } = run;
    record(run, { outcome: 'ok' });
    health.succeeded(candidate.target, startedAt);
    learnBatchLimit(candidate);
    return { value, endpoint: candidate.target.name };
  };

  const keep = (run: Running, value: T, { latestAt, message }: StandingStill): void => {
    const { candidate } = run;
    const endpoint = candidate.target.name;
    stillness.seen.set(endpoint, latestAt);
    learnBatchLimit(candidate);
    failWith(run, new AttemptFailure('stale', message, { final: true }));
    if (!stillness.isTaken || (kept !== undefined && kept.latestAt >= latestAt)) return;
    kept = { settled: { value, endpoint, standsStill: { latestAt } }, latestAt };
  };

  /** Ends the running attempts. Overdue endpoints are set aside; the others did nothing wrong. */
  const endAll = () => {
    for (const run of running) {
      running.delete(run);
      run.controller.abort();
      const { outcome, detail, facts } = run.isOverdue ? overtaken() : cancelled();
      const { endpoint, ms } = record(run, { outcome, detail });
      if (task.write) task.lost?.({ endpoint, outcome, detail, ms });
      if (!facts.blameless) health.failed(run.candidate.target, outcome, run.startedAt);
    }
  };

  const end = () => {
    for (const { controller } of running) controller.abort();
  };
  signal.addEventListener('abort', end, { once: true });
  try {
    for (;;) {
      const event = settled.shift();
      if (event !== undefined) {
        const { run, outcome } = event;
        // An attempt that was given up meanwhile is ignored.
        if (!running.delete(run)) continue;
        if ('defect' in outcome) throw outcome.defect;
        if ('failure' in outcome) {
          failWith(run, outcome.failure);
          continue;
        }
        const { value, still } = outcome.found;
        if (still === undefined) {
          endAll();
          return give(run, value);
        }
        keep(run, value, still);
        if (kept !== undefined && kept.latestAt >= stillness.enoughAt) {
          endAll();
          return kept.settled;
        }
        continue;
      }
      const candidate = signal.aborted ? undefined : next();
      if (candidate === undefined) {
        if (running.size === 0) break;
        await new Promise<void>((resolve) => {
          notice = resolve;
        });
        continue;
      }
      // Overdue attempts hold all connections: they are given up, so that another endpoint can be asked.
      if (running.size > 0 && surroundings.isFull()) {
        for (const run of [...running]) {
          running.delete(run);
          run.controller.abort();
          failWith(run, overdueFailure());
        }
        continue;
      }
      if (candidate.tries > 0) await pause(surroundings, candidate);
      if (!signal.aborted) begin(candidate);
    }
  } finally {
    signal.removeEventListener('abort', end);
    endAll();
  }
  if (kept !== undefined && !signal.aborted) return kept.settled;
  throw new UpstreamError(chainId, failed, { maybeSent, ...(signal.aborted ? { timedOut: true } : {}) });
}

function overtaken(): AttemptFailure {
  return new AttemptFailure('overtaken', 'no answer for longer than usual, and another endpoint gave one');
}

function overdueFailure(): AttemptFailure {
  return new AttemptFailure('timeout', 'no answer for longer than usual, and its connections were needed');
}

function cancelled(): AttemptFailure {
  return new AttemptFailure('cancelled', 'another endpoint answered first', { blameless: true });
}

/** The healthiest of the least tried endpoints. Endpoints that are known to have older blocks than others are left out. */
function best(
  candidates: readonly Candidate[],
  health: EndpointHealth,
  isRetry: boolean,
  { seen }: Stillness,
): Candidate | undefined {
  const open = candidates.filter((candidate) => candidate.open);
  const tries = Math.min(...open.map((candidate) => candidate.tries));
  const least = leastStill(
    open.filter((candidate) => candidate.tries === tries),
    seen,
  );
  const [first] = health.order(
    least.map(({ target }) => target),
    isRetry,
  );
  return least.find(({ target }) => target === first);
}

/** Endpoints that were not seen standing still. If there are none: those with the newest block. */
function leastStill(candidates: readonly Candidate[], seen: Stillness['seen']): readonly Candidate[] {
  if (seen.size === 0) return candidates;
  const latestAt = ({ target }: Candidate) => seen.get(target.name) ?? Number.POSITIVE_INFINITY;
  const newest = Math.max(...candidates.map(latestAt));
  return candidates.filter((candidate) => latestAt(candidate) === newest);
}

function pause({ now, sleep, random, signal }: Surroundings, { tries, notBefore }: Candidate): Promise<void> {
  const jitter = random() * Math.min(longestWaitMs, firstWaitMs * 2 ** (tries - 1));
  return sleep(Math.max(jitter, notBefore - now()), signal);
}

/** The next batch size: the limit that the endpoint named, if it is below the refused size. Otherwise single calls. */
function smaller(refused: number, said = 1): number {
  return said >= 1 && said < refused ? said : 1;
}

/** @returns undefined for an error of our own code. */
function toFailure(error: unknown): AttemptFailure | undefined {
  if (error instanceof AttemptFailure) return error;
  if (!(error instanceof RejectedAnswer)) return undefined;
  const blameless = error.outcome === 'unable';
  return new AttemptFailure(error.outcome, error.message, {
    unprocessed: error.unprocessed,
    final: !['rateLimited', 'unavailable'].includes(error.outcome),
    blameless,
  });
}
