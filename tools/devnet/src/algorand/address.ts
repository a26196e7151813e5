import { sha512_256 } from '@noble/hashes/sha2.js';
import { base32nopad } from '@scure/base';

/** The digest of the chain: SHA-512/256 (go-algorand:crypto/hashes.go). */
export const digest = (bytes: Uint8Array): Uint8Array => sha512_256(bytes);

/** Base32 without padding: transaction ids, groups, digests in messages. */
export const toBase32 = (bytes: Uint8Array): string => base32nopad.encode(bytes);

export const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

const checksumLength = 4;

/** Writes 32 bytes as an address: with the last 4 bytes of their digest behind them (go-algorand:data/basics/address.go). */
export function toAddress(bytes: Uint8Array): string {
  return toBase32(Buffer.concat([bytes, digest(bytes).subarray(-checksumLength)]));
}

/**
 * Reads an address.
 *
 * @throws TypeError with the text of go-algorand:data/basics/address.go.
 */
export function fromAddress(address: string): Uint8Array {
  let decoded: Uint8Array;
  try {
    decoded = base32nopad.decode(withoutSpareBits(address));
  } catch {
    throw new TypeError(`failed to decode address ${address} from base 32`);
  }
  if (decoded.length < 32) throw new TypeError(`decoded bad addr: ${address}`);
  const bytes = decoded.subarray(0, 32);
  if (Buffer.compare(digest(bytes).subarray(-checksumLength), decoded.subarray(-checksumLength)) !== 0) {
    throw new TypeError(`address ${address} is malformed, checksum verification failed`);
  }
  if (toAddress(bytes) !== address) throw new TypeError(`address ${address} is non-canonical`);
  return bytes;
}

/** The letter at the end of an address has two bits too many. Go ignores them, the library does not. */
function withoutSpareBits(address: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const last = letters.indexOf(address.slice(-1));
  return address.length === 58 && last >= 0 ? address.slice(0, -1) + letters[last - (last % 4)] : address;
}

export const zeroAddress = toAddress(new Uint8Array(32));

/**
 * Writes microAlgos as texts of go-algorand do: `1mA`, `0.0A` (go-algorand:data/basics/units.go).
 */
export function writeAlgos(amount: bigint): string {
  const part = (fraction: bigint, digits: number) =>
    fraction === 0n ? '' : `.${String(fraction).padStart(digits, '0')}`;
  if (amount === 0n) return '0.0A';
  if (amount < 1_000n) return `${amount}uA`;
  if (amount < 1_000_000n) return `${amount / 1_000n}${part(amount % 1_000n, 3)}mA`;
  return `${amount / 1_000_000n}${part(amount % 1_000_000n, 6)}A`;
}
