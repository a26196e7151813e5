import { UpstreamError } from '@isochain/core';
import { type Answers, ask, type Operation, type Questions } from '@isochain/core/upstream';
import type { EvmContext } from '../context.ts';
import { capOf, type FeeModel, type FeeSnapshot } from './fee-models.ts';

/** How long to wait for the other endpoint, in milliseconds. Shorter than for an answer that is needed. */
const patienceMs = 3_000;

/**
 * Prices that differ by more than this factor are disputed. At its fastest a base fee doubles in six full blocks (EIP-1559), so honest nodes agree if
 * one lags behind by less.
 */
export const disputedFactor = 2n;

/** What a second endpoint says about prices. */
export type Opinion =
  /** The operator did not ask for one. */
  | 'unasked'
  /** No other endpoint answered. */
  | 'missing'
  | 'agrees'
  /** The price caps from the two endpoints, in wei per gas. */
  | { readonly higher: bigint; readonly lower: bigint };

/**
 * Asks one endpoint all questions, and at the same time another one those about prices. A third is asked only if the other did not answer, or turned
 * out to be the one that answered all questions.
 *
 * @returns `second` is undefined if no other endpoint answered.
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

/** Names of the nodes, in the probable order of asking. */
function nodesByHealth(operation: Operation): string[] {
  return operation
    .status()
    .filter(({ kind }) => kind === 'rpc')
    .toSorted((a, b) => Number(b.healthy) - Number(a.healthy))
    .map(({ name }) => name);
}

/** @returns Undefined if the endpoint does not answer. */
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
 * Takes the lower of two prices that differ by too much. An overpaid fee does not come back. A transaction that offers too little waits, and can be
 * replaced.
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
