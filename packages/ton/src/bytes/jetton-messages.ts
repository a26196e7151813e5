import { attempt } from '@isochain/core';
import { type Address, beginCell, type Cell } from '../ton-core.ts';

// Messages of jettons (TEP-74, https://github.com/ton-blockchain/TEPs/blob/master/text/0074-jettons-standard.md).

/** Operations of TEP-74 and TEP-89. */
export const jettonOps = {
  transfer: 0x0f8a_7ea5,
  notification: 0x7362_d09c,
  internalTransfer: 0x178d_4519,
  excesses: 0xd532_76db,
  burn: 0x595f_07bc,
  burnNotification: 0x7bdd_97de,
} as const;

export interface JettonTransfer {
  readonly queryId: bigint;
  /** In the smallest unit of the jetton. */
  readonly amount: bigint;
  /** The owner that receives, never a jetton wallet. */
  readonly to: Address;
  /** Who gets the coins that are left. */
  readonly excessTo: Address;
  /** Mintless jettons: proof of the owner's balance. */
  readonly customPayload?: Cell | undefined;
  /** Nanotons that reach the recipient's own wallet with a notification. */
  readonly forwardAmount: bigint;
  /** What the recipient is told, such as a comment. */
  readonly forwardPayload?: Cell | undefined;
}

export function jettonTransferCell(transfer: JettonTransfer): Cell {
  const body = beginCell()
    .storeUint(jettonOps.transfer, 32)
    .storeUint(transfer.queryId, 64)
    .storeCoins(transfer.amount)
    .storeAddress(transfer.to)
    .storeAddress(transfer.excessTo)
    .storeMaybeRef(transfer.customPayload)
    .storeCoins(transfer.forwardAmount);
  // In a cell of its own: some wallets and exchanges read only that form of a comment.
  return transfer.forwardPayload === undefined
    ? body.storeBit(false).endCell()
    : body.storeBit(true).storeRef(transfer.forwardPayload).endCell();
}

/** @returns Undefined if the body is no jetton transfer, or holds more than one. */
export function readJettonTransfer(cell: Cell): JettonTransfer | undefined {
  return attempt(() => {
    const slice = cell.beginParse();
    if (slice.loadUint(32) !== jettonOps.transfer) return undefined;
    const head = {
      queryId: slice.loadUintBig(64),
      amount: slice.loadCoins(),
      to: slice.loadAddress(),
      excessTo: slice.loadAddress(),
      customPayload: slice.loadMaybeRef() ?? undefined,
      forwardAmount: slice.loadCoins(),
    };
    const inRef = slice.loadBit();
    const forwardPayload = inRef
      ? slice.loadRef()
      : slice.remainingBits + slice.remainingRefs > 0
        ? slice.asCell()
        : undefined;
    if (inRef && slice.remainingBits + slice.remainingRefs > 0) return undefined;
    return { ...head, forwardPayload };
  });
}

/** Burns jettons at the sender's jetton wallet: how stakes of liquid pools end. */
export interface JettonBurn {
  readonly queryId: bigint;
  /** In the smallest unit of the jetton. */
  readonly amount: bigint;
  readonly excessTo: Address;
  readonly customPayload: Cell;
}

export function jettonBurnCell({ queryId, amount, excessTo, customPayload }: JettonBurn): Cell {
  return beginCell()
    .storeUint(jettonOps.burn, 32)
    .storeUint(queryId, 64)
    .storeCoins(amount)
    .storeAddress(excessTo)
    .storeMaybeRef(customPayload)
    .endCell();
}

/** @returns Undefined if the body is no burn with a payload. */
export function readJettonBurn(cell: Cell): JettonBurn | undefined {
  return attempt(() => {
    const slice = cell.beginParse();
    if (slice.loadUint(32) !== jettonOps.burn) return undefined;
    const head = { queryId: slice.loadUintBig(64), amount: slice.loadCoins(), excessTo: slice.loadAddress() };
    const customPayload = slice.loadMaybeRef();
    if (customPayload === null || slice.remainingBits + slice.remainingRefs > 0) return undefined;
    return { ...head, customPayload };
  });
}

/** What a recipient is told: a jetton wallet by `internal_transfer`, its owner by `transfer_notification`. */
export interface JettonReceipt {
  /** In the smallest unit of the jetton. */
  readonly amount: bigint;
  /** The owner that sent. Undefined if the tokens are new. */
  readonly from: Address | undefined;
  /** What the sender tells, such as a comment. */
  readonly payload: Cell | undefined;
}

/** @returns Undefined if the body is neither of the two messages. */
export function readJettonReceipt(cell: Cell): JettonReceipt | undefined {
  return attempt(() => {
    const slice = cell.beginParse();
    const operation = slice.loadUint(32);
    if (operation !== jettonOps.internalTransfer && operation !== jettonOps.notification) return undefined;
    slice.skip(64);
    const head = { amount: slice.loadCoins(), from: slice.loadMaybeAddress() ?? undefined };
    if (operation === jettonOps.internalTransfer) {
      // Who gets the coins that are left, and how many reach the owner.
      slice.loadMaybeAddress();
      slice.loadCoins();
    }
    const isEmpty = slice.remainingBits === 0;
    const inRef = !isEmpty && slice.loadBit();
    const payload = inRef ? slice.loadRef() : isEmpty ? undefined : slice.asCell();
    return { ...head, payload };
  });
}

/** The amount in a message of jettons: all of TEP-74 have it after the operation and the query id. Undefined for other bodies. */
export function readJettonAmount(cell: Cell): bigint | undefined {
  return attempt(() =>
    cell
      .beginParse()
      .skip(32 + 64)
      .loadCoins(),
  );
}
