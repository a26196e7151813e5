import type { FamilyTypes } from '../contract/family-types.ts';
import type { ChainAdapter } from '../family.ts';
import { type Problem, problem } from '../problem.ts';
import type { TransactionData } from '../schema/transaction-data.ts';
import type { Taken } from './ignored.ts';

/** Ids, keys, descriptors and wishes are far shorter. In bytes of UTF-8. */
const longestText = 16_384;

type Chain = Pick<ChainAdapter<FamilyTypes>['bytes'], 'identity' | 'longestText'>;

/**
 * Finds texts of an intent that no transaction of the chain has room for. They are refused before anything is asked: upstreams would get them in a
 * simulation, and count as failed.
 *
 * @param taken - Members of `params` that are no wish are ignored, so their length does not matter.
 */
export function checkLengths(chain: Chain, { wishes }: Pick<Taken, 'wishes'>, data: TransactionData): Problem[] {
  // Numbers have errors of their own.
  const { params, fees: _fees, gas: _gas, nonce: _nonce, ...rest } = data;
  const { amount: _amount, ...fields } = { amount: undefined, ...rest };
  const taken = Object.entries(Object(params)).filter(([name]) => Object.hasOwn(wishes.shape, name));
  return [
    ...Object.entries(fields).flatMap(([name, value]) => lengthProblems(chain, value, `transaction.data.${name}`)),
    ...taken.flatMap(([name, value]) => lengthProblems(chain, value, `transaction.data.params.${name}`)),
  ];
}

/**
 * Finds texts in a value that are too long.
 *
 * @param field - Path of the value in the request.
 */
export function lengthProblems(
  { identity, longestText: most = longestText }: Chain,
  value: unknown,
  field: string,
): Problem[] {
  if (typeof value === 'object' && value !== null) {
    const inner = Object.values(value).some(
      (member) => lengthProblems({ identity, longestText: most }, member, field).length > 0,
    );
    return inner ? [tooLong(identity.name, most, field)] : [];
  }
  if (typeof value !== 'string' || bytesOf(value, most) <= most) return [];
  return [tooLong(identity.name, most, field)];
}

/** The length in UTF-8. A text that has more characters than `most` is not encoded. */
function bytesOf(text: string, most: number): number {
  return text.length > most || 3 * text.length <= most ? text.length : new TextEncoder().encode(text).length;
}

function tooLong(chain: string, most: number, field: string): Problem {
  const expected = `must not be longer than ${most} bytes: no transaction of ${chain} has room for more`;
  return problem('request.invalid', { field, expected }, field);
}
