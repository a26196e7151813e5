import type { Parsed } from '@isochain/core';
import { maxInt64 } from '../bytes/contracts.ts';
import { type Address, checkAddress } from './address.ts';

/** A token: of the chain itself (TRC-10), or of a contract (TRC-20). */
export type TokenId =
  | { readonly type: 'TRC10'; readonly id: string }
  | { readonly type: 'TRC20'; readonly contract: Address };

/** Texts that stand for TRX in other interfaces: the address of 20 zero bytes, TRC-10's old name, and the ticker. */
const nativeStandIns: readonly string[] = ['T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', '_', 'TRX', 'trx'];

/** @param text - The number of a TRC-10 token, or the address of a TRC-20 contract. */
export function checkTokenId(text: string): Parsed<TokenId> {
  if (nativeStandIns.includes(text)) return { ok: false, reason: 'it stands for the native coin', native: true };
  if (/^\d+$/.test(text)) {
    // Numbers of 64 bits that begin with 1000001 (TOKEN_NUM of tronprotocol/java-tron, DynamicPropertiesStore).
    if (!/^[1-9]\d{6,18}$/.test(text) || BigInt(text) <= 1_000_000n || BigInt(text) > maxInt64)
      return { ok: false, reason: 'it is not the number of a TRC-10 token, 1000001 or higher' };
    return { ok: true, canonical: text, value: { type: 'TRC10', id: text } };
  }
  const checked = checkAddress(text);
  if (!checked.ok) return checked;
  return { ok: true, canonical: checked.canonical, value: { type: 'TRC20', contract: checked.value } };
}
