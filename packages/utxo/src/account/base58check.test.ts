import { toHex } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { fromBase58Check, toBase58Check } from './base58check.ts';

describe('Base58Check', () => {
  it('reads and writes the address of the first block', () => {
    const read = fromBase58Check('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa');
    expect(read?.isIntact).toBe(true);
    expect(toHex(read?.payload ?? new Uint8Array())).toBe('0062e907b15cbf27d5425399ebf6f0fb50ebb88f18');
    expect(toBase58Check(read?.payload ?? new Uint8Array())).toBe('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa');
  });

  it('tells a wrong checksum from what is no base58', () => {
    expect(fromBase58Check('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb')?.isIntact).toBe(false);
    for (const text of ['', '1', '0OIl', 'z'.repeat(121)]) expect(fromBase58Check(text)).toBeUndefined();
  });
});
