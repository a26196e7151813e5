import { toHex } from '@isochain/core';
import { equalBytes } from './byte-arrays.ts';
import { type CompiledMessage, decodeMessage, encodeMessage, privilegesOf } from './message.ts';

// The protocol allows any order of accounts within a class, and instructions refer to accounts by their place. So one transaction has many spellings.
// A library that takes a message apart and puts it together again may write another spelling. Each spelling does the same, but has its own signature
// and id.

/** Whether two messages differ only in the order of accounts: they have the same payer, lifetime, accounts, privileges and instructions. */
export function isReordering(theirs: Uint8Array, ours: Uint8Array): boolean {
  const [found, meant] = [decodeMessage(theirs), decodeMessage(ours)];
  if (found === undefined || meant === undefined) return false;
  // Encoding again shows that nothing in the bytes was left unread.
  return equalBytes(encodeMessage(found), theirs) && meaningOf(found) === meaningOf(meant);
}

/** A text that is equal for messages that do the same. */
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
 * The message in the two orders of @solana/web3.js 1, which differ from ours. They are for signatures that come without the signed message. A
 * signature that fits one of them signs a message that does the same as ours.
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

/** Orders the keys within each class. The payer stays first. */
function reorder(message: CompiledMessage, order: Order): CompiledMessage {
  const rank = (index: number) => {
    const { signer, writable } = privilegesOf(message, index);
    return index === 0 ? -1 : (signer ? 0 : 2) + (writable ? 0 : 1);
  };
  // Keys that no instruction names come last, in their old order.
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
