import { TronWeb } from 'tronweb';

/** A hex address of 21 bytes: 41 and the last 20 bytes of the key's hash. Lower case, without 0x. The engine uses this form inside. */
export type HexAddress = string;

/** Reads base58, 21 bytes in hex, or the 20 bytes of the EVM with 0x. */
export function hexAddress(text: string): HexAddress {
  if (/^41[0-9a-f]{40}$/i.test(text)) return text.toLowerCase();
  if (/^0x[0-9a-f]{40}$/i.test(text)) return `41${text.slice(2).toLowerCase()}`;
  if (!TronWeb.isAddress(text)) throw new TypeError(`${text} is no address of Tron.`);
  return TronWeb.address.toHex(text).toLowerCase();
}

// Answers with many accounts would compute the same checksums again and again.
const spelled = new Map<HexAddress, string>();

export function base58Address(address: HexAddress): string {
  const known = spelled.get(address);
  if (known !== undefined) return known;
  const text = TronWeb.address.fromHex(address);
  spelled.set(address, text);
  return text;
}

/** The same 20 bytes, as the EVM writes them. */
export function evmAddress(address: HexAddress): `0x${string}` {
  return `0x${address.slice(2)}`;
}
