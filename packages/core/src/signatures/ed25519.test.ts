import { describe, expect, it } from 'vitest';
import { readEd25519 } from './ed25519.ts';

const signature = Uint8Array.from({ length: 64 }, (_, i) => (i * 53 + 7) % 256);
const hex = Buffer.from(signature).toString('hex');

describe('readEd25519', () => {
  it.each([
    ['hex', hex],
    ['base64 with spaces around it', ` ${Buffer.from(signature).toString('base64')}\n`],
    ['JSON with text', JSON.stringify({ signature: ` ${hex} ` })],
    ['JSON with bytes', JSON.stringify({ signature: [...signature] })],
  ])('reads %s', (_, text) => {
    expect(readEd25519(text, { longest: 500 })).toEqual({ signatures: [signature], others: [], publicKey: undefined });
  });

  it('keeps a possible transaction apart, and names the key that it claims', () => {
    expect(readEd25519(JSON.stringify({ signature: `${hex}00`, publicKey: 'somebody' }), { longest: 500 })).toEqual({
      signatures: [],
      others: [Uint8Array.from([...signature, 0])],
      publicKey: 'somebody',
    });
  });

  it('reads nothing in other texts', () => {
    expect(readEd25519('!', { longest: 500 })).toMatchObject({ signatures: [], others: [] });
  });

  it('refuses a signature that is too long', () => {
    expect(readEd25519(hex, { longest: 128 }).signatures).toHaveLength(1);
    expect(() => readEd25519(hex, { longest: 127 })).toThrowError(
      expect.objectContaining({ code: 'signature.malformed' }),
    );
  });
});
