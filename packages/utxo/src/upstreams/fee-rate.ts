import { type Operation, UpstreamError } from '@isochain/core';
import type { UtxoContext } from '../chains.ts';
import { type Backend, feeTimeoutMs } from './backend.ts';
import type { Upstreams } from './choose.ts';

/** So many endpoints are asked: three are enough for one of them to lie. */
const maxEndpoints = 3;

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
 * The fee rate of a transaction: the median of what several endpoints say, within the operator's limits. They are asked side by side, those of
 * different kinds first, and none is waited for longer than `feeTimeoutMs`.
 *
 * Of an even number the lower of the two in the middle counts: one that lies upwards then takes nobody's money, which would not come back,
 * while a transaction that pays too little waits, and can be replaced where there is replacement.
 *
 * @throws UpstreamError if nobody has an estimate, and the floor would not do.
 */
export async function readFeeRate(
  context: UtxoContext,
  upstreams: Pick<Upstreams, 'backends'>,
  wish: FeeWish,
  operation: Operation,
): Promise<FeeRate> {
  if (wish.feeRate !== undefined) return { feeRate: wish.feeRate, isCapped: false };

  const { minFeeRate, maxFeeRate, isFloorEnough } = context.policy;
  const failures: UpstreamError[] = [];
  const estimates = await Promise.all(
    endpointsToAsk(context, upstreams.backends).map(async ([backend, endpoint]) => {
      try {
        return await inTime(backend.feeRate(endpoint, operation, wish.feeTarget));
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error;
        failures.push(error);
        return undefined;
      }
    }),
  );
  const sorted = estimates.filter((rate) => rate !== undefined).toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const median = sorted[(sorted.length - 1) >> 1];
  if (median === undefined) {
    if (isFloorEnough || context.identity.isTestnetFor !== undefined) return { feeRate: minFeeRate, isCapped: false };
    throw new UpstreamError(
      context.chainId,
      failures.flatMap(({ attempts }) => attempts),
    );
  }
  if (median > maxFeeRate) return { feeRate: maxFeeRate, isCapped: true };
  return { feeRate: median < minFeeRate ? minFeeRate : median, isCapped: false };
}

/** The first endpoint of each kind, then the second of each, and so on: they differ in what they know. */
function endpointsToAsk({ endpointsOf }: UtxoContext, backends: readonly Backend[]): (readonly [Backend, string])[] {
  return backends
    .flatMap((backend) => endpointsOf(backend.kind).map((name, rank) => ({ backend, name, rank })))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, maxEndpoints)
    .map(({ backend, name }) => [backend, name]);
}

/** @returns undefined if it takes too long. */
async function inTime<T>(promise: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), feeTimeoutMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
