import { attempt, toHex } from '@isochain/core';
import type { Outpoint } from '../coin.ts';
import { decodeWithMweb, hasMweb } from './mweb.ts';
import { decodeTransaction, writeTransaction } from './transaction-bytes.ts';
import { transactionId } from './unsigned.ts';

/** An output of a transaction. */
export interface RawOutput {
  /** Smallest unit. */
  readonly value: bigint;
  /** scriptPubKey. */
  readonly script: Uint8Array;
}

/** A transaction, with the bytes that hash to its id. */
export interface RawTransaction {
  /** Hex, as explorers show it. */
  readonly txid: string;
  readonly version: number;
  /** Without witnesses and the MWEB part. */
  readonly bytes: Uint8Array;
  readonly inputs: readonly Outpoint[];
  readonly outputs: readonly RawOutput[];
  /** Whether it signals that it may be replaced (BIP125). */
  readonly signalsReplacement: boolean;
}

/** No transaction weighs more (Bitcoin Core, src/consensus/consensus.h: MAX_BLOCK_WEIGHT), so none has more bytes. */
const maxBytes = 4_000_000;

/**
 * Reads a transaction as nodes write it, with or without witnesses (BIP144). On Litecoin it may have the MWEB part that a transaction into MWEB has in
 * the mempool, or the mark of a HogEx transaction.
 *
 * @returns undefined if the bytes are not exactly one transaction, or if it happens within MWEB alone.
 */
export function stripTransaction(raw: Uint8Array): RawTransaction | undefined {
  return raw.length > maxBytes ? undefined : attempt(() => read(raw));
}

/**
 * The outputs of a transaction.
 *
 * @throws TypeError if the bytes are not a transaction.
 */
export function outputsOf(bytes: Uint8Array): readonly RawOutput[] {
  const transaction = stripTransaction(bytes);
  if (transaction === undefined) throw new TypeError('Not a transaction.');
  return transaction.outputs;
}

/** @throws Error if it is no transaction. */
function read(raw: Uint8Array): RawTransaction {
  const transaction = hasMweb(raw) ? decodeWithMweb(raw) : decodeTransaction(raw);
  const bytes = writeTransaction(transaction);
  return {
    txid: transactionId(bytes),
    version: transaction.version,
    bytes,
    inputs: transaction.inputs.map(({ txid, index }) => ({ txid: toHex(txid), vout: index })),
    outputs: transaction.outputs.map(({ amount, script }) => ({ value: amount, script })),
    signalsReplacement: transaction.inputs.some(({ sequence }) => sequence <= 0xffff_fffd),
  };
}
