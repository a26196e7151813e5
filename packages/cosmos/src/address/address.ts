import type { Parsed } from '@isochain/core';
import { fromBech32, fromBech32Words, toBech32, toBech32Words } from '@isochain/core/bytes';
import { type CosmosChain, chains, type NamedChain } from '../chains.ts';

/** An address in bech32, in lower case: checked, or made from bytes. */
export type Address = string & { readonly __brand: 'cosmos address' };

/** Bytes of the address of a key or a validator. */
const keyAddressLength = 20;

/** Bytes of addresses of modules, of contracts and of accounts on other chains (cosmos-sdk types/address/hash.go: Hash). */
const derivedAddressLength = 32;

/** @param bytes - 20 or 32 of them. */
export function toAddress(prefix: string, bytes: Uint8Array): Address {
  return toBech32({ encoding: 'bech32', prefix, words: toBech32Words(bytes) }) as Address;
}

/**
 * @param address - Checked before.
 * @returns 20 bytes, or 32 if the address belongs to no key.
 */
export function addressBytes(address: Address): Uint8Array {
  const decoded = fromBech32(address);
  const bytes = decoded && fromBech32Words(decoded.words);
  if (bytes === undefined) throw new RangeError('not an address');
  return bytes;
}

/** Checks the address of an account: of a key, a module or a contract. Upper case is read too, as bech32 allows it. */
export function checkAccount({ chain }: NamedChain, text: string): Parsed<Address> {
  return check(text, chain.prefix, 'accounts', [keyAddressLength, derivedAddressLength]);
}

/** Checks the address of a validator: the bytes of its account, with the prefix of validators. */
export function checkValidator({ chain }: NamedChain, text: string): Parsed<Address> {
  return check(text, chain.validatorPrefix, 'validators', [keyAddressLength]);
}

function check(text: string, prefix: string, what: string, lengths: readonly number[]): Parsed<Address> {
  const expected = `addresses of ${what} here begin with ${prefix}1`;
  if (/^0x/i.test(text)) return { ok: false, reason: `it is hexadecimal: ${expected}` };
  const decoded = fromBech32(text);
  if (decoded === undefined) {
    const isSpelledSo = new RegExp(`^${prefix}1[a-z0-9]{38,}$`, 'i').test(text);
    if (isSpelledSo) return { ok: false, reason: 'its checksum is wrong', checksum: true };
    return { ok: false, reason: `it is not bech32: ${expected}` };
  }
  if (decoded.encoding !== 'bech32')
    return { ok: false, reason: `it is bech32m, of another kind of chain: ${expected}` };
  if (decoded.prefix !== prefix) return { ok: false, reason: `${ofPrefix(decoded.prefix)}: ${expected}` };
  const bytes = fromBech32Words(decoded.words);
  if (bytes === undefined) return { ok: false, reason: 'its last characters stand for no bytes' };
  if (!lengths.includes(bytes.length)) {
    return { ok: false, reason: `it has ${bytes.length} bytes: expected ${lengths.join(' or ')}` };
  }
  const address = text.toLowerCase() as Address;
  return { ok: true, canonical: address, value: address };
}

/** Says what an address with this prefix is. An unknown prefix is not repeated. */
function ofPrefix(prefix: string): string {
  for (const [id, chain] of Object.entries(chains) as [string, CosmosChain][]) {
    if (prefix === chain.prefix) return `it is the address of an account of ${id}`;
    if (prefix === chain.validatorPrefix) return `it is the address of a validator of ${id}`;
  }
  if (/pub$/.test(prefix)) return 'it is a public key';
  if (/valcons$|^ica$/.test(prefix)) return 'it is the consensus address of a validator';
  return 'it is of another chain';
}
