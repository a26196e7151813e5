import { attempt } from '@isochain/core';
import { fromBase58Check, toBase58Check } from '@isochain/core/bytes';
import { HDKey } from '@scure/bip32';
import { U32BE } from 'micro-packed';
import { concatBytes } from '../bytes/byte-arrays.ts';
import type { Network } from '../chains.ts';
import type { ExtendedPublicKey } from './public-derivation.ts';
import { belongsElsewhere, type Refusal, refusal, wrongChecksum } from './refusal.ts';

/** An extended public key, and the script type that its prefix stands for. */
export interface ExtendedKey {
  readonly ok: true;
  readonly key: ExtendedPublicKey;
  /** The first four bytes of the key's hash160. PSBTs and descriptors name the key by them. */
  readonly fingerprint: number;
  /** With the prefix of BIP32, or with the chain's own prefix if it has one. */
  readonly neutral: string;
  readonly type: Network['extendedKeys'][number]['type'];
}

// SLIP-132: Ypub, Zpub, Upub, Vpub.
const multisignature = [0x0295b43f, 0x02aa7ed3, 0x024289ef, 0x02575483];

/** BIP32's own version, which nodes read, for chains without a version of their own. */
const bip32Version = 0x0488b21e;

/** The depth is one byte, and addresses are two steps deeper. */
const deepest = 253;

/** Whether a text may be an extended key: some 111 characters of base58. */
export function isExtendedKeyLike(text: string): boolean {
  return /^[1-9A-HJ-NP-Za-km-z]{100,120}$/.test(text);
}

/**
 * Reads an extended public key (BIP32) with any prefix that the chain's wallets use (SLIP-132). Accounts have depth 3, but any depth is taken that
 * leaves room for addresses.
 *
 * @param text - Known to be no private key.
 */
export function readExtendedKey(network: Network, text: string): ExtendedKey | Refusal {
  const decoded = fromBase58Check(text);
  // BIP32: version 4, depth 1, fingerprint of the parent 4, index 4, chain code 32, key 33.
  if (decoded?.payload.length !== 78) return refusal('it is not an extended public key');
  if (!decoded.isIntact) return wrongChecksum;
  const { payload } = decoded;
  const version = new DataView(payload.buffer, payload.byteOffset).getUint32(0);
  const known = network.extendedKeys.find((entry) => entry.version === version);
  if (known === undefined) {
    if (multisignature.includes(version)) return refusal('it is a key of a wallet with several signers');
    return (
      belongsElsewhere((theirs) => theirs.extendedKeys.some((entry) => entry.version === version)) ??
      refusal('its prefix is of no chain of this family')
    );
  }
  // No private key has version 0.
  const read = attempt(() => HDKey.fromExtendedKey(text, { public: version, private: 0 }));
  const { publicKey, chainCode, fingerprint, depth } = read ?? {};
  if (!publicKey || !chainCode || fingerprint === undefined || depth === undefined || depth > deepest)
    return refusal('it is not a valid extended public key (BIP32)');
  const neutral = toBase58Check(concatBytes(U32BE.encode(neutralVersion(network)), payload.subarray(4)));
  return { ok: true, key: { publicKey, chainCode }, fingerprint, neutral, type: known.type };
}

function neutralVersion({ extendedKeys }: Network): number {
  const versions = extendedKeys.map(({ version }) => version);
  return versions.includes(bip32Version) ? bip32Version : (versions[0] ?? bip32Version);
}
