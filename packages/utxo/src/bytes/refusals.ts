import { refuse } from '@isochain/core';
import { signatureField as field } from '@isochain/core/signatures';

/** @param missing - Indexes of the inputs that are not signed. */
export function incomplete(missing: readonly number[], count: number): Error {
  const shown = missing.slice(0, 10).map((index) => `encoded[${index}]`);
  const more = missing.length - shown.length;
  return refuse(
    'signature.incomplete',
    { signed: count - missing.length, count, missing: shown.join(', ') + (more === 0 ? '' : ` and ${more} more`) },
    field,
  );
}

// Bitcoin Core, src/script/interpreter.h.
const sighashNames: Readonly<Record<number, string>> = {
  0: 'SIGHASH_DEFAULT',
  2: 'SIGHASH_NONE',
  3: 'SIGHASH_SINGLE',
  129: 'SIGHASH_ALL|ANYONECANPAY',
  130: 'SIGHASH_NONE|ANYONECANPAY',
  131: 'SIGHASH_SINGLE|ANYONECANPAY',
};

export function wrongSighash(input: number, type: number, isTaproot: boolean): Error {
  const allowed = isTaproot ? 'SIGHASH_DEFAULT or SIGHASH_ALL' : 'SIGHASH_ALL';
  const name = sighashNames[type] ?? `0x${type.toString(16).padStart(2, '0')}`;
  return refuse('signature.sighash', { input, type: name, allowed }, field);
}

/** The key that has to sign a taproot input, in words. */
export function schnorrHint(index: number, isLeaf: boolean): string {
  const key = isLeaf ? 'the key itself (untweaked)' : 'the tweaked key (BIP86)';
  return `input ${index} is taproot, which takes 64 bytes of BIP340 made with ${key}, and nothing of ECDSA`;
}
