import type { HttpAnswer } from '@isochain/core/upstream';
import type { Backend } from './backend.ts';
import type { EsploraApi } from './esplora-api.ts';

/** Keys of mempool.space, and the number of blocks that each stands for. */
const preciseKeys = [
  [1, 'fastestFee'],
  [3, 'halfHourFee'],
  [6, 'hourFee'],
  [144, 'economyFee'],
] as const;

/**
 * The fee rate of mempool.space, if the endpoint has it, as it looks at the current mempool; else the estimate of the node. The first time both are
 * asked for, side by side, and after that only the one that the endpoint has. Only mempool.space tells what its node takes at least.
 */
export function esploraFeeRate({ options, preciseFees, feeEstimates }: EsploraApi): Backend['feeRate'] {
  const isPrecise = new Map<string, boolean>();
  return async (asked, operation, target = 3) => {
    const { endpoint } = asked;
    const one = { ...options, ...asked };
    if (isPrecise.get(endpoint) !== false) {
      const requests =
        isPrecise.get(endpoint) === true ? ([preciseFees] as const) : ([preciseFees, feeEstimates] as const);
      const [precise, estimates] = await operation.httpAll(requests, one);
      const fees = precise.ok ? precise.value : undefined;
      isPrecise.set(endpoint, fees !== undefined);
      const [, key] = preciseKeys.find(([blocks]) => blocks >= target) ?? preciseKeys[3];
      if (fees === undefined) return { rate: estimateFor(estimates, target) };
      const { minimumFee } = fees;
      return { rate: perThousand(fees[key]), floor: minimumFee == null ? undefined : perThousand(minimumFee) };
    }
    return { rate: estimateFor(await operation.http(feeEstimates, one), target) };
  };
}

/** The estimate for a number of blocks, or for the next larger number with an estimate. */
function estimateFor(answer: HttpAnswer<Readonly<Record<string, number>>, unknown> | undefined, target: number) {
  if (answer?.ok !== true) return undefined;
  const targets = Object.keys(answer.value).map(Number);
  const rate = answer.value[Math.min(...targets.filter((blocks) => blocks >= target))];
  return rate === undefined ? undefined : perThousand(rate);
}

/** Rounds up to a thousandth of the smallest unit, but ignores rounding errors of doubles: 0.24600000000000002 is 0.246. */
function perThousand(rate: number): bigint {
  return BigInt(Math.ceil(Number((rate * 1000).toFixed(3))));
}
