import { type CompiledMessage, isSound, versionOf } from './message.ts';
import { createReader } from './message-reader.ts';

// Messages of version 1: we read them and never write them. They are larger, have no lookup tables, and have their budget in the head instead of in
// instructions. Source: SIMD-0385 (solana-foundation/solana-improvement-documents, proposals/0385-transaction-v1.md), read on 2026-11-22.

/** Bytes of a whole transaction of version 1, signatures included (SIMD-0296, SIMD-0385). */
export const maxTransactionLengthV1 = 4096;

/** The most keys, instructions and signatures that a node takes. */
const most = { keys: 64, instructions: 64, signers: 12 } as const;

export interface MessageV1 {
  /** The part that a legacy message has too. */
  readonly message: CompiledMessage;
  /** Lamports beyond the base fee, for the whole transaction. */
  readonly priorityFee: bigint;
  /** The compute unit limit. It is 0 if the message does not set it. */
  readonly units: bigint;
}

/** For each value, in order: the bits of the mask that say it is there, and its length in bytes. */
const budget = {
  priorityFee: [0b11, 8],
  units: [0b100, 4],
  loadedBytes: [0b1000, 4],
  heapBytes: [0b10000, 4],
} as const;

const knownBits = 0b11111n;

/**
 * Reads the bytes of a message of version 1.
 *
 * @returns Undefined if the bytes are no such message: cut short, too long, of another version, beyond the limits of the version, or with an unknown
 * value in the head.
 */
export function decodeMessageV1(bytes: Uint8Array): MessageV1 | undefined {
  if (versionOf(bytes) !== 1) return undefined;
  const reader = createReader(bytes);
  reader.byte();
  const header = { signers: reader.byte(), readonlySigners: reader.byte(), readonlyOthers: reader.byte() };
  const mask = reader.number(4);
  const blockhash = reader.address();
  const [instructionCount, keyCount] = [reader.byte(), reader.byte()];
  const keys = Array.from({ length: keyCount }, reader.address);
  const valueAt = ([bits, length]: readonly [bits: number, length: number]) =>
    (mask & BigInt(bits)) === 0n ? 0n : reader.number(length);
  const priorityFee = valueAt(budget.priorityFee);
  const units = valueAt(budget.units);
  valueAt(budget.loadedBytes);
  valueAt(budget.heapBytes);
  const heads = Array.from({ length: instructionCount }, () => ({
    program: reader.byte(),
    accounts: reader.byte(),
    data: Number(reader.number(2)),
  }));
  const instructions = heads.map(({ program, accounts, data }) => ({
    program,
    accounts: [...reader.bytes(accounts)],
    data: reader.bytes(data),
  }));
  const message = { header, keys, blockhash, instructions };
  const isWithin =
    bytes.length + 64 * header.signers <= maxTransactionLengthV1 &&
    header.signers <= most.signers &&
    keyCount <= most.keys &&
    instructionCount <= most.instructions;
  // The fee has two bits, and both must be set.
  const isKnown = (mask & ~knownBits) === 0n && [0n, 0b11n].includes(mask & 0b11n);
  const isOnce = new Set(keys).size === keys.length;
  if (!reader.isAtEnd() || !isWithin || !isKnown || !isOnce || !isSound(message)) return undefined;
  return { message, priorityFee, units };
}
