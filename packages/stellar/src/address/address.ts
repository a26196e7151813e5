import { type Parsed, toHex } from '@isochain/core';
import { StrKey } from '@stellar/stellar-sdk/base';

/** An account, in strkey: `G` and 55 further characters (SEP-23). */
export type Address = string & { readonly brand?: 'account of Stellar' };

/** An account as a client names it: alone, or with the number of somebody who shares it (CAP-27). */
export interface AccountId {
  readonly account: Address;
  /** A number of 64 bits. Undefined for the account alone. */
  readonly id?: bigint | undefined;
  /** As the bytes spell it: `G…` or `M…`. */
  readonly text: string;
}

/** The strkeys of other things, by their first letter (SEP-23). */
const others: Readonly<Record<string, string>> = {
  S: 'a private key',
  C: 'a contract, and payments reach accounts only',
  T: 'the hash of a transaction',
  X: 'the hash of a secret',
  P: 'a signed payload',
  L: 'a liquidity pool',
  B: 'a claimable balance',
};

/** @param text - `G…`, or `M…` for a muxed account. Upper case only, as SEP-23 demands. */
export function checkAccount(text: string): Parsed<AccountId> {
  if (StrKey.isValidEd25519PublicKey(text)) return { ok: true, canonical: text, value: { account: text, text } };
  const muxed = muxedAccount(text);
  if (muxed !== undefined) return { ok: true, canonical: text, owner: muxed.account, value: muxed };
  return { ok: false, ...whyNot(text) };
}

/** Reads an account alone. Undefined for another text. */
export function readAddress(text: string): Address | undefined {
  return StrKey.isValidEd25519PublicKey(text) ? text : undefined;
}

/** Lengths of an account and of a muxed account. */
const lengths: Readonly<Record<string, number>> = { G: 56, M: 69 };

function whyNot(text: string): { readonly reason: string; readonly checksum?: true } {
  const first = text.charAt(0);
  if (/^[gm]/.test(first) && checkAccount(text.toUpperCase()).ok)
    return { reason: 'it is in lower case, and accounts are in upper case' };
  const expected = lengths[first];
  if (expected === undefined) {
    const other = /^[A-Z2-7]{56,}$/.test(text) ? others[first] : undefined;
    return { reason: other === undefined ? 'it does not begin with G or M' : `it is ${other}` };
  }
  if (/[^A-Z2-7]/.test(text)) return { reason: 'it has characters other than A to Z and 2 to 7' };
  if (text.length !== expected) return { reason: `it has ${text.length} characters: expected ${expected}` };
  return { reason: 'its checksum is wrong', checksum: true };
}

/** Reads `M…`: the key of the account and the number (SEP-23). Undefined for another text. */
function muxedAccount(text: string): AccountId | undefined {
  if (!StrKey.isValidMed25519PublicKey(text)) return undefined;
  const bytes = StrKey.decodeMed25519PublicKey(text);
  const account = StrKey.encodeEd25519PublicKey(bytes.slice(0, keyLength));
  return { account, id: BigInt(`0x${toHex(bytes.slice(keyLength))}`), text };
}

/** Bytes of a key of ed25519 (RFC 8032, section 5.1.5). */
const keyLength = 32;
