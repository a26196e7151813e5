import { describe, expect, it } from 'vitest';
import { checkTransactionId } from './transaction-id.ts';

const id = '0x7c56ad56c7d02bb11887e535b9f1b221626d5b0d4cb5a1ffbadc358c1db515ea';

describe('a transaction id', () => {
  it.each([id, id.slice(2), id.toUpperCase(), id.replace('0x', '0X')])('may be %s', (text) => {
    expect(checkTransactionId(text)).toEqual({ ok: true, canonical: id, value: id });
  });

  it.each(['', '0x', id.slice(0, -1), `${id}0`, ` ${id}`, `${id}\n`, id.replace('7', 'g'), '3556737308'])(
    'may not be %j',
    (text) => {
      expect(checkTransactionId(text)).toMatchObject({ ok: false });
    },
  );
});
