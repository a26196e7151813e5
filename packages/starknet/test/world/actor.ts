import { createHash } from 'node:crypto';
import { getStarkKey, sign } from '@scure/starknet';
import { ec } from 'starknet';

/** Somebody who signs. Keys are felts: hex with 0x, without leading zeros. */
export interface Actor {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** A key that nobody else has. */
export function actor(name: string): Actor {
  // 248 bits: below the order of the curve.
  const digest = createHash('sha256').update(`isochain test ${name}`).digest('hex').slice(2);
  const privateKey = `0x${digest.replace(/^0+/, '')}`;
  return { privateKey, publicKey: getStarkKey(privateKey) };
}

/** r and s of a hash of 64 digits, in hex with 64 digits each. */
export function signHash(hash: string, { privateKey }: Pick<Actor, 'privateKey'>): string {
  const { r, s } = sign(hash, privateKey);
  return `${padded(r)}${padded(s)}`;
}

/** Every form that public clients send of a signature: those of starknet.js, and those of services that hold keys. */
export function inAllForms(hash: string, by: Actor): Record<string, string> {
  const { r, s } = sign(hash, by.privateKey);
  const hex = `${padded(r)}${padded(s)}`;
  const felts = [r, s].map((value) => `0x${value.toString(16)}`);
  return {
    DER: ec.starkCurve.sign(hash, by.privateKey).toDERHex(),
    'r and s': hex,
    'r and s with 0x': `0x${hex}`,
    'r, s and v': `${hex}00`,
    'r and s without leading zeros': `${r.toString(16)}${s.toString(16)}`,
    'a list of felts': JSON.stringify(felts),
    'felts with a comma': felts.join(','),
    'the signature of an account': JSON.stringify(['0x1', '0x0', by.publicKey, ...felts]),
  };
}

function padded(value: bigint): string {
  return value.toString(16).padStart(64, '0');
}
