import type { Network } from '../chains.ts';
import type { Account, ExtendedAccount } from './account.ts';
import { parseAddress } from './address.ts';
import { type Descriptor, readDescriptor, writeDescriptor } from './descriptor.ts';
import { isExtendedKeyLike, readExtendedKey } from './extended-key.ts';
import { refuseOutright } from './private-key.ts';
import type { Refusal } from './refusal.ts';

export type ParsedAccount = { readonly ok: true; readonly account: Account; readonly canonical: string } | Refusal;

/**
 * Reads an account id: an address, an extended public key, or a descriptor of one.
 *
 * @returns The account and its canonical text, which is read as an equal account: the address as we write it, the extended key as it came, or
 *   the descriptor as we write it. Reasons never repeat a private key.
 */
export function parseAccount(network: Network, text: string): ParsedAccount {
  const refused = refuseOutright(text);
  if (refused !== undefined) return refused;
  if (text.includes('(')) {
    const descriptor = readDescriptor(network, text);
    if (!descriptor.ok) return descriptor;
    const account = extendedAccount(network, descriptor, undefined);
    return { ok: true, account, canonical: account.descriptor };
  }
  if (isExtendedKeyLike(text)) {
    const extended = readExtendedKey(network, text);
    if (!extended.ok) return extended;
    return { ok: true, account: extendedAccount(network, { ...extended, origin: undefined }, text), canonical: text };
  }
  const parsed = parseAddress(network, text);
  return parsed.ok ? { ...parsed, canonical: parsed.account.address } : parsed;
}

/**
 * The account of a canonical text.
 *
 * @throws TypeError if it is none.
 */
export function accountOf(network: Network, canonical: string): Account {
  const parsed = parseAccount(network, canonical);
  if (!parsed.ok) throw new TypeError(`not an account: ${parsed.reason}`);
  return parsed.account;
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
