import { attempt } from '@isochain/core';
import {
  type Address,
  beginCell,
  Cell,
  type MessageRelaxed,
  type StateInit,
  storeMessage,
  storeMessageRelaxed,
  toBuffer,
} from '../ton-core.ts';
import type { Wallet, WalletVersion } from './wallet.ts';

/** A message that a wallet sends. */
export interface OutMessage {
  readonly to: Address;
  /** Whether the coins come back if the recipient fails. */
  readonly bounce: boolean;
  /** In nanotons. 0 if the mode sends everything. */
  readonly value: bigint;
  readonly mode: SendMode;
  readonly body?: Cell | undefined;
  /** Code and data that deploy the recipient. */
  readonly init?: StateInit | undefined;
}

/**
 * How a wallet sends: 3 pays the fees apart from the value, 130 sends all that is left. Both have +2: without it a message that cannot be paid
 * is not consumed, and the chain takes it again and again until the fees have emptied the wallet (ton-blockchain/ton#28).
 */
export const sendModes = { fixed: 3, everything: 130 } as const;

export type SendMode = (typeof sendModes)[keyof typeof sendModes];

/** What a wallet signs. */
export interface Signing {
  readonly wallet: Wallet;
  readonly seqno: number;
  /** Unix time in seconds. A block of this time or later takes it no more. */
  readonly validUntil: number;
  readonly message: OutMessage;
}

/** `external_signed_request` of version 5 (ton-blockchain/wallet-contract-v5, types.tlb). */
export const signedRequest = 0x7369_676e;
/** `action_send_msg` (ton-blockchain/ton, block.tlb). */
export const sendAction = 0x0ec3_c86d;
/** The simple send of version 4 (ton-blockchain/wallet-contract). */
export const simpleSend = 0;

/** The cell that is signed: its hash is what an Ed25519 key signs. */
export function signingMessage({ wallet, seqno, validUntil, message }: Signing): Cell {
  const inner = outMessageCell(message);
  const cell = beginCell();
  if (wallet.version === 'v5r1') {
    const actions = beginCell()
      .storeRef(Cell.EMPTY)
      .storeUint(sendAction, 32)
      .storeUint(message.mode, 8)
      .storeRef(inner)
      .endCell();
    return cell
      .storeUint(signedRequest, 32)
      .storeInt(wallet.walletId, 32)
      .storeUint(validUntil, 32)
      .storeUint(seqno, 32)
      .storeMaybeRef(actions)
      .storeBit(false)
      .endCell();
  }
  cell.storeUint(wallet.walletId, 32).storeUint(validUntil, 32).storeUint(seqno, 32);
  if (wallet.version === 'v4r1' || wallet.version === 'v4r2') cell.storeUint(simpleSend, 8);
  return cell.storeUint(message.mode, 8).storeRef(inner).endCell();
}

/** The message that the wallet sends, as @ton/ton builds it: a short body stands in the same cell. */
export function outMessageCell(message: Omit<OutMessage, 'mode'>): Cell {
  return beginCell()
    .store(storeMessageRelaxed(relaxed(message)))
    .endCell();
}

/** The same message with its body in a cell of its own, as the chain writes it if there is no room for both. */
export function splitMessageCell(message: Omit<OutMessage, 'mode'>): Cell {
  return beginCell()
    .store(storeMessageRelaxed(relaxed(message), { forceRef: true }))
    .endCell();
}

function relaxed({ to, bounce, value, body = Cell.EMPTY, init }: Omit<OutMessage, 'mode'>): MessageRelaxed {
  return {
    info: {
      type: 'internal',
      ihrDisabled: true,
      bounce,
      bounced: false,
      dest: to,
      value: { coins: value },
      ihrFee: 0n,
      forwardFee: 0n,
      createdLt: 0n,
      createdAt: 0,
    },
    init: init ?? null,
    body,
  };
}

/** Signature and signed message in the order that the wallet reads: version 5 has the signature at the end. */
export function signedBody(version: WalletVersion, signing: Cell, signature: Uint8Array): Cell {
  const bits = toBuffer(signature);
  const body = beginCell();
  if (version === 'v5r1') return body.storeSlice(signing.beginParse()).storeBuffer(bits).endCell();
  return body.storeBuffer(bits).storeSlice(signing.beginParse()).endCell();
}

/** Bits of a signature. */
const signatureBits = 512;

/** The inverse of `signedBody`. Undefined if it is too short to hold a signature. */
export function splitBody(version: WalletVersion, body: Cell): { signature: Uint8Array; signing: Cell } | undefined {
  return attempt(() => {
    const slice = body.beginParse();
    if (version !== 'v5r1') {
      const signature = Uint8Array.from(slice.loadBuffer(signatureBits / 8));
      return { signature, signing: slice.asCell() };
    }
    const signing = beginCell().storeBits(slice.loadBits(slice.remainingBits - signatureBits));
    while (slice.remainingRefs > 0) signing.storeRef(slice.loadRef());
    return { signature: Uint8Array.from(slice.loadBuffer(signatureBits / 8)), signing: signing.endCell() };
  });
}

/** The external message that is sent to the wallet, as @ton/ton writes it. */
export function externalMessage(to: Address, body: Cell, init: StateInit | undefined): Cell {
  return beginCell()
    .store(storeMessage({ info: { type: 'external-in', dest: to, importFee: 0n }, init: init ?? null, body }))
    .endCell();
}

/**
 * The hash by which wallets and explorers name an external message: the same for all ways to write it (TEP-467).
 */
export function normalizedHash(to: Address, body: Cell): Uint8Array {
  return (
    beginCell()
      // ext_in_msg_info, no source, the recipient, no import fee, no state, the body in a cell of its own.
      .storeUint(0b10, 2)
      .storeUint(0, 2)
      .storeAddress(to)
      .storeCoins(0)
      .storeBit(false)
      .storeBit(true)
      .storeRef(body)
      .endCell()
      .hash()
  );
}
