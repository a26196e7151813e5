// What must never be sent to a service, as far as its form tells: clients paste it where an address belongs. All forms stand here, as people paste the key of one
// chain where the address of another belongs. Which of its ids have such a form, each family says itself (`KeyLikeIds`), and what it knows beyond that, by `Checked`.

/** What a text looks like. */
export type Secret = 'a private key' | 'a recovery phrase';

/** Where an id or key stands in a request. */
export type IdPlace = 'account' | 'token' | 'transaction' | 'validator' | 'publicKey';

/** Forms that private keys have, and on some chains public ids too. */
export type SharedForm = 'bytes32' | 'bytes64' | 'base58of64';

/**
 * The ids and public keys of a family that have a form of private keys, by where they stand in a request. It is the whole of a family's `secrets.ts`, and
 * part of its registration: a gateway writes log lines before it loads a family.
 */
export type KeyLikeIds = Readonly<Partial<Record<IdPlace, readonly SharedForm[]>>>;

const shared: Readonly<Record<SharedForm, RegExp>> = {
  /** Of all curves, in hex, with or without 0x or something between the bytes. */
  bytes32: /(?<![0-9a-f])(?:[0-9a-f]{64}|[0-9a-f]{2}(?:[ :][0-9a-f]{2}){31})(?![0-9a-f])/i,
  /** Of ed25519: the seed and the public key (https://datatracker.ietf.org/doc/html/rfc8032#section-5.1.5). */
  bytes64: /(?<![0-9a-f])[0-9a-f]{128}(?![0-9a-f])/i,
  /** The same as wallets of Solana export it: 64 bytes in base58 have up to 88 digits, and hardly ever less than 86. */
  base58of64: /(?<![1-9A-HJ-NP-Za-km-z])[1-9A-HJ-NP-Za-km-z]{86,88}(?![1-9A-HJ-NP-Za-km-z])/,
};

/** Forms that nothing public has. */
const secretForms: readonly RegExp[] = [
  // Extended private keys: BIP32 (xprv, tprv), SLIP-132 (yprv, zprv, Yprv, Zprv, uprv, vprv, Uprv, Vprv), and Ltpv, Mtpv, ttpv and dgpv of other chains.
  /(?<![1-9A-HJ-NP-Za-km-z])(?:[xyztuvYZUV]prv|[LMt]tpv|dgpv)[1-9A-HJ-NP-Za-km-z]{40}/,
  // Wallet import format: 51 digits, or 52 with the mark of a compressed key (https://en.bitcoin.it/wiki/Wallet_import_format), on all networks; mixed case,
  // where hashes of 52 digits in base32 have one.
  /(?<![1-9A-HJ-NP-Za-km-z])(?=[5KL9cTQ6][1-9A-HJ-NP-Za-km-z]{50,51}(?![1-9A-HJ-NP-Za-km-z]))(?=.{0,51}[a-z])(?=.{0,51}[A-Z])/,
  // Seeds of Stellar (SEP-23).
  /(?<![A-Z0-9])S[A-Z2-7]{55}(?![A-Z0-9])/,
  // Aptos (AIP-80).
  /(?:ed25519|secp256k1)-priv-(?:0x)?[0-9a-f]{64}/i,
  // The bytes as numbers, as the command line of Solana keeps them.
  /(?<!\d)\d{1,3}(?:\D{1,3}\d{1,3}){31}(?!\d)/,
];

/** Nothing shorter is a key or a phrase. */
const shortest = 32;
/** The shortest phrases have twelve (BIP39). */
const fewestWords = 12;

/**
 * Tells whether a text holds what looks like a private key or a recovery phrase.
 *
 * @param text - Decoded: without percent signs.
 * @param expected - Forms of ids that belong there; none by default.
 * @returns undefined if it does not, or if it may as well be an id that belongs there.
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

/** Words of the lists that phrases are made of have 3 to 8 letters, or a character or a few of Chinese, Japanese or Korean (BIP39). */
const word = /^(?:[\p{Script=Latin}\p{M}]{3,12}|\P{Script=Latin}{1,16})$/u;

/** Twelve words or more in a row, in any case and with anything between them but letters and digits alone. */
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
