import { fromHex, type Parsed, toHex } from '@isochain/core';
import { secp256k1 } from '@noble/curves/secp256k1';
import { getAddress, keccak256 } from 'viem/utils';
import type { NamedChain } from './chains.ts';

export type Address = `0x${string}`;
export type Hex = `0x${string}`;

/** Chain ids whose checksums mix in the chain id (EIP-1191). Source: EIP-1191 adoption table, RSK mainnet and testnet. */
const eip1191ChainIds: ReadonlySet<number> = new Set([30, 31]);

/**
 * Checks an address as people type it: 0x and 40 hex digits. All lower or all upper case is without a checksum. Mixed case must have the right one
 * (EIP-55, or EIP-1191 where the chain uses it).
 *
 * @returns The address in lower case: the same for all spellings, and no hash is needed to make it.
 */
export function checkAddress(named: NamedChain, text: string): Parsed<Address> {
  if (!/^0x/i.test(text)) return { ok: false, reason: 'it does not start with 0x' };
  const digits = text.slice(2);
  if (!/^[0-9a-fA-F]*$/.test(digits)) return { ok: false, reason: 'it has characters that are not hexadecimal' };
  if (digits.length !== 40) return { ok: false, reason: `it has ${digits.length} hex digits, not 40` };
  const canonical = toLower(text);
  const isUnmarked = digits === canonical.slice(2) || digits === digits.toUpperCase();
  if (isUnmarked || toChecksum(canonical).slice(2) === digits) return found(canonical);
  if (eip1191ChainIds.has(named.chain.id) && getAddress(canonical, named.chain.id).slice(2) === digits) {
    return found(canonical);
  }
  return { ok: false, reason: 'its checksum is wrong', checksum: true };
}

function found(canonical: Hex): Parsed<Hex> {
  return { ok: true, canonical, value: canonical };
}

const ascii = /* @__PURE__ */ new TextEncoder();

/** The EIP-55 form of a valid address. Nothing is cached: this is faster than a cache hit of viem's `getAddress`. */
export function toChecksum(address: string): Address {
  const lower = address.slice(2).toLowerCase();
  const hash = keccak256(ascii.encode(lower), 'bytes');
  let marked = '0x';
  for (let i = 0; i < 40; i++) {
    const digit = lower.charAt(i);
    // A digit is in upper case if the hash has a nibble of 8 or more at its place.
    const byte = hash[i >> 1] ?? 0;
    marked += (i % 2 === 0 ? byte >> 4 : byte & 15) >= 8 ? digit.toUpperCase() : digit;
  }
  return marked as Address;
}

/** An address that every node and encoder takes: lower case has no checksum, which could be another chain's. */
export function toLower(address: string): Address {
  return address.toLowerCase() as Address;
}

/**
 * An address for wallets: as it was given, without a checksum or with EIP-55's. In lower case on chains of EIP-1191, as wallets do not know that
 * checksum.
 */
export function forWallets(named: NamedChain, address: string): Address {
  return eip1191ChainIds.has(named.chain.id) ? toLower(address) : `0x${address.slice(2)}`;
}

/** An address as a number, to compare ranges. */
export function addressNumber(address: string): bigint {
  return BigInt(address.toLowerCase());
}

/**
 * The address of a public key: the last 20 bytes of the keccak256 of its coordinates (Ethereum yellow paper, section 4).
 *
 * @param publicKey - Hex with or without 0x: 33 bytes compressed, 65 bytes with 04, or 64 bytes of coordinates.
 */
export function addressOfPublicKey(publicKey: string): Parsed<Address> {
  const bytes = fromHex(publicKey.trim());
  if (bytes === undefined) return { ok: false, reason: 'it is not hexadecimal' };
  if (![33, 64, 65].includes(bytes.length)) {
    return {
      ok: false,
      reason: `it has ${bytes.length} bytes: expected 33 (compressed), 65 (uncompressed) or 64 (coordinates)`,
    };
  }
  try {
    const point = secp256k1.ProjectivePoint.fromHex(bytes.length === 64 ? `04${toHex(bytes)}` : toHex(bytes));
    const coordinates = point.toRawBytes(false).subarray(1);
    return found(`0x${keccak256(coordinates).slice(-40)}`);
  } catch {
    return { ok: false, reason: 'it is not a point of the curve secp256k1' };
  }
}

/** Transaction ids are keccak256 hashes. */
export function checkTransactionId(text: string): Parsed<Hex> {
  const digits = text.replace(/^0x/i, '');
  if (!/^[0-9a-fA-F]{64}$/.test(digits)) return { ok: false, reason: 'it is not a hash of 32 bytes in hex' };
  return found(`0x${digits.toLowerCase()}`);
}

/** Addresses that wallets and exchanges use for the native coin: they are not contracts. ERC-7528, and the zero address. */
const nativeStandIns: readonly string[] = [
  '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  '0x0000000000000000000000000000000000000000',
];

/** Checks a token id: the address of a contract, and not a stand-in for the native coin. */
export function checkTokenId(named: NamedChain, text: string): Parsed<Address> {
  const checked = checkAddress(named, text);
  if (!checked.ok) return checked;
  const natives = [
    ...nativeStandIns,
    ...(named.chain.nativePseudoTokens ?? []).map((address) => address.toLowerCase()),
  ];
  if (natives.includes(checked.canonical)) return { ok: false, reason: 'it stands for the native coin', native: true };
  return checked;
}
