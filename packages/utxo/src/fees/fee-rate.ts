import { UpstreamError } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { UtxoContext } from '../context.ts';
import { type Backend, sharedMs } from '../upstream/backend.ts';
import { silent } from '../upstream/silent.ts';
import { type Source, sourcesOf } from '../upstream/sources.ts';

/** How many endpoints are asked. The median of three independent endpoints is safe if one of them lies. */
const maxEndpoints = 3;
/** In milliseconds. How old the last estimate may be while one request asks anew, and how long an endpoint that was late is passed over. */
const keptMs = 10_000;
/** How long the others may take after the first answer, within half the time of an attempt in all: a liar must not win by being fast. */
const graceMs = 1_000;
/** After this time without an answer the floor is taken, if the chain allows that. */
const floorMs = 3_000;

/** What a client would like to pay. */
export interface FeeWish {
  /** Smallest unit per 1,000 virtual bytes. It is not checked here. */
  readonly feeRate?: bigint | undefined;
  /** Within how many blocks the transaction should be confirmed: 1, 3 (the default), 6 or 144. */
  readonly feeTarget?: number | undefined;
}

export interface FeeRate {
  /** Smallest unit per 1,000 virtual bytes. */
  readonly feeRate: bigint;
  /** Whether the network asks for more than the operator offers. */
  readonly isCapped: boolean;
  /** The least fee rate that the network takes, as far as it is known: what nodes say, or the floor of the chain or the operator. */
  readonly floor: bigint;
}

/**
 * Makes the reader of fee rates. A fee rate is the median of several endpoints' estimates, within the operator's limits. The endpoints are asked side
 * by side, different sources and kinds first. Endpoints that are set aside or were late are asked only if no other has an estimate. An estimate is
 * shared for a second.
 *
 * Endpoints with the same source are one opinion: their lowest estimate counts. Of an even number of opinions the lower of the two in the middle
 * counts. So an endpoint that says too much takes nobody's money. Fees that were too high never come back, while a transaction that pays too little
 * waits, and can be replaced on most chains.
 *
 * Nodes also say what they take at least. That is asked for if a wish is below the usual floor of the chain.
 *
 * The reader throws UpstreamError if nobody has an estimate, and the chain does not allow the floor.
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
  const estimates = new Map<number, Estimate & { readonly at: number; askAt: number }>();

  /** @throws UpstreamError if nobody has an estimate, and the chain does not allow the floor */
  async function estimate(target: number, operation: Operation): Promise<Estimate> {
    const floors: { readonly source: string; readonly rate: bigint }[] = [];
    const rates: { readonly source: string; readonly rate: bigint }[] = [];
    const told = new Set<Source>();
    let failures: UpstreamError[] = [];

    /** Asks side by side. Returns whether all have ended; the others are late. */
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
            const asked = { endpoint: source.name, maxAttempts };
            const { rate, floor } = await source.backend.feeRate(asked, operation, target);
            told.add(source);
            const opinionOf = context.feeSourceOf(source.name);
            if (floor !== undefined) floors.push({ source: opinionOf, rate: floor });
            if (rate !== undefined && rates.push({ source: opinionOf, rate }) === 1)
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

    const rate = medianOf(rates);
    if (rate !== undefined || isFloorEnough) return { rate, floor: medianOf(floors) };
    throw new UpstreamError(
      context.chainId,
      failures.flatMap(({ attempts }) => attempts),
    );
  }

  async function shared(target: number, operation: Operation): Promise<Estimate> {
    const time = now();
    const known = estimates.get(target);
    if (known !== undefined && time < known.askAt && Math.abs(time - known.at) < keptMs) return known;
    if (known) known.askAt = time + sharedMs;
    const found = await estimate(target, operation);
    const at = now();
    if (found.rate !== undefined) estimates.set(target, { ...found, at, askAt: at + sharedMs });
    return found;
  }

  /** What nodes take: not more than the usual floor, so that a lie cannot make transactions dear. */
  function floorOf({ floor }: Pick<Estimate, 'floor'>): bigint {
    const least = policy.leastRelayRate;
    if (floor === undefined || least === undefined || floor >= minFeeRate) return minFeeRate;
    return floor > least ? floor : least;
  }

  /** The floor for a wish. Without an answer it is the usual one. */
  async function floorFor(wished: bigint, operation: Operation): Promise<bigint> {
    if (policy.leastRelayRate === undefined || wished >= minFeeRate) return minFeeRate;
    return floorOf((await silent(shared(3, operation))) ?? {});
  }

  return async ({ feeRate, feeTarget = 3 }, operation) => {
    if (feeRate !== undefined) return { feeRate, isCapped: false, floor: await floorFor(feeRate, operation) };
    const found = await shared(feeTarget, operation);
    const floor = floorOf(found);
    const { rate = floor } = found;
    if (rate < floor) return { feeRate: floor, isCapped: false, floor };
    return rate > maxFeeRate
      ? { feeRate: maxFeeRate, isCapped: true, floor }
      : { feeRate: rate, isCapped: false, floor };
  };
}

/** What endpoints say together. */
interface Estimate {
  /** Undefined if nobody has an estimate, and the floor is to be taken. */
  readonly rate?: bigint | undefined;
  /** Undefined if no endpoint tells. */
  readonly floor?: bigint | undefined;
}

/** Puts the first endpoint of each source in front of endpoints that repeat a source. */
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

/** The median of the opinions; undefined if there are none. Of two in the middle, the lower. */
function medianOf(rates: readonly { readonly source: string; readonly rate: bigint }[]): bigint | undefined {
  const opinions = new Map<string, bigint>();
  for (const { source, rate } of rates) {
    const lowest = opinions.get(source);
    if (lowest === undefined || rate < lowest) opinions.set(source, rate);
  }
  return [...opinions.values()].toSorted((a, b) => Number(a - b))[(opinions.size - 1) >> 1];
}
