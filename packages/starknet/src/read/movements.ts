import { toAddress } from '../address/address.ts';
import { eth, strk } from '../tokens/native.ts';
import { readTransferEvent, type TokenMove } from '../tokens/transfer-event.ts';
import type { NodeEvent, Receipt } from '../upstream/transaction-schema.ts';
import { type Leg, pair } from './legs.ts';

/** What an event says that a token moved. */
export type Movement = TokenMove;

/** Reads the event `Transfer` of ERC-20. Undefined for anything else. */
export function movementIn({ from_address: contract, keys, data }: NodeEvent): Movement | undefined {
  return readTransferEvent({ contract, keys, data });
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
