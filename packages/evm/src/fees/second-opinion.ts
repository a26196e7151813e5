import { UpstreamError } from '@isochain/core';
import { type Answers, ask, type Operation, type Questions } from '@isochain/core/upstream';
import type { EvmContext } from '../context.ts';
import { capOf, type FeeModel, type FeeSnapshot } from './fee-models.ts';

/** How long the other endpoint has, in milliseconds: it is a help, and nothing to wait for as long as for an answer that is needed. */
const patienceMs = 3_000;

/**
 * Prices that differ by more are disputed. A base fee doubles in six full blocks where it rises fastest (EIP-1559), so honest nodes agree
 * although one lags behind by less than that.
 */
export const disputedFactor = 2n;

/** What a second endpoint says of prices. */
export type Opinion =
  /** The operator did not want one. */
  | 'unasked'
  /** There was none to be had. */
  | 'missing'
  | 'agrees'
  /** Caps that the two make, in wei per gas. */
  | { readonly higher: bigint; readonly lower: bigint };

/**
 * Asks one endpoint the questions, and another one at the same time those that tell prices. No more than two others are asked, the second only where
 * the first of them did not answer or turned out to be the one that answered the questions.
 *
 * @returns `second` is undefined where no other endpoint answered.
 */
export async function askTwo<const Q extends Questions, const P extends Questions>(
  operation: Operation,
  questions: Q,
  prices: P,
): Promise<{ answers: Answers<Q>; second: Answers<P> | undefined }> {
  const [likely, guess, ...rest] = nodesByHealth(operation);
  let answeredBy: string | undefined;
  const first = ask(operation, questions, { answeredBy: (name) => (answeredBy = name) });
  const early = guess === undefined ? undefined : askOther(operation, prices, guess);
  const answers = await first;
  const heard = await early;
  if (heard !== undefined && guess !== answeredBy) return { answers, second: heard };
  const next = [...rest, likely].find((name) => name !== answeredBy);
  return { answers, second: next === undefined ? undefined : await askOther(operation, prices, next) };
}

/** Names of the nodes, in the order in which they are likely to be asked. */
function nodesByHealth(operation: Operation): string[] {
  return operation
    .status()
    .filter(({ kind }) => kind === 'rpc')
    .toSorted((a, b) => Number(b.healthy) - Number(a.healthy))
    .map(({ name }) => name);
}

/** Never rejects for an endpoint that does not answer. */
async function askOther<const P extends Questions>(
  operation: Operation,
  prices: P,
  endpoint: string,
): Promise<Answers<P> | undefined> {
  try {
    return await ask(operation, prices, { endpoint, maxAttempts: 1, timeoutMs: patienceMs });
  } catch (error) {
    if (error instanceof UpstreamError) return undefined;
    throw error;
  }
}

/**
 * Of two prices that differ by too much the lower one is taken: what is overpaid does not come back, while a transaction that offers too little
 * waits, and can be replaced.
 */
export function settlePrice(
  context: EvmContext,
  model: FeeModel,
  first: FeeSnapshot,
  second: FeeSnapshot | undefined,
): { fees: FeeSnapshot; opinion: Opinion } {
  if (second === undefined) return { fees: first, opinion: 'missing' };
  const [one, other] = [first, second].map((fees) => capOf(model.price(context.chain, fees, false))) as [
    bigint,
    bigint,
  ];
  const [lower, higher] = one < other ? [one, other] : [other, one];
  if (higher <= lower * disputedFactor) return { fees: first, opinion: 'agrees' };
  return { fees: one < other ? first : second, opinion: { higher, lower } };
}
