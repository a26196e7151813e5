import { type Problem, problem } from '@isochain/core';
import type { Address } from '../address/address.ts';
import { type PublicKey, schemeOf } from '../address/public-key.ts';
import type { Signer } from '../bytes/transaction.ts';
import type { AccountFacts } from '../upstream/queries/accounts.ts';

/** What is known of the key of an account. */
interface KeyFacts {
  readonly address: Address;
  readonly account: Pick<AccountFacts, 'authenticationKey'>;
  /** The client's. */
  readonly key: PublicKey | undefined;
  /** Keys of its latest transactions. */
  readonly used: readonly PublicKey[];
  /** The field that names the client's key. */
  readonly field: string;
}

/** Finds the key that controls an account, and how it proves it. The chain stores a hash of both. */
export function signerOf(facts: KeyFacts): Signer | { readonly problem: Problem } {
  const { address, account, key, used, field } = facts;
  const { authenticationKey } = account;
  if (key !== undefined) {
    const scheme = schemeOf(key, authenticationKey);
    if (scheme !== undefined) return { publicKey: key, scheme };
    const isRotated = authenticationKey !== address && schemeOf(key, address) !== undefined;
    const reason = isRotated
      ? `the account has another key now (its authentication key is ${authenticationKey})`
      : `the public key does not control the account, whose authentication key is ${authenticationKey}: an account with several keys or a keyless account is not supported`;
    return { problem: problem('sender.notWallet', { reason }, field) };
  }
  for (const each of used) {
    const scheme = schemeOf(each, authenticationKey);
    if (scheme !== undefined) return { publicKey: each, scheme };
  }
  const reason = 'its key cannot be found on the chain, and the transaction must name it';
  return { problem: problem('publicKey.required', { sender: address, reason }, field) };
}
