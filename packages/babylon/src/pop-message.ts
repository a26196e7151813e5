import { sha256, toHex } from '@isochain/core';
import { fromBech32, fromBech32Words } from '@isochain/core/bytes';

/** The 20 bytes of an account on Babylon (bech32, prefix `bbn`); undefined if the text is no such address. */
export function accountBytes(address: string): Uint8Array | undefined {
  const { encoding, prefix, words = [] } = fromBech32(address) ?? {};
  const bytes = encoding === 'bech32' && prefix === 'bbn' ? fromBech32Words(words) : undefined;
  return bytes?.length === 20 ? bytes : undefined;
}

/** Where Babylon is, and from which of its heights on proofs of possession carry which version of a context. */
export interface PopContext {
  /** Of Babylon: `bbn-1`. */
  readonly chainId: string;
  readonly height: number;
  readonly upgrades: readonly { readonly height: number; readonly version: number }[];
}

/** Address of the module that the context names (https://github.com/babylonlabs-io/babylon, RFC-036). */
const module = 'bbn13837feaxn8t0zvwcjwhw7lhpgdcx4s36eqteah';

/**
 * What the staker signs with the Bitcoin key, to prove that it is the same person's as the address on Babylon: the address, behind a context
 * once Babylon has come to the height from which on it asks for one.
 */
export function popMessage(address: string, { chainId, height, upgrades }: PopContext): string {
  const [upgrade] = upgrades
    .filter((each) => each.height <= height)
    .toSorted((a, b) => b.height - a.height || b.version - a.version);
  if (upgrade === undefined) return address;
  const context = `btcstaking/${upgrade.version}/staker_pop/${chainId}/${module}`;
  return toHex(sha256(new TextEncoder().encode(context))) + address;
}
