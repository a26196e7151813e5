import { type Problem, problem } from '@isochain/core';
import { type Address, isSpecial } from '../address/address.ts';
import { type PublicKey, schemeOf } from '../address/public-key.ts';
import { nameThePayer, nobody } from '../bytes/other-messages.ts';
import type { FeePayer, Signer } from '../bytes/transaction.ts';
import type { AccountFacts, UsedKeys } from '../upstream/queries/accounts.ts';

// Which key signs. The chain stores a hash of the key and of its scheme, the authentication key, and compares it with every transaction.

/** What is known of the key of an account. */
export interface KeyFacts {
  readonly address: Address;
  readonly account: Pick<AccountFacts, 'authenticationKey'>;
  /** The client's. */
  readonly key: PublicKey | undefined;
  /** What its latest transaction tells. Undefined if nobody asked. */
  readonly used: UsedKeys | undefined;
}

/** Why no key can sign. `unknown`: a key is needed, and nobody named it. `unfit`: no key of a single scheme controls the account. */
type Missing = { readonly unknown: string } | { readonly unfit: string };

/** Nobody has a key of this hash. Accounts of contracts have it (aptos-labs/aptos-core, account.move: ZERO_AUTH_KEY). */
const noKey: Address = `0x${'0'.repeat(64)}`;

/** Finds the key that controls an account, and how the account proves it. */
function find({ address, account, key, used }: KeyFacts): Signer | Missing {
  const { authenticationKey: hash } = account;
  if (hash === noKey)
    return {
      unfit: 'no key controls the account, because its authentication key is zero as that of a resource account',
    };
  for (const each of key === undefined ? (used?.keys ?? []) : [key]) {
    const scheme = schemeOf(each, hash);
    if (scheme !== undefined) return { publicKey: each, scheme };
  }
  if (isSpecial(address)) return { unfit: 'the address belongs to the chain itself' };
  if (key !== undefined) {
    const isRotated = hash !== address && schemeOf(key, address) !== undefined;
    if (isRotated) return { unfit: `the account has another key now (its authentication key is ${hash})` };
    const reason = `the public key does not control the account, whose authentication key is ${hash}`;
    return { unfit: `${reason}: accounts with several keys, keyless accounts and objects cannot send here` };
  }
  if (used?.otherSigner !== undefined)
    return {
      unknown: `its latest transaction was signed by ${used.otherSigner}, and only a single key of ed25519 can sign here`,
    };
  if (used !== undefined && used.keys.length > 0)
    return { unknown: 'the key of its latest transaction does not control it any more' };
  return { unknown: 'its key cannot be found on the chain, and the transaction must name it' };
}

/**
 * The key of the sender.
 *
 * @param field - The field of the request in which clients name the key.
 */
export function signerOf(facts: KeyFacts, field: string): Signer | { readonly problem: Problem } {
  const found = find(facts);
  if ('publicKey' in found) return found;
  if ('unknown' in found)
    return { problem: problem('publicKey.required', { sender: facts.address, reason: found.unknown }, field) };
  return {
    problem: problem('sender.notWallet', { reason: found.unfit }, facts.key === undefined ? senderField : field),
  };
}

const senderField = 'transaction.data.senderAddress';

/** The field in which clients name the account that pays. */
export const payerField = 'transaction.data.params.feePayer';

/** The key of the account that pays in place of the sender. */
export function payerOf(facts: KeyFacts): FeePayer | { readonly problem: Problem } {
  if (facts.address === nobody)
    return { problem: problem('wish.invalid', { field: payerField, reason: nameThePayer }, payerField) };
  const found = find(facts);
  if ('publicKey' in found) return { ...found, address: facts.address };
  const reason = 'unfit' in found ? found.unfit : `${found.unknown}: name it as publicKey beside the address`;
  return { problem: problem('wish.invalid', { field: payerField, reason }, payerField) };
}
