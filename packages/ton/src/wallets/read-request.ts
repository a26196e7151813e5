import { attempt } from '@isochain/core';
import type { Cell, Slice } from '../ton-core.ts';
import { readInternalMessage } from './read-message.ts';
import { type OutMessage, sendAction, signedRequest, simpleSend } from './signing-message.ts';

/** What the body of an external message asks a wallet to do. */
export interface WalletRequest {
  readonly seqno: number;
  /** The messages to send, in order. Undefined if it asks for something else too. */
  readonly messages: readonly RequestedMessage[] | undefined;
}

/** A message that a wallet is to send, in any mode. */
export interface RequestedMessage extends Omit<OutMessage, 'mode' | 'init'> {
  readonly mode: number;
}

const signatureBits = 512;
/** Wallet id, time limit and seqno. */
const headBits = 3 * 32;

/**
 * Reads the body of a message to a wallet of version 3, 4 or 5, with any number of messages to send.
 *
 * @returns Undefined if it is none.
 */
export function readRequest(body: Cell): WalletRequest | undefined {
  return attempt(() => {
    const slice = body.beginParse(true);
    if (slice.remainingBits >= 32 && slice.preloadUint(32) === signedRequest) return readFifth(slice);
    if (slice.remainingBits < signatureBits + headBits) return undefined;
    slice.skip(signatureBits + 64);
    const seqno = slice.loadUint(32);
    // Version 3 has one mode for each message, and version 4 an operation before them.
    const others = slice.remainingBits - 8 * slice.remainingRefs;
    if (others === 8)
      return { seqno, messages: slice.loadUint(8) === simpleSend ? attempt(() => readPairs(slice)) : undefined };
    return others === 0 ? { seqno, messages: attempt(() => readPairs(slice)) } : undefined;
  });
}

function readPairs(slice: Slice): RequestedMessage[] {
  const messages: RequestedMessage[] = [];
  while (slice.remainingRefs > 0) messages.push(readRequested(slice.loadUint(8), slice.loadRef()));
  return messages;
}

/** ton-blockchain/wallet-contract-v5, types.tlb. */
function readFifth(slice: Slice): WalletRequest {
  slice.skip(3 * 32);
  const seqno = slice.loadUint(32);
  const list = slice.loadMaybeRef();
  const hasOthers = slice.loadBit();
  return { seqno, messages: hasOthers ? undefined : attempt(() => readList(list?.beginParse())) };
}

/** The list is written from its end. */
function readList(last: Slice | undefined): RequestedMessage[] | undefined {
  const messages: RequestedMessage[] = [];
  let rest = last;
  while (rest !== undefined && rest.remainingBits > 0) {
    const before = rest.loadRef();
    if (rest.loadUint(32) !== sendAction) return undefined;
    messages.unshift(readRequested(rest.loadUint(8), rest.loadRef()));
    rest = before.beginParse();
  }
  return messages;
}

function readRequested(mode: number, cell: Cell): RequestedMessage {
  const { to, bounce, value, body } = readInternalMessage(cell);
  return { to, bounce, value, mode, body };
}
