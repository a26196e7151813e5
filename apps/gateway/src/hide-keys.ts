import type { Code } from '@isochain/core';

/**
 * Takes private keys out of a path before it is logged: people paste them where public ones belong. Extended private keys of every prefix
 * (SLIP-132: xprv, tprv, yprv, Ltpv, dgpv...) and keys in wallet import format wherever they stand; as an account id also 32 or 64 bytes in
 * hex and 64 bytes in base58, which elsewhere are hashes and signatures of transactions. Runs for every request.
 *
 * @param code - What the answer says: where it refuses an id, all but the beginning of a long one is taken out, as it may be anything.
 */
export function hidePrivateKeys(path: string, code?: Code): string {
  const hidden = path
    .replace(/\b([a-zA-Z]{1,2}pr?v)[1-9A-HJ-NP-Za-km-z]{50,}/g, '$1...')
    .replace(/(?<![1-9A-HJ-NP-Za-km-z])[5KL9cTQ6][1-9A-HJ-NP-Za-km-z]{50,51}(?![1-9A-HJ-NP-Za-km-z])/g, '(key)');
  const ids = code === undefined ? undefined : refusedIds.get(code);
  const patterns = ids === undefined ? accountKeys : [...accountKeys, ids];
  return patterns.reduce((text, pattern) => text.replace(pattern, '$1...'), hidden);
}

const accountKeys: readonly RegExp[] = [
  /(\/account\/(?:0x)?[0-9a-f]{4})[0-9a-f]{60}(?:[0-9a-f]{64})?(?![^/])/i,
  /(\/account\/[1-9A-HJ-NP-Za-km-z]{6})[1-9A-HJ-NP-Za-km-z]{81,82}(?![^/])/,
];

/** Ids of up to 24 characters are shown whole: they are too short for a key. That of a token may hold slashes. */
const refusedIds: ReadonlyMap<Code, RegExp> = new Map<Code, RegExp>([
  ['account.invalid', /(\/account\/[^/]{6})[^/]{19,}/],
  ['transaction.invalid', /(\/transaction\/[^/]{6})[^/]{19,}/],
  ['token.invalid', /(\/token\/.{6}).{19,}/],
]);
