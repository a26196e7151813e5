import type { StoredAccount } from '../accounts-db.ts';
import { invalidParams } from './fault.ts';
import { base58Bytes, type Config, integerParam, listParam } from './params.ts';

const longestPattern = 128;

/** Reads the filters of getProgramAccounts: an account must match all. */
export function accountFilter(filters: unknown): (account: StoredAccount) => boolean {
  const tests = listParam(filters ?? [], 4).map((filter) => oneFilter((filter ?? {}) as Config));
  return (account) => tests.every((test) => test(account));
}

function oneFilter({ dataSize, memcmp }: Config): (account: StoredAccount) => boolean {
  if (dataSize !== undefined) {
    const size = Number(integerParam(dataSize));
    return ({ data }) => data.length === size;
  }
  if (typeof memcmp !== 'object' || memcmp === null) throw invalidParams('Invalid params: unknown filter.');
  const { offset, bytes, encoding = 'base58' } = memcmp as Config;
  const start = Number(integerParam(offset));
  const pattern = patternOf(bytes, encoding);
  if (pattern.length > longestPattern) throw invalidParams('Invalid param: data too large');
  return ({ data }) =>
    start + pattern.length <= data.length && pattern.every((byte, index) => data[start + index] === byte);
}

function patternOf(bytes: unknown, encoding: unknown): Uint8Array {
  const pattern =
    typeof bytes !== 'string'
      ? undefined
      : encoding === 'base64'
        ? Buffer.from(bytes, 'base64')
        : encoding === 'base58'
          ? base58Bytes(bytes)
          : undefined;
  if (pattern === undefined) throw invalidParams('Invalid param: memcmp bytes must be base58 or base64 text');
  return pattern;
}
