import { type Problem, problem, RefusedError } from '@isochain/core';
import type { Address } from '../address/account.ts';
import type { AccountFacts } from '../upstream/queries/accounts.ts';

/** What a transaction does, as thresholds of accounts tell it apart (stellar/stellar-docs, learn/fundamentals/transactions/signatures-multisig.mdx). */
export type Threshold = 'medium' | 'high';

/** Who signs. */
export interface SignerWish {
  /** `senderPubKey`. */
  readonly key: Address | undefined;
  readonly signers: readonly Address[] | undefined;
}

const senderField = 'transaction.data.senderAddress';
const signersField = 'transaction.data.params.signers';

/**
 * The keys that sign together: those that the client names, `senderPubKey`, or the account's own. Their weights must reach the threshold. The chain refuses
 * signatures that it does not need (stellar/stellar-core, src/transactions/SignatureChecker.cpp: checkAllSignaturesUsed).
 *
 * @throws RefusedError `publicKey.mismatch` if `senderPubKey` is no signer of the account.
 */
export function signersOf(
  account: AccountFacts,
  { key, signers }: SignerWish,
  threshold: Threshold,
): { readonly signers: readonly [Address, ...Address[]] } | { readonly error: Problem } {
  const weightOf = (address: Address) =>
    account.signers.find((each) => each.isKey && each.key === address)?.weight ?? 0;
  if (key !== undefined && weightOf(key) === 0)
    throw new RefusedError([problem('publicKey.mismatch', { owner: key }, 'transaction.data.senderPubKey')]);
  const [first = account.address, ...others] = signers ?? [key ?? account.address];
  const all: readonly [Address, ...Address[]] = [first, ...others];
  // At least one signature is needed, also where the threshold is 0.
  const needed = Math.max(1, account.thresholds.low, account.thresholds[threshold]);
  const total = all.reduce((sum, each) => sum + weightOf(each), 0);
  if (signers !== undefined) {
    const invalid = (reason: string) => ({
      error: problem('wish.invalid', { field: signersField, reason }, signersField),
    });
    const stranger = all.find((each) => weightOf(each) === 0);
    if (stranger !== undefined) return invalid(`${stranger} is no signer of the account`);
    if (new Set(all).size < all.length) return invalid('it names a key twice');
    if (key !== undefined && !all.includes(key)) return invalid('it does not name senderPubKey');
    if (total < needed) return invalid(`their weights are ${total} together, and ${needed} are needed`);
    const spare = all.find((each) => total - weightOf(each) >= needed);
    if (spare !== undefined)
      return invalid(`${spare} is not needed, and the chain refuses signatures that are not needed`);
    return { signers: all };
  }
  if (total >= needed) return { signers: all };
  const reason = `the key has weight ${total}, and ${needed} are needed. Name the keys that sign in params.signers`;
  return { error: problem('sender.severalSignatures', { reason }, senderField) };
}
