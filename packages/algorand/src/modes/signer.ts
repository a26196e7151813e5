import { type Problem, problem, RefusedError } from '@isochain/core';
import { type Address, zeroAddress } from '../address/address.ts';
import { isKey } from '../address/public-key.ts';
import type { AccountFacts } from '../upstream/queries/accounts.ts';
import type { SignatureType } from '../upstream/queries/signature-type.ts';

const keyField = 'transaction.data.senderPubKey';
const senderField = 'transaction.data.senderAddress';

/** Whose key signs, with what is wrong about it. */
export interface Signing {
  /** The authorizing address. */
  readonly signer: Address;
  readonly errors: readonly Problem[];
  readonly warnings: readonly Problem[];
}

/** What the client and the indexer say about the key. */
export interface KeyHints {
  /** What the client sent as senderPubKey, as an address. */
  readonly key: Address | undefined;
  /** How the account signed last. */
  readonly used: SignatureType;
}

/**
 * The key that signs: that of the sender, or the one that the account was rekeyed to. The node may lie about it: then no signature fits, and nothing is sent.
 *
 * @throws RefusedError `publicKey.mismatch` if `senderPubKey` is the key of another account.
 */
export function signingOf(
  { address, authAddr }: Pick<AccountFacts, 'address' | 'authAddr'>,
  { key, used }: KeyHints,
): Signing {
  const signer = authAddr ?? address;
  const failed = (error: Problem): Signing => ({ signer, errors: [error], warnings: [] });
  const good: Signing = { signer, errors: [], warnings: [] };
  // Completion says that nobody has its key.
  if (address === zeroAddress) return good;
  if (!isKey(signer)) {
    const who = authAddr === undefined ? 'its address' : `the address ${authAddr}, to which it was rekeyed,`;
    return failed(problem('sender.notWallet', { reason: `${who} is not that of a single key` }, senderField));
  }
  if (key === signer) return good;
  if (used !== undefined) return failed(otherKind(used));
  if (authAddr === undefined) {
    if (key === undefined) return good;
    throw new RefusedError([problem('publicKey.mismatch', { owner: key }, keyField)]);
  }
  if (key === undefined) return { ...good, warnings: [problem('sender.rekeyed', { signer }, senderField)] };
  return failed(problem('sender.otherSigner', { signer, owner: key }, keyField));
}

/**
 * Some addresses of several keys and of programs look like keys. The latest signature tells them apart, and only the indexer knows it. It proves
 * nothing: an account can let a program sign beside its key, and one that was closed and used again is not rekeyed any more. So a client that names the key itself
 * is believed. If it has none, no signature will fit.
 */
function otherKind(used: Exclude<SignatureType, undefined>): Problem {
  const wayOut = 'If a single key controls it, send that key as senderPubKey in a transfer';
  if (used === 'msig')
    return problem(
      'sender.severalSignatures',
      { reason: `several keys signed its latest transaction together. ${wayOut}` },
      senderField,
    );
  const how = used === 'lsig' ? 'a program' : 'a post-quantum key';
  return problem('sender.notWallet', { reason: `${how} signed its latest transaction. ${wayOut}` }, senderField);
}
