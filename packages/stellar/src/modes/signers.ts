import { type Problem, problem, RefusedError } from '@isochain/core';
import type { Address } from '../address/address.ts';
import { isKey } from '../address/public-key.ts';
import type { AccountFacts } from '../upstream/queries/accounts.ts';
import { mostSigners } from '../wishes.ts';

// Who can sign for an account. Weights and thresholds are numbers of 8 bits, and the sum of weights has no limit (stellar/stellar-core,
// src/transactions/SignatureChecker.cpp: checkSignature).

/**
 * What a transaction does, as thresholds of accounts tell it apart. Payments and trustlines need the medium one, closing an account needs the high one
 * (stellar/stellar-docs, learn/fundamentals/transactions/signatures-multisig.mdx).
 */
export type Threshold = 'medium' | 'high';

/** Who signs. */
export interface SignerWish {
  /** `senderPubKey`. */
  readonly key: Address | undefined;
  readonly signers: readonly Address[] | undefined;
}

/** What says who signs for an account. */
export type SigningAccount = Pick<AccountFacts, 'address' | 'signers' | 'thresholds'>;

/** A key that counts, with its weight. */
interface Weighed {
  readonly key: Address;
  readonly weight: number;
}

const senderField = 'transaction.data.senderAddress';
const signersField = 'transaction.data.params.signers';

/**
 * The keys that sign together, in the order of their signatures in the envelope: those that the client names, `senderPubKey`, or the account's own.
 *
 * @throws RefusedError `publicKey.mismatch` if `senderPubKey` is no signer of the account.
 */
export function signersOf(
  account: SigningAccount,
  { key, signers }: SignerWish,
  threshold: Threshold,
): { readonly signers: readonly [Address, ...Address[]] } | { readonly error: Problem } {
  const keys = keysOf(account);
  if (key !== undefined && key !== account.address && !keys.some((each) => each.key === key))
    throw new RefusedError([problem('publicKey.mismatch', { owner: key }, 'transaction.data.senderPubKey')]);
  const needed = neededFor(account, threshold);
  if (sumOf(heaviest(keys)) < needed) return { error: hopeless(account, keys, threshold) };
  if (signers !== undefined) return chosen(account, keys, { key, signers }, needed);
  const signer = key ?? account.address;
  if (weightIn(keys, signer) >= needed) return { signers: [signer] };
  return { error: whyNotAlone(account, keys, signer, threshold) };
}

/**
 * Whether nobody can ever move what an account holds: all its signers together reach no threshold that matters. Signers of other kinds than keys count.
 *
 * A transaction that raises the weights needs the high threshold, and a payment the medium one. So an account is locked if both are out of reach.
 */
export function isLocked(account: SigningAccount): boolean {
  const all = account.signers.filter(({ key, isKey: isPlain }) => !isPlain || isKey(key));
  const least = Math.min(neededFor(account, 'medium'), neededFor(account, 'high'));
  return sumOf(heaviest(all)) < least;
}

/** The weight that a transaction needs. One signature is always needed, also where thresholds are 0. Its source must reach the low threshold first. */
function neededFor({ thresholds }: SigningAccount, threshold: Threshold): number {
  return Math.max(1, thresholds.low, thresholds[threshold]);
}

/** The keys with a weight, the heaviest first. Hashes, transactions and signed payloads can sign too, but not with a key that signs this transaction. */
function keysOf({ signers }: SigningAccount): readonly Weighed[] {
  return signers.filter(({ key, weight, isKey: isPlain }) => isPlain && weight > 0 && isKey(key)).toSorted(byWeight);
}

const byWeight = (a: { readonly weight: number }, b: { readonly weight: number }) => b.weight - a.weight;

/** Those that fit into a transaction. */
function heaviest<T extends { readonly weight: number }>(list: readonly T[]): readonly T[] {
  return list.toSorted(byWeight).slice(0, mostSigners);
}

function weightIn(keys: readonly Weighed[], key: Address): number {
  return keys.find((each) => each.key === key)?.weight ?? 0;
}

function sumOf(list: readonly { readonly weight: number }[]): number {
  return list.reduce((sum, { weight }) => sum + weight, 0);
}

/** Why all keys together do not suffice. */
function hopeless(account: SigningAccount, keys: readonly Weighed[], threshold: Threshold): Problem {
  const needed = neededFor(account, threshold);
  const have =
    keys.length === 0 ? 'none of its keys has a weight' : `its keys have weight ${sumOf(heaviest(keys))} together`;
  const lack = `${have}, and ${whatNeeds(threshold)} needs ${needed}`;
  if (isLocked(account)) {
    const reason = `${lack}. Nobody can ever move what it holds`;
    return problem('sender.notWallet', { reason }, senderField);
  }
  const others = 'It has signers that are no keys, such as hashes, and these cannot sign here';
  const reason = sumOf(heaviest(account.signers)) < needed ? lack : `${lack}. ${others}`;
  return problem(threshold === 'high' ? 'account.unclosable' : 'sender.notWallet', { reason }, senderField);
}

function whatNeeds(threshold: Threshold): string {
  return threshold === 'high' ? 'closing the account' : 'this transaction';
}

/**
 * The keys that the client named, if the chain takes all their signatures. It counts signatures in their order until they suffice, and refuses the
 * transaction if one is left (stellar/stellar-core, src/transactions/SignatureChecker.cpp: checkSignature, checkAllSignaturesUsed). So a set of keys works
 * if the others do not suffice without the heaviest, and that one signs last.
 */
function chosen(
  account: SigningAccount,
  keys: readonly Weighed[],
  { key, signers }: { readonly key: Address | undefined; readonly signers: readonly Address[] },
  needed: number,
): { readonly signers: readonly [Address, ...Address[]] } | { readonly error: Problem } {
  const invalid = (reason: string) => ({
    error: problem('wish.invalid', { field: signersField, reason }, signersField),
  });
  const stranger = signers.find((each) => weightIn(keys, each) === 0);
  if (stranger === account.address) return invalid('the own key of the account has weight 0');
  if (stranger !== undefined) return invalid(`${stranger} is no signer of the account`);
  const twice = signers.find((each, i) => signers.indexOf(each) < i);
  if (twice !== undefined) return invalid(`it names ${twice} twice`);
  if (key !== undefined && !signers.includes(key)) return invalid('it does not name senderPubKey');
  const list = signers.map((each) => ({ key: each, weight: weightIn(keys, each) })).toSorted(byWeight);
  const total = sumOf(list);
  if (total < needed) {
    const others = told(keys.filter((each) => !signers.includes(each.key)));
    return invalid(
      `their weight is ${total} together, and ${needed} is needed. These keys could complete it: ${others}`,
    );
  }
  if (sumOf(list.slice(1)) >= needed) {
    const enough = told(fewest(list, needed));
    return invalid(`${enough} would suffice, and the chain refuses signatures that it does not need`);
  }
  const [first, ...rest] = list.map((each) => each.key).toReversed();
  if (first === undefined) throw new Error('The schema of wishes lets an empty list pass.');
  return { signers: [first, ...rest] };
}

/** As few of them as suffice. @param list - The heaviest first. */
function fewest(list: readonly Weighed[], needed: number): readonly Weighed[] {
  const last = list.findIndex((_, i) => sumOf(list.slice(0, i + 1)) >= needed);
  return list.slice(0, last + 1);
}

/** Keys with their weights, as words. */
function told(list: readonly Weighed[]): string {
  return list.map(({ key, weight }) => `${key} (${weight})`).join(', ');
}

/** Why a key cannot sign alone, and which ones could. */
function whyNotAlone(
  account: SigningAccount,
  keys: readonly Weighed[],
  signer: Address,
  threshold: Threshold,
): Problem {
  const needed = neededFor(account, threshold);
  const weight = weightIn(keys, signer);
  const others = keys.filter(({ key }) => key !== signer);
  const alone = others.filter((each) => each.weight >= needed);
  if (weight === 0 && alone.length > 0) {
    const who = `its own key has weight 0, and ${told(alone)} can sign alone in its place`;
    const reason = `${who}. Fraudsters show such accounts as bait. If that key is yours, send it as senderPubKey`;
    return problem('sender.notWallet', { reason }, senderField);
  }
  const lack = `${whatNeeds(threshold)} needs ${needed}`;
  const own =
    weight === 0
      ? `its own key has weight 0, and ${lack}`
      : `the key has weight ${weight}: that suffices for ${whatSuffices(account, weight, threshold)}, and ${lack}`;
  const better =
    alone.length === 0
      ? `These keys could complete it: ${told(others)}. Name all that sign in params.signers`
      : `These keys can sign alone, as senderPubKey: ${told(alone)}`;
  return problem('sender.severalSignatures', { reason: `${own}. ${better}` }, senderField);
}

/** What a key can do that is too light. */
function whatSuffices(account: SigningAccount, weight: number, threshold: Threshold): string {
  if (threshold === 'high' && weight >= neededFor(account, 'medium')) return 'payments and trustlines';
  // Which operations have the low threshold: stellar/stellar-core, src/transactions, getThresholdLevel of each frame.
  return weight >= Math.max(1, account.thresholds.low) ? 'little more than claiming balances' : 'nothing';
}
