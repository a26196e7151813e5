import type { ScriptType } from '../../address/account.ts';

/**
 * Which amounts the signature of an input commits to, signed with SIGHASH_ALL, or SIGHASH_DEFAULT in taproot; finalize takes no others.
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
 * Of some inputs of one transaction, those whose amounts an upstream could lie about without making the transaction invalid. Pure.
 *
 * All encodes that spend the same coins and pay the same outputs sign the same transaction, whatever they say of amounts, so signatures of several
 * can be put together. The network takes an input if what its signature says of amounts is true. Therefore:
 *
 * - With a taproot input nothing is open: its signature comes from an encode in which all amounts were true, and that one showed the real fee.
 * - Legacy inputs are open until they are proven.
 * - The only input of segwit v0 is not: its signature comes from an encode with its true amount, and all others are proven in every encode.
 * - Of two and more each is, until it is proven. That all others are proven is not enough: a liar could leave open this one in one encode, and
 *   that one in the next, and take from each encode the signature of the input that was proven there.
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
