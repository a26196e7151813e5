import type { ScriptType } from '../../address/account.ts';

/**
 * The amounts that the signature of an input commits to, with SIGHASH_ALL, or SIGHASH_DEFAULT in taproot. Finalize takes no other types.
 *
 * - `none`: the digest of legacy inputs has no amounts.
 * - `own`: BIP143, "value of the output spent by this input". It has the outpoints of all inputs, but no other amount.
 * - `all`: BIP341, `sha_amounts` is the hash of all amounts that are spent.
 */
const signedAmounts: Readonly<Record<ScriptType, 'none' | 'own' | 'all'>> = {
  p2pkh: 'none',
  'p2sh-p2wpkh': 'own',
  p2wpkh: 'own',
  p2tr: 'all',
};

/**
 * Finds the open inputs of a transaction: an upstream could lie about their amounts, and the transaction would still be valid. Pure.
 *
 * Encodes that spend the same coins and pay the same outputs sign the same transaction, even if they say different amounts. So the signatures of
 * several encodes can be put together. The network takes an input if its signature commits to true amounts. Therefore:
 *
 * - With a taproot input nothing is open: its valid signature comes from an encode with true amounts only, and that encode showed the real fee.
 * - Legacy inputs are open until they are proven.
 * - A single input of segwit v0 is not open: its valid signature comes from an encode with its true amount, and every encode proves all others.
 * - Two or more inputs of segwit v0 are each open until proven. It is not enough to prove all but one: a liar could leave one input open in the first
 *   encode and another in the second, and take from each encode the signature of the input that was proven there.
 */
export function unprovenInputs<I extends { readonly type: ScriptType }>(
  inputs: readonly I[],
  isProven: (input: I) => boolean,
): readonly I[] {
  const signing = (amounts: 'none' | 'own' | 'all') => inputs.filter(({ type }) => signedAmounts[type] === amounts);
  if (signing('all').length > 0) return [];
  const own = signing('own');
  const open = own.length === 1 ? signing('none') : inputs;
  return open.filter((input) => !isProven(input));
}
