import { describe, expect, it } from 'vitest';
import { checkTransactionId } from './transaction-id.ts';

// A mined transaction: fixtures/mined.json.
const id = 'b0b68ea41e7b46f06196ea0ff47837afe821f985eb966a4915eb3809ac893461';

describe('checkTransactionId', () => {
  it.each([id, `0x${id}`, id.toUpperCase(), `0X${id.toUpperCase()}`])('reads %s', (text) => {
    expect(checkTransactionId(text)).toEqual({ ok: true, canonical: id, value: id });
  });

  it.each(['', '0x', id.slice(1), `${id}0`, `${id}\n`, ` ${id}`, id.replace('b', 'g'), `0x0x${id.slice(4)}`])(
    'refuses %j',
    (text) => {
      expect(checkTransactionId(text)).toEqual({ ok: false, reason: 'it is not a hash of 32 bytes in hex' });
    },
  );
});
