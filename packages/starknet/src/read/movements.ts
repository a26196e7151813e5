import { type Address, isAddress, toAddress } from '../address/address.ts';
import { selector } from '../bytes/selectors.ts';
import { fromU256 } from '../felt.ts';
import { eth, strk } from '../tokens/native.ts';
import type { NodeEvent, Receipt } from '../upstream/transaction-schema.ts';
import { type Leg, pair } from './legs.ts';

/** What an event says that a token moved. */
export interface Movement {
  readonly token: Address;
  /** 0 if the token was made. */
  readonly from: bigint;
  /** 0 if the token was burned. */
  readonly to: bigint;
  /** In the token's smallest unit. */
  readonly amount: bigint;
}

/**
 * Reads the event `Transfer` of ERC-20, in both of its layouts. STRK, ETH and other bridged tokens name the parties in the data (starknet-io/starkgate-contracts,
 * ERC20), those of OpenZeppelin for Cairo 1 in the keys (OpenZeppelin/cairo-contracts, token/erc20). Undefined for anything else, such as ERC-721.
 */
export function movementIn({ from_address, keys, data }: NodeEvent): Movement | undefined {
  if (keys[0] !== selector('Transfer')) return undefined;
  const isData = keys.length === 1 && data.length === 4;
  const isIndexed = keys.length === 3 && data.length === 2;
  const [from, to, low, high] = isData ? data : isIndexed ? [...keys.slice(1), ...data] : [];
  if (from === undefined || to === undefined || low === undefined || high === undefined) return undefined;
  const amount = fromU256(low, high);
  if (amount === undefined || !isAddress(from) || !isAddress(to)) return undefined;
  return { token: toAddress(from_address), from, to, amount };
}

/**
 * What tokens moved, without the fee: the sequencer takes it at the end, by a transfer of its own.
 *
 * @param sender - Who pays the fee.
 */
export function movementsOf({ events, actual_fee: fee }: Receipt, sender: bigint | undefined): Movement[] {
  const all = events.flatMap((event) => movementIn(event) ?? []);
  const feeToken = fee.unit === 'FRI' ? strk : eth;
  const paid = all.findLastIndex(
    ({ token, from, amount }) => token === feeToken && from === sender && amount === fee.amount,
  );
  return all.filter((_, i) => i !== paid);
}

/**
 * What the parties gave and got. Anybody can make a token say that others sent 0 of it, so that a stranger's address is copied from a history ("address
 * poisoning"). Such a movement is left out if its sender did not sign. Nobody gives what is made, and nobody gets what is burned.
 *
 * @param sender - Who signed.
 */
export function legsOf(movements: readonly Movement[], sender: bigint | undefined): Leg[] {
  return movements.flatMap(({ token, from, to, amount }) => {
    if (amount === 0n && from !== sender) return [];
    const legs = pair(toAddress(from), toAddress(to), amount, token === strk ? undefined : token);
    return legs.filter(({ way }) => (way === 'out' ? from : to) !== 0n);
  });
}
