import { UpstreamError } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { UtxoContext } from '../context.ts';
import { type Backend, sharedMs } from '../upstream/backend.ts';
import { type Source, sourcesOf } from '../upstream/sources.ts';

/** So many endpoints are asked: where all are independent, three are enough for one of them to lie. */
const maxEndpoints = 3;
/** In milliseconds. Up to this age others take the last estimate while one request asks anew; so long an endpoint that was late is passed over. */
const keptMs = 10_000;
/** So long others are waited for once one has answered, within half the time of an attempt in all: a liar must not win by being fast. */
const graceMs = 1_000;
/** Without any answer the floor has to do after this time, where it may. */
const floorMs = 3_000;

/** What a client would like to pay. */
export interface FeeWish {
  /** Smallest unit per 1,000 virtual bytes. It is taken as it is: whoever reads the wish checks it. */
  readonly feeRate?: bigint | undefined;
  /** Within how many blocks the transaction should be confirmed: 1, 3 (the default), 6 or 144. */
  readonly feeTarget?: number | undefined;
}

export interface FeeRate {
  /** Smallest unit per 1,000 virtual bytes. */
  readonly feeRate: bigint;
  /** Whether the network asks for more than the operator offers. */
  readonly isCapped: boolean;
}

/**
 * Makes what reads the fee rate of a transaction: the median of what several sources say, within the operator's limits. They are asked side by
 * side, those of different sources and kinds first; those that are set aside or were late only where no other has an estimate. What they say is shared
 * by all that is asked within a second.
 *
 * Endpoints that have their estimates from the same source are one opinion: the lowest of them counts. Of an even number of opinions the lower of the
 * two in the middle counts. One that lies upwards then takes nobody's money, which would not come back, while a transaction that pays too little
 * waits, and can be replaced where there is replacement.
 *
 * It throws UpstreamError if nobody has an estimate, and the floor would not do.
 */
export function feeRateReader(
  context: UtxoContext,
  backends: readonly Backend[],
): (wish: FeeWish, operation: Operation) => Promise<FeeRate> {
  const { now, policy, timeoutMs } = context;
  const { minFeeRate, maxFeeRate } = policy;
  const isFloorEnough = policy.isFloorEnough || context.identity.isTestnetFor !== undefined;
  const sources = independentFirst(context, sourcesOf(context, backends));
  const lateUntil = new Map<string, number>();
  /** By target. */
  const estimates = new Map<number, { readonly rate: bigint; readonly at: number; askAt: number }>();

  /** @returns undefined if nobody has an estimate, and the floor will do. */
  async function estimate(target: number, operation: Operation): Promise<bigint | undefined> {
    const rates: { readonly source: string; readonly rate: bigint }[] = [];
    const told = new Set<Source>();
    let failures: UpstreamError[] = [];

    /** Asks side by side. Says whether all have ended: who has not is late. */
    async function ask(asked: readonly Source[], maxAttempts?: number): Promise<boolean> {
      const startedAt = now();
      const open = new Set(asked);
      failures = [];
      let timer: ReturnType<typeof setTimeout> | undefined;
      await new Promise<void>((end, fail) => {
        const endIn = (ms: number) => {
          clearTimeout(timer);
          timer = setTimeout(end, ms);
        };
        if (isFloorEnough) endIn(floorMs);
        const answers = asked.map(async (source) => {
          try {
            const rate = await source.backend.feeRate({ endpoint: source.name, maxAttempts }, operation, target);
            told.add(source);
            if (rate !== undefined && rates.push({ source: context.feeSourceOf(source.name), rate }) === 1)
              endIn(Math.min(graceMs, startedAt + timeoutMs / 2 - now()));
          } catch (error) {
            if (!(error instanceof UpstreamError)) throw error;
            failures.push(error);
          }
          open.delete(source);
        });
        Promise.all(answers).then(() => end(), fail);
      }).finally(() => clearTimeout(timer));
      for (const { name } of open) lateUntil.set(name, now() + keptMs);
      return open.size === 0;
    }

    const aside = new Set(operation.status().flatMap(({ name, healthy }) => (healthy ? [] : name)));
    const isWell = ({ name }: Source) => !aside.has(name) && (lateUntil.get(name) ?? 0) <= now();
    const isOver = await ask(sources.filter(isWell).slice(0, maxEndpoints), 1);
    if (isOver && rates.length === 0) await ask(sources.filter((source) => !told.has(source)).slice(0, maxEndpoints));

    const median = medianOf(rates);
    if (median !== undefined || isFloorEnough) return median;
    throw new UpstreamError(
      context.chainId,
      failures.flatMap(({ attempts }) => attempts),
    );
  }

  return async ({ feeRate, feeTarget = 3 }, operation) => {
    if (feeRate !== undefined) return { feeRate, isCapped: false };
    const time = now();
    const known = estimates.get(feeTarget);
    let rate = known?.rate;
    if (known === undefined || time >= known.askAt || Math.abs(time - known.at) >= keptMs) {
      if (known) known.askAt = time + sharedMs;
      rate = await estimate(feeTarget, operation);
      const at = now();
      if (rate !== undefined) estimates.set(feeTarget, { rate, at, askAt: at + sharedMs });
    }
    if (rate === undefined || rate < minFeeRate) return { feeRate: minFeeRate, isCapped: false };
    return rate > maxFeeRate ? { feeRate: maxFeeRate, isCapped: true } : { feeRate: rate, isCapped: false };
  };
}

/** Endpoints whose estimates have a source of their own, and behind them those that repeat one. */
function independentFirst({ feeSourceOf }: Pick<UtxoContext, 'feeSourceOf'>, sources: readonly Source[]): Source[] {
  const seen = new Set<string>();
  const isFirst = new Map(
    sources.map(({ name }) => {
      const source = feeSourceOf(name);
      const isNew = !seen.has(source);
      seen.add(source);
      return [name, isNew];
    }),
  );
  return sources.toSorted((a, b) => Number(isFirst.get(b.name)) - Number(isFirst.get(a.name)));
}

/** The median of the opinions, the lower one of two; undefined if there are none. */
function medianOf(rates: readonly { readonly source: string; readonly rate: bigint }[]): bigint | undefined {
  const opinions = new Map<string, bigint>();
  for (const { source, rate } of rates) {
    const lowest = opinions.get(source);
    if (lowest === undefined || rate < lowest) opinions.set(source, rate);
  }
  return [...opinions.values()].toSorted((a, b) => Number(a - b))[(opinions.size - 1) >> 1];
}
