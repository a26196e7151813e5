import { attempt } from '@isochain/core';
import type { Cell, Slice } from '../ton-core.ts';
import { readInternalMessage } from './read-message.ts';
import {
  type OutMessage,
  type SendMode,
  type Signing,
  sendAction,
  sendModes,
  signedRequest,
  simpleSend,
} from './signing-message.ts';
import type { WalletVersion } from './wallet.ts';

/** Bits of a signing message: of v3 three numbers of 32 bits and the send mode, of v4 an operation too, of v5r1 a fourth number and two flags. */
const lengths = { v3: 3 * 32 + 8, v4: 3 * 32 + 16, v5: 4 * 32 + 2 } as const;

/**
 * Reads the message that a wallet signs. The message does not tell the wallet's key, nor v3r1 from v3r2 and v4r1 from v4r2: the newer one is named.
 *
 * @returns Undefined if it is no message of a known wallet that sends one message.
 */
export function readSigningMessage(cell: Cell): Signing | undefined {
  return attempt(() => {
    const slice = cell.beginParse();
    switch (cell.bits.length) {
      case lengths.v3:
        return readPlain('v3r2', slice);
      case lengths.v4:
        return readPlain('v4r2', slice);
      case lengths.v5:
        return readFifth(slice);
      default:
        return undefined;
    }
  });
}

/**
 * Reads the sequence number of any message that a wallet signs, whatever it does.
 *
 * @returns Undefined if it is too short, or no signed request of version 5.
 */
export function readSeqno(version: WalletVersion, cell: Cell): number | undefined {
  return attempt(() => {
    const slice = cell.beginParse();
    if (version === 'v5r1' && slice.loadUint(32) !== signedRequest) return undefined;
    // The wallet id and the time come first.
    slice.skip(64);
    return slice.loadUint(32);
  });
}

function readPlain(version: WalletVersion, slice: Slice): Signing | undefined {
  const walletId = slice.loadUint(32);
  const validUntil = slice.loadUint(32);
  const seqno = slice.loadUint(32);
  if (version === 'v4r2' && slice.loadUint(8) !== simpleSend) return undefined;
  return signing({ version, walletId, validUntil, seqno }, slice);
}

function readFifth(slice: Slice): Signing | undefined {
  if (slice.loadUint(32) !== signedRequest) return undefined;
  const walletId = slice.loadInt(32);
  const validUntil = slice.loadUint(32);
  const seqno = slice.loadUint(32);
  const actions = slice.loadMaybeRef()?.beginParse();
  if (slice.loadBit() || actions === undefined) return undefined;
  const before = actions.loadRef();
  if (before.bits.length + before.refs.length > 0 || actions.loadUint(32) !== sendAction) return undefined;
  return signing({ version: 'v5r1', walletId, validUntil, seqno }, actions);
}

interface Head {
  readonly version: WalletVersion;
  readonly walletId: number;
  readonly validUntil: number;
  readonly seqno: number;
}

function signing({ version, walletId, validUntil, seqno }: Head, slice: Slice): Signing | undefined {
  const mode = slice.loadUint(8) as SendMode;
  if (!Object.values(sendModes).includes(mode)) return undefined;
  const message = readMessage(mode, slice.loadRef());
  return { wallet: { version, walletId, publicKey: new Uint8Array(32) }, seqno, validUntil, message };
}

function readMessage(mode: SendMode, cell: Cell): OutMessage {
  const { body, ...message } = readInternalMessage(cell);
  const isEmpty = body.bits.length + body.refs.length === 0;
  return { ...message, mode, body: isEmpty ? undefined : body };
}
