import { fromHex, toHex } from '@isochain/core';
import type { AddressAccount } from '../address/account.ts';
import { hash160, p2sh } from '../address/scripts.ts';
import type { ChainTransaction } from './backend.ts';

/** A push of a p2wpkh script, all there is in the scriptSig of p2sh-p2wpkh (BIP141). */
const nested = /^16(0014[0-9a-f]{40})$/;

/** The redeem script that one of some transactions showed when it spent from a p2sh-p2wpkh address; its hash is that of the address. */
export function redeemScriptIn(
  transactions: readonly ChainTransaction[],
  { script }: AddressAccount,
): Uint8Array | undefined {
  const own = toHex(script);
  for (const { scriptSig = '' } of transactions.flatMap(({ inputs }) => inputs)) {
    const [, pushed] = nested.exec(scriptSig) ?? [];
    const redeemScript = pushed === undefined ? undefined : fromHex(pushed);
    if (redeemScript !== undefined && toHex(p2sh(hash160(redeemScript))) === own) return redeemScript;
  }
  return undefined;
}
