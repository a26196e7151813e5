import type { Parsed } from '@isochain/core';
import type { Network } from '../chains.ts';
import type { Account, ExtendedAccount } from './account.ts';
import { parseAddress } from './address.ts';
import { type Descriptor, readDescriptor, writeDescriptor } from './descriptor.ts';
import { isExtendedKeyLike, readExtendedKey } from './extended-key.ts';
import { refuseOutright } from './private-key.ts';

/**
 * Reads an account id: an address, an extended public key, or a descriptor of one.
 *
 * @returns The account and its canonical text: the address as we write it, the extended key as it came, or the descriptor as we write it. The
 *   text is read as an equal account. Reasons never repeat a private key.
 */
export function parseAccount(network: Network, text: string): Parsed<Account> {
  const refused = refuseOutright(text);
  if (refused !== undefined) return refused;
  if (text.includes('(')) {
    const descriptor = readDescriptor(network, text);
    if (!descriptor.ok) return descriptor;
    return parsed(extendedAccount(network, descriptor, undefined));
  }
  if (isExtendedKeyLike(text)) {
    const extended = readExtendedKey(network, text);
    if (!extended.ok) return extended;
    return parsed(extendedAccount(network, { ...extended, origin: undefined }, text));
  }
  return parseAddress(network, text);
}

function parsed(account: Account): Parsed<Account> {
  return { ok: true, canonical: canonicalOf(account), value: account };
}

/** The text that `parseAccount` reads as this account. */
export function canonicalOf(account: Account): string {
  return account.kind === 'address' ? account.address : (account.text ?? account.descriptor);
}

/**
 * The account of a canonical text.
 *
 * @throws TypeError if the text is not an account id.
 */
export function accountOf(network: Network, canonical: string): Account {
  const found = parseAccount(network, canonical);
  if (!found.ok) throw new TypeError(`not an account: ${found.reason}`);
  return found.value;
}

function extendedAccount(
  network: Network,
  { type, key, fingerprint, neutral, origin }: Omit<Descriptor, 'ok'>,
  text: string | undefined,
): ExtendedAccount {
  const descriptor = writeDescriptor({ type, neutral, origin });
  return {
    kind: 'extended',
    id: descriptor,
    type,
    key,
    descriptor,
    text,
    origin: origin ?? { fingerprint, path: [] },
    // Without segwit there are no other script types.
    isNeutral: text !== undefined && type === 'p2pkh' && network.bech32 !== undefined,
  };
}
