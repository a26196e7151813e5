import { getStarkKey, sign } from '@scure/starknet';

// Keys and signatures, made with @scure/starknet.

/** The private key of tests. */
export const privateKey: string = '0x0123456789abcdef0123456789abcdef0123456789abcdef0123';

/** The public key: x, without leading zeros. */
export function publicKeyOf(of: string = privateKey): string {
  return `0x${BigInt(getStarkKey(of)).toString(16)}`;
}

/** The account of Argent 0.4.0 that belongs to `privateKey`: its address was computed with starknet.js 10.8.0. */
export const argent040: string = '0x05b614322c40801f07646174dfd2e8756d63faa8a2e5f1373ac3b30228a9e929';

/** Signs a hash: r and s, 64 digits each. */
export function signatureOf(hash: string, by: string = privateKey): string {
  const { r, s } = sign(hash.replace(/^0x/, '').padStart(64, '0'), by);
  return [r, s].map((number) => number.toString(16).padStart(64, '0')).join('');
}
