import { type Operation, refuse, sha256, toHex } from '@isochain/core';
import type { UtxoContext } from '../chains.ts';
import { silent } from '../upstreams/silent.ts';
import { accountBytes } from './babylon-address.ts';
import { readHead } from './lcd.ts';
import { readPopUpgrades } from './staking-api.ts';

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

/**
 * The message for the address that a client tells as `params.babylonAddress`, which is none of the fields of a stake.
 *
 * @returns undefined if it told none, or if nobody can tell what Babylon asks for.
 * @throws RefusedError `wish.invalid`
 */
export async function readPopMessage(
  context: UtxoContext,
  params: unknown,
  operation: Operation,
): Promise<string | undefined> {
  const address = (params as { babylonAddress?: unknown } | null | undefined)?.babylonAddress;
  if (address === undefined || address === '') return undefined;
  if (typeof address !== 'string' || accountBytes(address) === undefined) {
    const field = 'transaction.data.params.babylonAddress';
    throw refuse('wish.invalid', { field, reason: 'it is no address of an account on Babylon' }, field);
  }
  if (context.endpointsOf('babylon-staking').length === 0) return undefined;
  const answers = await silent(Promise.all([readHead(operation), readPopUpgrades(operation)]));
  if (answers === undefined) return undefined;
  const [head, upgrades] = answers;
  return popMessage(address, { ...head, upgrades });
}
