import { type Parsed, toHex } from '@isochain/core';
import { fromBase58Check, toBase58Check } from '@isochain/core/bytes';
import { concatBytes } from '../bytes/byte-arrays.ts';
import { chains, type Network, utxoChainIds } from '../chains.ts';
import type { AddressAccount, AddressType } from './account.ts';
import { refuseOutright } from './private-key.ts';
import { belongsElsewhere, refusal, wrongChecksum } from './refusal.ts';
import { p2pkh, p2sh, readScript } from './scripts.ts';
import { readSegwit, writeSegwit } from './segwit.ts';

/** Texts that look like addresses, but that we cannot pay. */
const others: readonly { readonly when: RegExp; readonly reason: string }[] = [
  {
    when: /^(ltc|t)mweb1/i,
    reason: 'it is an MWEB address of Litecoin, which only transactions inside MWEB can pay',
  },
  // BIP352.
  { when: /^t?sp1/i, reason: 'it is a silent payment address, which only the wallet of the payer can resolve' },
  {
    when: /^(0x)?(0[23][0-9a-f]{64}|04[0-9a-f]{128})$/i,
    reason: 'it is a public key: POST /api/{chainId}/address/encode tells its addresses',
  },
];

/** Base58 addresses have a version byte and a hash of 20 bytes. */
const base58Payload = 21;

/**
 * Reads an address of the chain.
 *
 * @returns The account, or why the text is not an address. If it belongs to another chain of the family, the reason names that chain.
 */
export function parseAddress(network: Network, text: string): Parsed<AddressAccount> {
  const other = others.find(({ when }) => when.test(text));
  const refused = refuseOutright(text) ?? (other && refusal(other.reason));
  if (refused !== undefined) return refused;
  const decoded = fromBase58Check(text);
  if (decoded?.payload.length === base58Payload && decoded.isIntact) return base58Account(network, decoded.payload);
  if (isSegwitLike(network, text)) {
    const segwit = readSegwit(text);
    if (!segwit.ok) return segwit;
    const isTheirs = ({ bech32 }: Network) => bech32 === segwit.prefix;
    // There is one way to write it.
    if (isTheirs(network)) return accountOf(network, segwit.script, text.toLowerCase());
    return (
      belongsElsewhere(isTheirs) ?? refusal(`no chain of this family has addresses that begin with ${segwit.prefix}1`)
    );
  }
  if (decoded === undefined) return refusal('it is neither base58 nor bech32');
  if (decoded.payload.length === base58Payload) return wrongChecksum;
  // BIP32.
  if (decoded.payload.length === 78) return refusal('it is an extended public key, where a single address is due');
  return refusal(`it has ${decoded.payload.length} bytes: expected ${base58Payload}`);
}

/** Hashes have 20 or 32 bytes. */
const zeroHash = '00'.repeat(20);

/** Reads the address of a recipient. Nobody finds a key or a script whose hash is zero: people burn coins with such addresses. */
export function parseRecipient(network: Network, text: string): Parsed<AddressAccount> {
  const parsed = parseAddress(network, text);
  const isZero = parsed.ok && toHex(parsed.value.script).includes(zeroHash);
  return isZero ? refusal('its hash is zero: nobody could spend what it gets') : parsed;
}

/** Whether the text is meant to be bech32: it has a known prefix, or it has one case and only characters of bech32. */
function isSegwitLike(network: Network, text: string): boolean {
  const lower = text.toLowerCase();
  const prefixes = [network.bech32, ...utxoChainIds.map((id) => chains[id].network.bech32)];
  return (
    prefixes.some((prefix) => prefix !== undefined && lower.startsWith(`${prefix}1`)) ||
    (/^[a-z]{1,10}1[02-9ac-hj-np-z]{6,}$/.test(lower) && (text === lower || text === text.toUpperCase()))
  );
}

function base58Account(network: Network, payload: Uint8Array): Parsed<AddressAccount> {
  const version = payload[0] ?? -1;
  const hash = payload.subarray(1);
  if (version === network.p2pkh) return accountOf(network, p2pkh(hash));
  if (network.p2sh.includes(version)) return accountOf(network, p2sh(hash));
  return (
    belongsElsewhere((theirs) => theirs.p2pkh === version || theirs.p2sh.includes(version)) ??
    refusal(`its version byte ${version} is of no chain of this family`)
  );
}

function accountOf(network: Network, script: Uint8Array, address = addressOf(network, script)): Parsed<AddressAccount> {
  const type = typeOf(script);
  if (address === undefined || type === undefined) throw new TypeError('the script has no address');
  return { ok: true, canonical: address, value: { kind: 'address', address, type, script } };
}

/** The address of a script, as we write it; undefined if it has none on the chain. */
export function addressOf(network: Network, script: Uint8Array): string | undefined {
  const read = readScript(script);
  if (read === undefined) return undefined;
  if (read.type === 'p2pkh' || read.type === 'p2sh') {
    const version = read.type === 'p2pkh' ? network.p2pkh : (network.p2sh[0] ?? 0);
    return toBase58Check(concatBytes(Uint8Array.of(version), read.payload));
  }
  if (network.bech32 === undefined || (read.type === 'p2tr' && !network.hasTaproot)) return undefined;
  return writeSegwit(network.bech32, script);
}

/** The type of a script; undefined if it has no address. */
export function typeOf(script: Uint8Array): AddressType | undefined {
  return readScript(script)?.type;
}
