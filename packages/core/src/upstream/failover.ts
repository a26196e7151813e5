import { AttemptFailure, RejectedAnswer } from './attempt-failure.ts';
import type { Target } from './endpoint.ts';
import type { EndpointHealth } from './endpoint-health.ts';
import type { Sleep } from './timer.ts';
import type { Attempt } from './trace.ts';
import { type FailedAttempt, UpstreamError } from './upstream-error.ts';

/** What failover needs to know about the world. */
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
}

/** Something to ask of one endpoint, whichever it is. */
export interface Task<T> {
  /** For logs. */
  readonly request: string;
  readonly targets: readonly Target[];
  readonly write: 'once' | 'idempotent' | undefined;
  /** Instead of that of the surroundings. */
  readonly maxAttempts?: number | undefined;
  /** Calls in one batch; `Infinity` where there are no batches. */
  readonly size: number;
  /** @throws AttemptFailure or RejectedAnswer for what another endpoint may do better. */
  ask(target: Target, batchLimit: number): Promise<T>;
}

const firstWaitMs = 250;
const longestWaitMs = 2_000;
/** How long to leave an endpoint alone that limits us and does not say how long. */
const rateLimitedWaitMs = 1_000;
/** An endpoint that wants more patience than this is not asked again for the same request. */
const longestRetryAfterMs = 5_000;

interface Candidate {
  readonly target: Target;
  tries: number;
  notBefore: number;
  /** False once it is clear that it will fail again. */
  open: boolean;
  batchLimit: number;
}

/**
 * Asks one endpoint after the other, each once before any is asked a second time, until one gives a usable answer or the attempts are used
 * up. The next endpoint is asked at once; the same one only after a wait with full jitter, or as long as it asked for.
 *
 * A write that must not be repeated is given up as soon as an endpoint may have carried it out.
 *
 * An endpoint that wants smaller batches is asked again with smaller ones. That is not counted as an attempt, and it has an end: batches
 * only ever become smaller, and single calls cannot be refused as a batch.
 *
 * @returns The answer, and the name of the endpoint that gave it.
 * @throws UpstreamError
 */
export async function failover<T>(surroundings: Surroundings, task: Task<T>): Promise<{ value: T; endpoint: string }> {
  const { chainId, health, now, signal } = surroundings;
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
  let maybeSent = false;

  while (failed.length < budget) {
    const candidate = next(candidates, health, failed.length > 0);
    if (candidate === undefined) break;
    const { target } = candidate;
    if (candidate.tries > 0) await pause(surroundings, candidate);
    if (signal.aborted) break;

    const startedAt = now();
    const describe = () => ({ endpoint: target.name, request: task.request, ms: now() - startedAt });
    try {
      const value = await task.ask(target, candidate.batchLimit);
      surroundings.record({ ...describe(), outcome: 'ok' }, target);
      health.succeeded(target, startedAt);
      if (candidate.batchLimit < health.batchLimit(target)) health.learnBatchLimit(target, candidate.batchLimit);
      return { value, endpoint: target.name };
    } catch (error) {
      const { outcome, detail, facts } = toFailure(error);
      const attempt = { ...describe(), outcome, detail };
      surroundings.record(attempt, target);
      if (outcome === 'batchRefused') {
        candidate.batchLimit = smaller(Math.min(candidate.batchLimit, task.size), facts.batchLimit);
        continue;
      }
      const { request: _, ...failedAttempt } = attempt;
      failed.push(failedAttempt);
      if (!facts.blameless) health.failed(target, outcome, startedAt, facts.retryAfterMs);
      if (task.write && !facts.unprocessed) maybeSent = true;
      if (task.write === 'once' && !facts.unprocessed) break;
      if (facts.batchSuspected) candidate.batchLimit = 1;
      candidate.tries += 1;
      const waitMs = facts.retryAfterMs ?? (outcome === 'rateLimited' ? rateLimitedWaitMs : 0);
      candidate.notBefore = now() + waitMs;
      candidate.open = !facts.final && waitMs <= longestRetryAfterMs;
    }
  }
  throw new UpstreamError(chainId, failed, { maybeSent, ...(signal.aborted ? { timedOut: true } : {}) });
}

/** Of the least tried the one in the best health, as it is known by now. */
function next(candidates: readonly Candidate[], health: EndpointHealth, isRetry: boolean): Candidate | undefined {
  const open = candidates.filter((candidate) => candidate.open);
  const tries = Math.min(...open.map((candidate) => candidate.tries));
  const least = open.filter((candidate) => candidate.tries === tries);
  const [best] = health.order(
    least.map(({ target }) => target),
    isRetry,
  );
  return least.find(({ target }) => target === best);
}

function pause({ now, sleep, random, signal }: Surroundings, { tries, notBefore }: Candidate): Promise<void> {
  const jitter = random() * Math.min(longestWaitMs, firstWaitMs * 2 ** (tries - 1));
  return sleep(Math.max(jitter, notBefore - now()), signal);
}

/** What the endpoint said if that is less than what it refused, else single calls. */
function smaller(refused: number, said = 1): number {
  return said >= 1 && said < refused ? said : 1;
}

function toFailure(error: unknown): AttemptFailure {
  if (error instanceof AttemptFailure) return error;
  if (error instanceof RejectedAnswer) {
    const blameless = error.outcome === 'unable';
    return new AttemptFailure(error.outcome, error.message, {
      final: blameless || error.outcome === 'rejected',
      blameless,
    });
  }
  throw error;
}
