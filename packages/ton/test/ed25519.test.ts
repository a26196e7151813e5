import { sign as signInJavaScript } from '@ton/crypto';
import { expect, it } from 'vitest';
import { sign } from './ed25519.ts';
import { testKey } from './keys.ts';

it.each([0, 1, 32, 500])('signs %i bytes as @ton/crypto does', (length) => {
  const bytes = Buffer.alloc(length, 0xa5);
  const { secretKey } = testKey(length);
  expect(sign(bytes, secretKey)).toEqual(signInJavaScript(bytes, secretKey));
});
