import { toHex } from '@isochain/core';
import { equalBytes } from './byte-arrays.ts';
import { type CompiledMessage, decodeMessage, encodeMessage, privilegesOf } from './message.ts';

// The protocol leaves open in which order the accounts of a class stand, and instructions refer to them by their place. So one transaction
// has many spellings, and libraries that take a message apart and put it together again write another one than they read. Each spelling is
// a transaction of its own, with a signature and an id of its own, that does the same.

/**
 * Whether a message is another one in another order of accounts, and nothing else: the same payer, lifetime and accounts with the same
 * privileges, and the same instructions, one by one.
 */
export function isReordering(theirs: Uint8Array, ours: Uint8Array): boolean {
  const [found, meant] = [decodeMessage(theirs), decodeMessage(ours)];
  if (found === undefined || meant === undefined) return false;
  // What we read is all that is in it.
  return equalBytes(encodeMessage(found), theirs) && meaningOf(found) === meaningOf(meant);
}

/** The same text for messages that say the same. */
function meaningOf(message: CompiledMessage): string {
  const { keys, blockhash, instructions } = message;
  const accounts = keys.map((key, i) => {
    const { signer, writable } = privilegesOf(message, i);
    return `${key} ${signer ? 'signs' : ''} ${writable ? 'changes' : ''}`;
  });
  const steps = instructions.map(({ program, accounts: used, data }) => ({
    program: keys[program],
    accounts: used.map((index) => keys[index]),
    data: toHex(data),
  }));
  // The first key pays.
  return JSON.stringify({ payer: keys[0], blockhash, accounts: accounts.sort(), steps });
}

/**
 * The message in the orders in which @solana/web3.js 1 writes it, both different from ours: for signatures that come without the message
 * that they are over. What verifies with one of them is over a message that says the same as ours.
 */
export function reorderings(bytes: Uint8Array): Uint8Array[] {
  const message = decodeMessage(bytes);
  if (message === undefined) return [];
  return [byText(message), byAppearance(message)]
    .map((order) => encodeMessage(reorder(message, order)))
    .filter((written) => !equalBytes(written, bytes));
}

/** Indices of keys, in a new order. */
type Order = readonly number[];

/** Source: solana-foundation/solana-web3.js, v1.98.4, src/transaction/legacy.ts: Transaction.compileMessage. */
function byText({ keys }: CompiledMessage): Order {
  const collation = {
    localeMatcher: 'best fit',
    usage: 'sort',
    sensitivity: 'variant',
    ignorePunctuation: false,
    numeric: false,
    caseFirst: 'lower',
  } as const;
  return [...keys.keys()].sort((a, b) => (keys[a] ?? '').localeCompare(keys[b] ?? '', 'en', collation));
}

/** Source: the same, src/message/compiled-keys.ts: CompiledKeys.compile. */
function byAppearance({ instructions }: CompiledMessage): Order {
  return [...new Set(instructions.flatMap(({ program, accounts }) => [program, ...accounts]))];
}

/** Puts the keys into an order, those of each class among themselves. The payer stays the first. */
function reorder(message: CompiledMessage, order: Order): CompiledMessage {
  const rank = (index: number) => {
    const { signer, writable } = privilegesOf(message, index);
    return index === 0 ? -1 : (signer ? 0 : 2) + (writable ? 0 : 1);
  };
  // A key that no instruction names keeps its place behind the others.
  const all = [...new Set([...order, ...message.keys.keys()])].sort((a, b) => rank(a) - rank(b));
  const placeOf = new Map(all.map((index, place) => [index, place]));
  const place = (index: number) => placeOf.get(index) ?? index;
  return {
    ...message,
    keys: all.flatMap((index) => message.keys[index] ?? []),
    instructions: message.instructions.map(({ program, accounts, data }) => ({
      program: place(program),
      accounts: accounts.map(place),
      data,
    })),
  };
}
