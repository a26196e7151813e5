import { sha256, toHex } from '@isochain/core';
import { fromBech32, fromBech32Words } from '@isochain/core/bytes';

/** The 20 bytes of an account on Babylon (bech32, prefix `bbn`); undefined if the text is no such address. */
export function accountBytes(address: string): Uint8Array | undefined {
  const { encoding, prefix, words = [] } = fromBech32(address) ?? {};
  const bytes = encoding === 'bech32' && prefix === 'bbn' ? fromBech32Words(words) : undefined;
  return bytes?.length === 20 ? bytes : undefined;
}

/** The state of Babylon, and the heights from which on proofs of possession need a version of a context. */
export interface PopContext {
  /** Chain id of Babylon, such as `bbn-1`. */
  readonly chainId: string;
  readonly height: number;
  readonly upgrades: readonly { readonly height: number; readonly version: number }[];
}

/** Address of the module in the context (https://github.com/babylonlabs-io/babylon, RFC-036). */
const module = 'bbn13837feaxn8t0zvwcjwhw7lhpgdcx4s36eqteah';

/**
 * The message that the staker signs with the Bitcoin key, to prove that the address on Babylon belongs to the same person. It is the address. From
 * the heights in `upgrades` on, a context stands in front of it.
 */
export function popMessage(address: string, { chainId, height, upgrades }: PopContext): string {
  const [upgrade] = upgrades
    .filter((each) => each.height <= height)
    .toSorted((a, b) => b.height - a.height || b.version - a.version);
  if (upgrade === undefined) return address;
  const context = `btcstaking/${upgrade.version}/staker_pop/${chainId}/${module}`;
  return toHex(sha256(new TextEncoder().encode(context))) + address;
}
