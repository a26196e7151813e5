import type { DerivedAddress, ExtendedAccount } from '../src/address/account.ts';
import { addressDeriver } from '../src/address/derive.ts';
import type { Network } from '../src/chains.ts';

/**
 * Addresses of a branch of an account, one after the other.
 *
 * @param from - Index of the first.
 */
export function deriveAddresses(
  network: Network,
  account: ExtendedAccount,
  branch: 0 | 1,
  from: number,
  count: number,
): DerivedAddress[] {
  const derive = addressDeriver(network, account);
  return Array.from({ length: count }, (_, i) => derive(branch, from + i));
}
