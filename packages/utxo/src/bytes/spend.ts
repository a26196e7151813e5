import { toHex } from '@isochain/core';
import type { Account, DerivedAddress, ExtendedAccount, ScriptType } from '../address/account.ts';
import { type PublicKey, spendOf } from '../address/public-key.ts';
import { hash160, p2sh, p2wpkh } from '../address/scripts.ts';
import type { SpendKind } from '../fees/weights.ts';
import { equalBytes } from './byte-arrays.ts';
import type { Derivation, Spend } from './planned-transaction.ts';

/** How the coins of a sender are unlocked; undefined if that is not known or not supported. */
export function spendKind(
  account: Account,
  key: PublicKey | undefined,
  redeemScript: Uint8Array | undefined,
): SpendKind | undefined {
  if (account.kind === 'extended') return account.type;
  const { type, script } = account;
  if (key !== undefined) return spendOf(script, key);
  if (type === 'p2wpkh' || type === 'p2tr' || type === 'p2pkh') return type;
  return type === 'p2sh' && redeemScript !== undefined && isRedeemScript(script, redeemScript)
    ? 'p2sh-p2wpkh'
    : undefined;
}

/** Whether a redeem script is p2sh-p2wpkh, and hashes to the address. */
function isRedeemScript(script: Uint8Array, redeemScript: Uint8Array): boolean {
  return /^0014[0-9a-f]{40}$/.test(toHex(redeemScript)) && equalBytes(p2sh(hash160(redeemScript)), script);
}

/** The type of the script, without the form of its key. */
export function scriptType(kind: SpendKind): ScriptType {
  return kind === 'p2pkh-uncompressed' ? 'p2pkh' : kind;
}

/**
 * What an input needs beside the signature.
 *
 * @param publicKey - Compressed; absent if the sender did not give it.
 * @param redeemScript - Given if it is known without the key.
 */
export function spendWith(
  kind: SpendKind,
  publicKey: Uint8Array | undefined,
  redeemScript: Uint8Array | undefined,
): Spend | undefined {
  switch (kind) {
    case 'p2wpkh':
      return { type: 'p2wpkh' };
    case 'p2tr':
      return { type: 'p2tr', internalKey: publicKey?.subarray(1) };
    case 'p2sh-p2wpkh': {
      const script = publicKey === undefined ? redeemScript : p2wpkh(hash160(publicKey));
      return script && { type: 'p2sh-p2wpkh', redeemScript: script };
    }
    default:
      return { type: 'p2pkh', isUncompressed: kind === 'p2pkh-uncompressed' };
  }
}

/** The derivation that wallets find the key of an address by. */
export function derivationOf({ origin }: ExtendedAccount, { branch, index, publicKey }: DerivedAddress): Derivation {
  return { publicKey, fingerprint: origin.fingerprint, path: [...origin.path, branch, index] };
}
