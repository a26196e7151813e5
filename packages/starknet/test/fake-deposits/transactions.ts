import { calldataOf, type Event, invoke, type Made, selectors } from '../scripted-ledger.ts';
import { hex, strk } from '../scripted-node.ts';
import { account, thief } from './endpoints.ts';

// Transactions of a thief.

export const other = '0x0372b1bf5e14ae597b7a50a3a8ccf0550b92be492398f472f842eda0076dc567';
/** A contract of the thief. */
export const contract = '0x047184ea3de6ec56209f81884ef254abb80a7367448df0b6ab8e85b6254958c5';

export const block = 100;

/** What the thief asks for: 9 FRI for the account. */
export const order: readonly string[] = calldataOf([strk, selectors.transfer, account, '0x9', '0x0']);

/** @param events - What contracts tell. */
export function made(calldata: readonly string[], events: readonly Event[] = []): Made {
  return invoke({ block, sender: thief, calldata, events });
}

/** A call of the thief's contract. */
export const call = (...events: readonly Event[]): Made => made(calldataOf([contract, '0x77', account, '0x9']), events);

/** The same transaction with another outcome. */
export function withReceipt(one: Made, changed: object): Made {
  return { ...one, receipt: { ...one.receipt, ...changed } };
}

/** An event of the thief's contract. */
export const event = (keys: readonly string[], data: readonly string[]): Event => ({
  ...{ from_address: contract, keys, data },
});

/** A message of layer 1 to the bridge. Nobody signed it, and it pays no fee here. @param events - What contracts tell. */
export function fromLayer1(events: readonly Event[]): Made {
  const hash = hex(0x1111);
  const transaction = {
    ...{ type: 'L1_HANDLER', version: '0x0', transaction_hash: hash, contract_address: contract, nonce: '0x0' },
    // The bridge's `handle_deposit`: a sender of layer 1, who gets it, and how much.
    ...{ entry_point_selector: '0x2d757788a8d8d6f21d1cd40bce38a8222d70654214e96ff95d8086e684fbee5' },
    calldata: ['0xae0ee0a63a2ce6baeeffe56e7714fb4efe48d419', account, '0x9', '0x0'],
  };
  const { receipt } = call();
  return {
    ...{ hash, block, sender: contract, transaction },
    receipt: {
      ...{ ...receipt, type: 'L1_HANDLER', transaction_hash: hash, events },
      actual_fee: { amount: '0x0', unit: 'FRI' },
    },
  };
}
