import { fromBase58, toBase58 } from '@isochain/core/bytes';
import { getBase58Decoder, getBase58Encoder } from '@solana/kit';
import { expect, it } from 'vitest';

it('writes and reads base58 like kit', () => {
  for (let i = 0; i < 300; i++) {
    const bytes = Uint8Array.from({ length: 1 + (i % 90) }, (_, k) => (k < i % 4 ? 0 : (i * 37 + k * k * 11) & 255));
    const text = toBase58(bytes);
    expect(text).toBe(getBase58Decoder().decode(bytes));
    expect(fromBase58(text)).toEqual(new Uint8Array(getBase58Encoder().encode(text)));
  }
});
