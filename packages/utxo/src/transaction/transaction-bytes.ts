import { type ByteReader, readWhole } from '../byte-reader.ts';
import { sized, sizedList, uint32, uint64 } from '../byte-writer.ts';
import { concatBytes, joinBytes } from '../bytes.ts';

export interface RawInput {
  /** As explorers show it. */
  readonly txid: Uint8Array;
  readonly index: number;
  readonly finalScriptSig: Uint8Array;
  readonly sequence: number;
}

export interface RawOutput {
  /** Smallest unit. */
  readonly amount: bigint;
  /** scriptPubKey. */
  readonly script: Uint8Array;
}

export interface RawTransaction {
  readonly version: number;
  readonly inputs: readonly RawInput[];
  readonly outputs: readonly RawOutput[];
  readonly lockTime: number;
}

/** By input: its items. */
export type Witnesses = readonly (readonly Uint8Array[])[];

export interface RawSegwitTransaction extends RawTransaction {
  /** Undefined if the transaction is written without. */
  readonly witnesses?: Witnesses | undefined;
}

// Bits of the byte after the marker. BIP144; Litecoin Core, src/primitives/transaction.h: UnserializeTransaction.
export const witnessFlag = 1;
export const mwebFlag = 8;

/** Reads a transaction that is written without witnesses, and may have no inputs. */
export function readStripped(reader: ByteReader): RawTransaction {
  const version = reader.uint32();
  return { version, ...readBody(reader), lockTime: reader.uint32() };
}

/**
 * Reads a transaction as nodes write it. What belongs to MWEB is skipped.
 *
 * @param flags - Which ones it may have.
 */
export function readTransaction(reader: ByteReader, flags: number): RawSegwitTransaction {
  const version = reader.uint32();
  // Where the number of inputs would be 0 there is a marker, and flags.
  const found = reader.next === 0 ? readFlags(reader) : 0;
  if ((found & ~flags) !== 0) throw new RangeError();
  const { inputs, outputs } = readBody(reader);
  if (inputs.length === 0 || outputs.length === 0) throw new RangeError();
  const witnesses = found & witnessFlag ? inputs.map(() => readWitness(reader)) : undefined;
  // Bitcoin Core, src/primitives/transaction.h: a superfluous witness record.
  if (witnesses?.every(({ length }) => length === 0)) throw new RangeError();
  if (found & mwebFlag) skipMweb(reader);
  return { version, inputs, outputs, witnesses, lockTime: reader.uint32() };
}

/** @throws RangeError if the bytes are no transaction as Bitcoin has them, or anything more. */
export function decodeTransaction(bytes: Uint8Array): RawSegwitTransaction {
  return readWhole(bytes, (reader) => readTransaction(reader, witnessFlag));
}

function readFlags(reader: ByteReader): number {
  reader.take(1);
  const flags = reader.uint8();
  if (flags === 0) throw new RangeError();
  return flags;
}

function readBody(reader: ByteReader): Pick<RawTransaction, 'inputs' | 'outputs'> {
  const inputs = reader.list(() => ({
    txid: reader.take(32).toReversed(),
    index: reader.uint32(),
    finalScriptSig: reader.sized(),
    sequence: reader.uint32(),
  }));
  return { inputs, outputs: reader.list(() => readOutput(reader)) };
}

export function readOutput(reader: ByteReader): RawOutput {
  return { amount: reader.uint64(), script: reader.sized() };
}

/** The items of one input's witness. */
export function readWitness(reader: ByteReader): Uint8Array[] {
  return reader.list(() => reader.sized());
}

/** A HogEx has nothing there but the mark of absence; else a format of its own follows, which ends where the lock time begins. */
function skipMweb(reader: ByteReader): void {
  const mark = reader.uint8();
  const length = reader.left - 4;
  if (mark > 1 || (mark === 0 ? length !== 0 : length < 1)) throw new RangeError();
  reader.take(length);
}

/** @param witnesses - Left out, the bytes are those that the id is made of. */
export function writeTransaction(
  { version, inputs, outputs, lockTime }: RawTransaction,
  witnesses?: Witnesses | undefined,
): Uint8Array {
  return joinBytes([
    uint32(version),
    witnesses === undefined ? new Uint8Array() : Uint8Array.of(0, witnessFlag),
    sizedList(inputs.map(writeInput)),
    sizedList(outputs.map(writeOutput)),
    ...(witnesses ?? []).map((items) => sizedList(items.map(sized))),
    uint32(lockTime),
  ]);
}

function writeInput({ txid, index, finalScriptSig, sequence }: RawInput): Uint8Array {
  if (txid.length !== 32) throw new RangeError();
  return concatBytes(txid.toReversed(), uint32(index), sized(finalScriptSig), uint32(sequence));
}

export function writeOutput({ amount, script }: RawOutput): Uint8Array {
  return concatBytes(uint64(amount), sized(script));
}
