import { RawOldTx, RawTx } from '@scure/btc-signer/script.js';

export interface RawInput {
  /** As explorers show it. */
  readonly txid: Uint8Array;
  readonly index: number;
  readonly finalScriptSig: Uint8Array;
  readonly sequence: number;
}

interface RawOutput {
  /** Smallest unit. */
  readonly amount: bigint;
  /** scriptPubKey. */
  readonly script: Uint8Array;
}

export interface RawTransaction {
  /** A signed number. */
  readonly version: number;
  readonly inputs: readonly RawInput[];
  readonly outputs: readonly RawOutput[];
  readonly lockTime: number;
}

/** By input: its items. */
export type Witnesses = readonly (readonly Uint8Array[])[];

export interface RawSegwitTransaction extends RawTransaction {
  /** Undefined if the transaction is written without witnesses. */
  readonly witnesses?: Witnesses | undefined;
}

/**
 * Reads a transaction as Bitcoin has it, with or without witnesses (BIP144).
 *
 * @throws Error if the bytes are none, or anything more.
 */
export function decodeTransaction(bytes: Uint8Array): RawSegwitTransaction {
  const { segwitFlag: _, ...transaction } = RawTx.decode(bytes);
  return notEmpty(transaction);
}

/**
 * Reads a transaction that is written without witnesses, and may have no inputs or outputs.
 *
 * @throws Error if the bytes are none, or anything more.
 */
export function decodeStripped(bytes: Uint8Array): RawTransaction {
  return RawOldTx.decode(bytes);
}

/** @throws Error if it has no inputs or no outputs. The library reads such transactions, and nodes do not. */
export function notEmpty<T extends RawTransaction>(transaction: T): T {
  if (transaction.inputs.length === 0 || transaction.outputs.length === 0) throw new Error('It moves nothing.');
  return transaction;
}

/**
 * @param witnesses - If they are left out, the bytes hash to the id.
 * @throws Error if a number does not fit.
 */
export function writeTransaction(
  { version, inputs, outputs, lockTime }: RawTransaction,
  witnesses?: Witnesses | undefined,
): Uint8Array {
  const transaction = { version, inputs: [...inputs], outputs: [...outputs], lockTime };
  if (witnesses === undefined) return RawOldTx.encode(transaction);
  return RawTx.encode({ ...transaction, segwitFlag: true, witnesses: witnesses.map((items) => [...items]) });
}
