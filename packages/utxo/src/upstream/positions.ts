import { type Operation, RejectedAnswer } from '@isochain/core/upstream';
import type { ExtendedAccount } from '../address/account.ts';
import type { Network } from '../chains.ts';
import type { Coin } from '../coin.ts';
import { deriveInSteps } from './derive-in-steps.ts';

/** How many addresses of an answer are compared with our own. Each takes a millisecond. Addresses of spent coins are derived by us in any case. */
const comparedAddresses = 100;

/** A coin of an account of an extended key, with its address as the upstream has it. */
interface PlacedCoin {
  readonly position: Coin['position'];
  readonly address: string | undefined;
}

/**
 * Compares the addresses of coins with the account's own at their positions. An upstream that lies about addresses lies about the coins too.
 *
 * @throws RejectedAnswer
 */
export async function acceptPositions(
  operation: Operation,
  network: Network,
  account: ExtendedAccount,
  coins: readonly PlacedCoin[],
): Promise<void> {
  const first = new Map<string, PlacedCoin>();
  for (const coin of coins) {
    if (coin.position === undefined) throw new RejectedAnswer('a coin is without its path');
    const place = `${coin.position.branch}/${coin.position.index}`;
    if ((first.get(place) ?? coin).address !== coin.address) throw new RejectedAnswer('one path has two addresses');
    first.set(place, coin);
  }
  const compared = [...first.values()].slice(0, comparedAddresses);
  const derived = await deriveInSteps(
    operation,
    network,
    account,
    compared.flatMap(({ position }) => position ?? []),
  );
  if (derived.some(({ address }, i) => address !== compared[i]?.address)) {
    throw new RejectedAnswer('the address of a coin is none of the account');
  }
}
