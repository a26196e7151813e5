import { expect, it } from 'vitest';
import { checkTransactionId } from './transaction-id.ts';

const id = 'a9f2662bca3d3a2aeafc7e9e27568e394ce8a8a940226aabc3a9bd78aba03fa2';

it.each([id, id.toUpperCase(), `0x${id}`, `0X${id}`])('reads %s', (text) => {
  expect(checkTransactionId(text)).toEqual({ ok: true, canonical: id, value: id });
});

it.each(['', '0x', id.slice(1), `${id}0`, ` ${id}`, `${id}\n`, `0x0x${id}`, id.replace('a', 'g')])(
  'refuses %j',
  (text) => {
    expect(checkTransactionId(text).ok).toBe(false);
  },
);
