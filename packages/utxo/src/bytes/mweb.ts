import { BTCArray, RawInput, RawOutput, RawWitness } from '@scure/btc-signer/script.js';
import { array, bytes, I32LE, struct, U8 } from 'micro-packed';
import { notEmpty, type RawSegwitTransaction } from './transaction-bytes.ts';

// Transactions of Litecoin that go into MWEB, or come out of it (HogEx). @scure/btc-signer has no coder for them.

// Bits of the byte after the marker. BIP144; Litecoin Core, src/primitives/transaction.h: UnserializeTransaction.
const witnessFlag = 1;
const mwebFlag = 8;

const coders = /* @__PURE__ */ (() => {
  const head = { version: I32LE, marker: U8, flags: U8, inputs: BTCArray(RawInput), outputs: BTCArray(RawOutput) };
  /** The MWEB part, and the lock time. */
  const rest = bytes(null);
  return {
    plain: struct({ ...head, rest }),
    segwit: struct({ ...head, witnesses: array('inputs/length', RawWitness), rest }),
  };
})();

/** Whether the flags of a transaction say that it has an MWEB part. */
export function hasMweb(raw: Uint8Array): boolean {
  return raw[4] === 0 && ((raw[5] ?? 0) & ~witnessFlag) === mwebFlag;
}

/**
 * Reads a transaction with such flags. The MWEB part is skipped.
 *
 * @throws Error if the bytes are none, or anything more.
 */
export function decodeWithMweb(raw: Uint8Array): RawSegwitTransaction {
  const { version, inputs, outputs, rest, ...more } =
    coders[(raw[5] ?? 0) & witnessFlag ? 'segwit' : 'plain'].decode(raw);
  // In a HogEx the MWEB part is only a mark that it is absent. Otherwise it has a format of its own, which ends where the lock time begins.
  const [mark = 2, length] = [rest[0], rest.length - 5];
  if (mark > 1 || (mark === 0 ? length !== 0 : length < 1)) throw new Error('It has no part for MWEB.');
  const witnesses = 'witnesses' in more ? (more.witnesses as Uint8Array[][]) : undefined;
  // Bitcoin Core, src/primitives/transaction.h: a superfluous witness record.
  if (witnesses?.every(({ length }) => length === 0)) throw new Error('It has no witness.');
  return notEmpty({
    version,
    inputs,
    outputs,
    witnesses,
    lockTime: new DataView(rest.buffer, rest.byteOffset + rest.length - 4).getUint32(0, true),
  });
}
