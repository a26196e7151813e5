import { describe, expect, it } from 'vitest';
import { address, hash, u64, u128 } from './fields.ts';
import { ledgerOf } from './ledger.ts';

const most = 2n ** 64n - 1n;

describe('numbers', () => {
  it.each([
    ['text', '5', 5n],
    ['JSON', 5, 5n],
    ['zero', '0', 0n],
    ['the highest, as text', most.toString(), most],
    ['beyond 2^53, as JSON', 2n ** 60n + 1n, 2n ** 60n + 1n],
  ])('of 64 bits are read: %s', (_, given, expected) => {
    expect(u64.parse(given)).toBe(expected);
  });

  it.each([
    (most + 1n).toString(),
    -1,
    '-1',
    1.5,
    '1.5',
    '0x5',
    '',
    ' 5',
    '5 ',
    '1e3',
    null,
    undefined,
    true,
    [],
    '9'.repeat(1_000),
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ])('of 64 bits are not %j', (given) => {
    expect(u64.safeParse(given).success).toBe(false);
  });

  it('of 128 bits are read, and no more', () => {
    expect(u128.parse((2n ** 128n - 1n).toString())).toBe(2n ** 128n - 1n);
    expect(u128.safeParse((2n ** 128n).toString()).success).toBe(false);
  });
});

describe('addresses', () => {
  it.each([
    ['short', '0xa', `0x${'a'.padStart(64, '0')}`],
    // A pool of mainnet, as nodes write it.
    ['of 62 digits', `0x${'1232f5'.padEnd(62, 'a')}`, `0x00${'1232f5'.padEnd(62, 'a')}`],
    ['in upper case', `0x${'AB'.repeat(32)}`, `0x${'ab'.repeat(32)}`],
  ])('that are %s become long', (_, given, expected) => {
    expect(address.parse(given)).toBe(expected);
  });

  it.each(['', '0x', 'a', `0x${'a'.repeat(65)}`, '0xg', 5, null])('are not %j', (given) => {
    expect(address.safeParse(given).success).toBe(false);
  });
});

describe('hashes', () => {
  it('are written in lower case', () => {
    expect(hash.parse(`0x${'AB'.repeat(32)}`)).toBe(`0x${'ab'.repeat(32)}`);
  });

  it.each(['ab'.repeat(32), `0x${'ab'.repeat(31)}`, `0x${'ab'.repeat(33)}`, 5])('are not %j', (given) => {
    expect(hash.safeParse(given).success).toBe(false);
  });
});

describe('headers of the ledger', () => {
  const all = {
    'x-aptos-chain-id': '1',
    'x-aptos-ledger-version': '5000000000',
    'x-aptos-ledger-timestampusec': '1700000000123456',
  };
  const read = (headers: Record<string, string>) => ledgerOf({ headers: new Headers(headers) });

  it('are the chain, the version and the time', () => {
    expect(read(all)).toEqual({ chainId: 1, version: 5_000_000_000n, time: 1_700_000_000_123 });
  });

  it.each(Object.keys(all))('say nothing without %s, or with nonsense in it', (name) => {
    const { [name as keyof typeof all]: _, ...rest } = all;
    expect(read(rest)).toBeUndefined();
    for (const nonsense of ['-1', '1.5', 'one', '', '9'.repeat(21)])
      expect(read({ ...rest, [name]: nonsense })).toBeUndefined();
  });
});
