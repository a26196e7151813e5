import type { Address, Cell, Slice } from '@ton/core';

/** Operations of TEP-74, TEP-89 and the pools: the first 32 bits of a body. */
export const op = {
  comment: 0,
  jettonTransfer: 0x0f8a7ea5,
  jettonNotification: 0x7362d09c,
  jettonInternalTransfer: 0x178d4519,
  jettonBurn: 0x595f07bc,
  jettonBurnNotification: 0x7bdd97de,
  excesses: 0xd53276db,
} as const;

/** The operation of a body. Undefined if it is shorter than 32 bits. */
export function opOf(body: Cell): number | undefined {
  if (body.isExotic) return undefined;
  const slice = body.beginParse();
  return slice.remainingBits >= 32 ? slice.preloadUint(32) : undefined;
}

/** The text of a comment: 32 zero bits, then UTF-8 in a chain of cells. Undefined for other bodies. */
export function textOf(body: Cell): string | undefined {
  if (opOf(body) !== op.comment) return undefined;
  const chunks: Buffer[] = [];
  let slice: Slice | undefined = body.beginParse().skip(32);
  while (slice !== undefined) {
    if (slice.remainingBits % 8 !== 0) return undefined;
    chunks.push(slice.loadBuffer(slice.remainingBits / 8));
    slice = slice.remainingRefs > 0 ? slice.loadRef().beginParse() : undefined;
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** What a jetton wallet is asked to send (TEP-74, transfer). */
export interface JettonTransfer {
  readonly queryId: bigint;
  readonly amount: bigint;
  readonly destination: Address;
  readonly responseDestination: Address | null;
  readonly forwardAmount: bigint;
  readonly forwardPayload: Cell | undefined;
}

/** Reads a body of TEP-74's `transfer`. Undefined if it is none. */
export function jettonTransferOf(body: Cell): JettonTransfer | undefined {
  if (opOf(body) !== op.jettonTransfer) return undefined;
  try {
    const slice = body.beginParse().skip(32);
    const queryId = slice.loadUintBig(64);
    const amount = slice.loadCoins();
    const destination = slice.loadAddress();
    const responseDestination = slice.loadMaybeAddress();
    slice.loadMaybeRef();
    const forwardAmount = slice.loadCoins();
    const inReference = slice.remainingBits > 0 && slice.loadBit();
    const forwardPayload = inReference ? slice.loadRef() : slice.asCell();
    return { queryId, amount, destination, responseDestination, forwardAmount, forwardPayload };
  } catch {
    return undefined;
  }
}
