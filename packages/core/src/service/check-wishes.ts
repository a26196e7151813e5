import { explainAmount, parseAmount } from '../amounts.ts';
import { type PlainWish, plainWishes } from '../contract/family-types.ts';
import { type Problem, problem } from '../problem.ts';
import type { TransactionData } from '../schema/transaction-data.ts';
import { isEmpty, isObject, type Taken } from './ignored.ts';

/** Nobody reads more. */
const mostProblems = 20;
const paramsField = 'transaction.data.params';

/**
 * Reads the wishes of a client: members of `params`, and `fees`, `gas` and `nonce` if the mode honours them. Empty members count as absent.
 */
export function checkWishes({ wishes, honours }: Taken, data: TransactionData, problems: Problem[]): object {
  const plain = checkPlainWishes(data, problems);
  const honoured = Object.fromEntries(
    honours.flatMap((name) => (plain[name] === undefined ? [] : [[name, plain[name]]])),
  );
  const { params = {} } = data;
  if (!isObject(params)) {
    problems.push(problem('wish.invalid', { field: paramsField, reason: 'it is not an object' }, paramsField));
    return honoured;
  }
  const given = Object.entries(params).filter(([, value]) => !isEmpty(value));
  const read = wishes.safeParse(Object.fromEntries(given));
  if (read.success) return { ...read.data, ...honoured };
  for (const { path, message } of read.error.issues.slice(0, mostProblems)) {
    const field = [paramsField, ...path.map(String)].join('.');
    problems.push(problem('wish.invalid', { field, reason: message }, field));
  }
  return honoured;
}

/** Reads `fees`, `gas` and `nonce` as whole numbers. */
export function checkPlainWishes(
  data: TransactionData,
  problems: Problem[],
): { [W in PlainWish]?: bigint | undefined } {
  return Object.fromEntries(
    plainWishes.map((name) => {
      const text = data[name];
      const value = text === undefined ? undefined : parseAmount(text);
      if (text !== undefined && value === undefined) {
        const field = `transaction.data.${name}`;
        const reason = `it must be a whole number: ${explainAmount(text)}`;
        problems.push(problem('wish.invalid', { field, reason }, field));
      }
      return [name, value];
    }),
  );
}
