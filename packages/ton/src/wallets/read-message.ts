import type { Address, Cell, Slice, StateInit } from '../ton-core.ts';

// Messages (ton-blockchain/ton, crypto/block/block.tlb: Message, CommonMsgInfo, StateInit). Not read with @ton/core: it reads their dictionaries
// whole, and a dictionary of a few cells that stand in many branches would keep it busy for years. Messages come from clients.

/** A message from outside to a contract. */
export interface ExternalMessage {
  readonly to: Address;
  readonly body: Cell;
}

/**
 * Reads ext_in_msg_info$10. Skips what it would deploy.
 *
 * @throws Error if it is none.
 */
export function readExternalMessage(cell: Cell): ExternalMessage {
  const slice = cell.beginParse();
  if (slice.loadUint(2) !== 0b10) throw new RangeError('not a message from outside');
  slice.loadAddressAny();
  const to = slice.loadAddress();
  slice.loadCoins();
  return { to, body: loadBodyAfterInit(slice) };
}

/** The body of a message, after its info. Skips what it would deploy. */
export function loadBodyAfterInit(slice: Slice): Cell {
  if (slice.loadBit()) {
    if (slice.loadBit()) slice.loadRef();
    else loadInit(slice);
  }
  return loadBody(slice);
}

/** A message to a contract, as a wallet signs it. What the chain fills in is left out. */
export interface InternalMessage {
  readonly to: Address;
  readonly bounce: boolean;
  /** In nanotons. */
  readonly value: bigint;
  readonly init: StateInit | undefined;
  readonly body: Cell;
}

/**
 * Reads int_msg_info$0.
 *
 * @throws Error if it is none, or has other currencies or libraries.
 */
export function readInternalMessage(cell: Cell): InternalMessage {
  const slice = cell.beginParse();
  if (slice.loadBit()) throw new RangeError('not a message to a contract');
  // ihr_disabled
  slice.loadBit();
  const bounce = slice.loadBit();
  // bounced
  slice.loadBit();
  slice.loadMaybeAddress();
  const to = slice.loadAddress();
  const value = slice.loadCoins();
  if (slice.loadBit()) throw new RangeError('it has other currencies');
  // ihr_fee (extra_flags), fwd_fee, created_lt and created_at
  slice.loadCoins();
  slice.loadCoins();
  slice.loadUintBig(64);
  slice.loadUint(32);
  const init = slice.loadBit() ? loadPlainInit(slice.loadBit() ? slice.loadRef().beginParse() : slice) : undefined;
  return { to, bounce, value, init, body: loadBody(slice) };
}

/**
 * Reads a state init in a cell of its own.
 *
 * @throws Error if it is none, or has libraries.
 */
export function readStateInit(cell: Cell): StateInit {
  const slice = cell.beginParse();
  const init = loadPlainInit(slice);
  slice.endParse();
  return init;
}

function loadPlainInit(slice: Slice): StateInit {
  const { libraries, ...init } = loadInit(slice);
  if (libraries !== null) throw new RangeError('it has libraries');
  return init;
}

/** _ fixed_prefix_length:(Maybe (## 5)) special:(Maybe TickTock) code:(Maybe ^Cell) data:(Maybe ^Cell) library:(HashmapE 256 SimpleLib) */
function loadInit(slice: Slice): Omit<StateInit, 'libraries'> & { readonly libraries: Cell | null } {
  const splitDepth = slice.loadBit() ? slice.loadUint(5) : undefined;
  const special = slice.loadBit() ? { tick: slice.loadBit(), tock: slice.loadBit() } : undefined;
  return {
    splitDepth,
    special,
    code: slice.loadMaybeRef(),
    data: slice.loadMaybeRef(),
    libraries: slice.loadMaybeRef(),
  };
}

function loadBody(slice: Slice): Cell {
  if (!slice.loadBit()) return slice.asCell();
  const body = slice.loadRef();
  slice.endParse();
  return body;
}
