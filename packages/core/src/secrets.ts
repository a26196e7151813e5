// Finds private keys and recovery phrases by their form. People paste them where an address belongs, and even the key of one chain where the
// address of another belongs. So the forms of all chains are here. A family says which of its ids look like a key (`KeyLikeIds`), and marks
// secrets that only it knows (`secret` of `Unidentified`).

export type Secret = 'a private key' | 'a recovery phrase';

/** Where an id or key stands in a request. */
export type IdPlace = 'account' | 'token' | 'transaction' | 'validator' | 'publicKey';

/** Forms of private keys that are forms of public ids too, on some chains. */
export type SharedForm = 'bytes32' | 'bytes32AfterSlash' | 'bytes64' | 'base58of64' | 'base64of64';

/**
 * The ids and public keys of a family that look like private keys, by their place in a request. A family's `secrets.ts` holds only this. It is
 * part of the registration, because a gateway writes log lines before it loads a family.
 */
export type KeyLikeIds = Readonly<Partial<Record<IdPlace, readonly SharedForm[]>>>;

const shared: Readonly<Record<SharedForm, RegExp>> = {
  /** A private key of any curve, in hex, with or without 0x. A space or colon may stand between the bytes. */
  bytes32: /(?<![0-9a-f/])(?:[0-9a-f]{64}|[0-9a-f]{2}(?:[ :][0-9a-f]{2}){31})(?![0-9a-f])/i,
  /** The same behind a slash, as in denominations that came over IBC. */
  bytes32AfterSlash: /(?<=\/)[0-9a-f]{64}(?![0-9a-f])/i,
  /** An ed25519 key: the seed and the public key (https://datatracker.ietf.org/doc/html/rfc8032#section-5.1.5). */
  bytes64: /(?<![0-9a-f])[0-9a-f]{128}(?![0-9a-f])/i,
  /**
   * The same in base58, as Solana wallets export it: 64 bytes have up to 88 digits, and hardly ever fewer than 86. One of them is no hex digit, unlike between
   * two zeros of a public key in hex.
   */
  base58of64:
    /(?<![1-9A-HJ-NP-Za-km-z])(?=[1-9A-HJ-NP-Za-km-z]*[G-HJ-NP-Zg-km-z])[1-9A-HJ-NP-Za-km-z]{86,88}(?![1-9A-HJ-NP-Za-km-z])/,
  /** The same in base64 or base64url (RFC 4648, sections 4 and 5), as libraries of Algorand and TON give secret keys. Padded: without padding, page tokens have this form. */
  base64of64: /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{86}==/,
};

/** Forms that only secrets have. */
const secretForms: readonly RegExp[] = [
  // Extended private keys: BIP32 (xprv, tprv), SLIP-132 (yprv, zprv, Yprv, Zprv, uprv, vprv, Uprv, Vprv), and Ltpv, Mtpv, ttpv and dgpv of other chains.
  /(?<![1-9A-HJ-NP-Za-km-z])(?:[xyztuvYZUV]prv|[LMt]tpv|dgpv)[1-9A-HJ-NP-Za-km-z]{40}/,
  // Wallet import format of all networks: 51 digits, or 52 with the mark of a compressed key
  // (https://en.bitcoin.it/wiki/Wallet_import_format). Upper and lower case are mixed, unlike in hashes of 52 digits in base32.
  /(?<![1-9A-HJ-NP-Za-km-z])(?=[5KL9cTQ6][1-9A-HJ-NP-Za-km-z]{50,51}(?![1-9A-HJ-NP-Za-km-z]))(?=.{0,51}[a-z])(?=.{0,51}[A-Z])/,
  // Seeds of Stellar (SEP-23).
  /(?<![A-Z0-9])S[A-Z2-7]{55}(?![A-Z0-9])/,
  // Aptos (AIP-80).
  /(?:ed25519|secp256k1)-priv-(?:0x)?[0-9a-f]{64}/i,
  // The bytes as numbers: the key files of Solana's command line. No letter stands between them: digits and letters take turns in some hex, too.
  /(?<!\d)\d{1,3}(?:[^\da-z]{1,3}\d{1,3}){31}(?!\d)/i,
];

/** The length of the shortest key or phrase. */
const shortest = 32;
/** The shortest phrases have twelve words (BIP39). */
const fewestWords = 12;

/**
 * Tells whether a text seems to hold a private key or a recovery phrase.
 *
 * @param text - Percent-decoded.
 * @param expected - Forms of the ids that belong there. None by default.
 * @returns undefined if it does not, or if it may be an expected id.
 */
export function findSecret(text: string, expected: readonly SharedForm[] = []): Secret | undefined {
  if (text.length < shortest) return undefined;
  if (hasPhrase(text)) return 'a recovery phrase';
  if (secretForms.some((form) => form.test(text))) return 'a private key';
  const isKey = (Object.keys(shared) as SharedForm[]).some(
    (form) => !expected.includes(form) && shared[form].test(text),
  );
  return isKey ? 'a private key' : undefined;
}

/** Ids and keys that people take for an address, in the order in which they are named. */
const mistaken = [
  ['publicKey', 'a public key'],
  ['transaction', 'the id of a transaction'],
] as const satisfies readonly (readonly [IdPlace, string])[];

/**
 * What else a text may be that looks like a private key: public ids of the family have the same form.
 *
 * @returns For example 'a public key or the id of a transaction'. Undefined if it can be nothing else.
 */
export function mistakenFor(text: string, ids: KeyLikeIds = {}): string | undefined {
  if (hasPhrase(text) || secretForms.some((form) => form.test(text))) return undefined;
  const found = mistaken.filter(([place]) => ids[place]?.some((form) => shared[form].test(text)));
  return found.length === 0 ? undefined : found.map(([, name]) => name).join(' or ');
}

/** A word of the BIP39 lists has 3 to 8 letters, or a few characters in Chinese, Japanese or Korean. */
const word = /^(?:[\p{Script=Latin}\p{M}]{3,12}|\P{Script=Latin}{1,16})$/u;

/** True for twelve or more words in a row, in upper or lower case. Between two words stand up to 8 characters that are not all letters or digits. */
function hasPhrase(text: string): boolean {
  let words = 0;
  let end = 0;
  for (const { 0: letters, index } of text.matchAll(/[\p{L}\p{M}]+/gu)) {
    const between = text.slice(end, index);
    const isNext = between.length <= 8 && /[^\p{L}\p{M}\p{N}]/u.test(between);
    words = word.test(letters) ? (isNext ? words + 1 : 1) : 0;
    if (words >= fewestWords) return true;
    end = index + letters.length;
  }
  return false;
}
