import { parseAmount } from '@isochain/core';
import type { Leg } from '@isochain/core/movements';
import * as z from 'zod';
import { type ChainEvent, entriesOf } from '../upstream/lcd/events.ts';
import { amount } from '../upstream/lcd/fields.ts';
import type { JsonMessage } from '../upstream/lcd/transaction-answer.ts';

// What contracts moved of their own tokens (CW20). The module `bank` does not know of it. A contract can only speak for itself: the node writes its
// address into each of its events (CosmWasm/wasmd x/wasm/keeper/events.go), so it cannot make up movements of another token.

/** What the events of a token contract name as giver and taker, by action (CosmWasm/cw-plus contracts/cw20-base/src/{contract,allowances}.rs). */
const actions: ReadonlyMap<string, { readonly from: boolean; readonly to: boolean }> = /* @__PURE__ */ new Map([
  ['transfer', { from: true, to: true }],
  ['transfer_from', { from: true, to: true }],
  ['send', { from: true, to: true }],
  ['send_from', { from: true, to: true }],
  ['mint', { from: false, to: true }],
  ['burn', { from: true, to: false }],
  ['burn_from', { from: true, to: false }],
]);

const execution = z.object({
  '@type': z.literal('/cosmwasm.wasm.v1.MsgExecuteContract'),
  sender: z.string().min(1),
  contract: z.string().min(1),
  msg: z.record(z.string(), z.unknown()),
});

const transfer = z.object({ recipient: z.string().min(1), amount });

export interface TokenMovements {
  readonly legs: readonly Leg[];
  /** Whether a movement could not be read. */
  readonly isWhole: boolean;
}

/**
 * Movements of tokens of contracts: of listed tokens, and of the contract that the message asks to move its token. Events of other contracts may look
 * the same and mean something else, as anybody writes contracts.
 *
 * @param isListed - Whether a contract is a token of the bundled or the operator's list.
 */
export function tokenMovements(
  message: JsonMessage,
  events: readonly ChainEvent[],
  isListed: (contract: string) => boolean,
): TokenMovements {
  const { data: asked } = execution.safeParse(message);
  const [action = ''] = Object.keys(asked?.msg ?? {});
  const isToken = (contract: string) => isListed(contract) || (contract === asked?.contract && actions.has(action));
  const told = events.filter(({ type }) => type === 'wasm').flatMap(entriesOf);
  if (told.length > 0) return movementsIn(told, isToken);
  // Nodes with events write one for each message to a contract. Without them, only a plain transfer is known to move what it says.
  const { data } = transfer.safeParse(asked?.msg.transfer);
  if (asked === undefined || data === undefined) return { legs: [], isWhole: true };
  const { sender: from, contract: token } = asked;
  const moved = { amount: data.amount, token };
  return {
    legs: [
      { way: 'out', address: from, ...moved },
      { way: 'in', address: data.recipient, ...moved },
    ],
    isWhole: true,
  };
}

function movementsIn(told: ReturnType<typeof entriesOf>, isToken: (contract: string) => boolean): TokenMovements {
  const legs: Leg[] = [];
  let isWhole = true;
  for (const { _contract_address: token, action = '', from, to, amount: digits = '' } of told) {
    const sides = actions.get(action);
    if (token === undefined || sides === undefined || !isToken(token)) continue;
    const moved = parseAmount(digits);
    if (moved === undefined || (sides.from && from === undefined) || (sides.to && to === undefined)) {
      isWhole = false;
      continue;
    }
    if (moved === 0n) continue;
    if (sides.from && from !== undefined) legs.push({ way: 'out', address: from, amount: moved, token });
    if (sides.to && to !== undefined) legs.push({ way: 'in', address: to, amount: moved, token });
  }
  return { legs, isWhole };
}
