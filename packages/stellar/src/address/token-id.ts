import type { Parsed } from '@isochain/core';
import { type Address, readAddress } from './address.ts';

/** An asset: what an account issued under a code. */
export interface TokenId {
  /** 1 to 12 letters and digits. Upper and lower case differ. */
  readonly code: string;
  readonly issuer: Address;
  /** `CODE:ISSUER` (SEP-11). */
  readonly text: string;
}

/** Longest code (stellar/stellar-xdr, Stellar-ledger-entries.x: AssetCode12). */
const longestCode = 12;

/** Longest code of the short form (AssetCode4). */
const longestShort = 4;

/** @param text - `CODE:ISSUER`, or `CODE-ISSUER` as explorers write it, perhaps with `-1` or `-2` for the form of the code. */
export function checkTokenId(text: string): Parsed<TokenId> {
  if (/^(?:native|xlm)$/i.test(text)) return { ok: false, native: true, reason: 'it is the native coin' };
  const [, code, issuerText, form] = /^([^:-]*)[:-]([^:-]*)(?:-([12]))?$/.exec(text) ?? [];
  if (code === undefined || issuerText === undefined) return { ok: false, reason: 'it is not CODE:ISSUER' };
  if (!/^[A-Za-z0-9]*$/.test(code))
    return { ok: false, reason: 'its code has other characters than letters and digits' };
  if (code.length === 0 || code.length > longestCode)
    return { ok: false, reason: `its code has ${code.length} characters: expected 1 to ${longestCode}` };
  if (form !== undefined && (form === '1') !== code.length <= longestShort)
    return { ok: false, reason: `a code of ${code.length} characters does not have form ${form}` };
  const issuer = readAddress(issuerText);
  if (issuer === undefined) return { ok: false, reason: 'its issuer is not an account (G…)' };
  const token = tokenOf(code, issuer);
  return { ok: true, canonical: token.text, value: token };
}

/** The token of a code and an issuer that are valid. */
export function tokenOf(code: string, issuer: Address): TokenId {
  return { code, issuer, text: `${code}:${issuer}` };
}
