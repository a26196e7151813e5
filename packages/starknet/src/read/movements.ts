import { type Leg, pair } from '@isochain/core/movements';
import { type Address, toAddress } from '../address/address.ts';
import { eth, strk } from '../tokens/native.ts';
import { readTransferEvent, type TokenMove } from '../tokens/transfer-event.ts';
import type { NodeEvent, PlacedEvent, Receipt } from '../upstream/transaction-schema.ts';

/** New tokens come from it, and burnt ones go there. */
const nobody = toAddress(0n);

/** Tokens that a transaction moved, its fee included. */
export function tokensOf({ events }: Receipt): Address[] {
  return events.flatMap((event) => movementIn(event)?.token ?? []);
}

/** What an event says that a token moved. Undefined if it says anything else. */
export function movementIn({ from_address: contract, keys, data }: NodeEvent | PlacedEvent) {
  return contract === undefined ? undefined : readTransferEvent({ contract, keys, data });
}

/**
 * What tokens moved, without the fee: the sequencer takes it at the end, by a transfer of its own.
 *
 * @param sender - Who pays the fee. Undefined if nobody tells: then the last transfer of as much is the fee, so that it is not shown twice.
 */
export function movementsOf({ events, actual_fee: fee }: Receipt, sender: Address | undefined): TokenMove[] {
  const all = events.flatMap((event) => movementIn(event) ?? []);
  // A fee that cannot be read stays among the movements, so nothing is missing.
  if (fee === undefined) return all;
  const feeToken = fee.unit === 'FRI' ? strk : eth;
  const paid = all.findLastIndex(
    ({ token, from, amount }) =>
      token === feeToken && (sender === undefined || from === sender) && amount === fee.amount,
  );
  return all.filter((_, i) => i !== paid);
}

/**
 * What the parties gave and got. Anybody can make a token say that others sent 0 of it, so that a stranger's address is copied from a history ("address
 * poisoning"). Such a movement is left out if its sender did not sign. Nobody gives what is made, and nobody gets what is burned.
 *
 * @param sender - Who signed.
 */
export function legsOf(movements: readonly TokenMove[], sender: Address | undefined): Leg<Address>[] {
  return movements.flatMap(({ token, from, to, amount }) => {
    if (amount === 0n && from !== sender) return [];
    const legs = pair<Address>(from, to, amount, token === strk ? undefined : token);
    return legs.filter(({ address }) => address !== nobody);
  });
}
