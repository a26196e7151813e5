import { type Problem, problem } from '@isochain/core';
import type { Address } from '../address/address.ts';
import { isKey } from '../address/public-key.ts';
import type { AccountFacts } from '../upstream/queries/accounts.ts';

const keyField = 'transaction.data.senderPubKey';
const senderField = 'transaction.data.senderAddress';

/** Whose key signs, with what is wrong about it. */
export interface Signing {
  /** The authorizing address. */
  readonly signer: Address;
  readonly errors: readonly Problem[];
  readonly warnings: readonly Problem[];
}

/**
 * The key that signs: that of the sender, or the one that the account was rekeyed to.
 *
 * @param key - What the client sent as senderPubKey, as an address.
 */
export function signingOf({ address, authAddr }: AccountFacts, key: Address | undefined): Signing {
  const signer = authAddr ?? address;
  if (!isKey(signer)) {
    const reason = `${authAddr === undefined ? 'its address' : `${authAddr}, to which it was rekeyed,`} is not that of a single key`;
    return { signer, errors: [problem('sender.notWallet', { reason }, senderField)], warnings: [] };
  }
  if (authAddr === undefined) {
    const isOther = key !== undefined && key !== signer;
    return { signer, errors: isOther ? [problem('publicKey.mismatch', { owner: key }, keyField)] : [], warnings: [] };
  }
  if (key === undefined) return { signer, errors: [], warnings: [problem('sender.rekeyed', { signer }, senderField)] };
  if (key === signer) return { signer, errors: [], warnings: [] };
  return { signer, errors: [problem('sender.otherSigner', { signer, owner: key }, keyField)], warnings: [] };
}
