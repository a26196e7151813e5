import { attempt } from '@isochain/core';
import { RawPSBTV0, RawPSBTV2, type TransactionInput, type TransactionOutput } from '@scure/btc-signer/psbt.js';
import { equalBytes } from './byte-arrays.ts';
import { type RawTransaction, writeTransaction } from './transaction-bytes.ts';

/** Fields may be undefined, as coders leave them. */
type Fields<T> = { readonly [Name in keyof T]?: T[Name] | undefined };
export type PsbtInput = Fields<TransactionInput>;
export type PsbtOutput = Fields<TransactionOutput>;

/** A PSBT of version 0 (BIP174). */
export interface Psbt {
  readonly unsigned: RawTransaction;
  readonly inputs: readonly PsbtInput[];
  readonly outputs: readonly PsbtOutput[];
}

/** The parts of a PSBT that we use. */
export interface ReadPsbt {
  /** The transaction without signatures. */
  readonly unsigned: Uint8Array;
  readonly inputs: readonly PsbtInput[];
}

/** The first bytes of a PSBT: "psbt" and 0xff. */
export const psbtMagic: Uint8Array = /* @__PURE__ */ Uint8Array.of(0x70, 0x73, 0x62, 0x74, 0xff);

export function isPsbt(bytes: Uint8Array): boolean {
  return equalBytes(bytes.subarray(0, psbtMagic.length), psbtMagic);
}

/**
 * Reads a PSBT of version 0.
 *
 * @throws Error if the bytes are none, or anything more.
 */
export function decodePsbt(bytes: Uint8Array): Psbt {
  const { global, inputs, outputs } = RawPSBTV0.decode(bytes);
  const unsigned = global.unsignedTx as RawTransaction;
  // The library accepts one more empty map at the end, as bip174js writes it.
  if (outputs.length !== unsigned.outputs.length) throw new Error('Something follows the PSBT.');
  return { unsigned, inputs, outputs };
}

/**
 * Reads a PSBT of version 0 or 2.
 *
 * @returns Undefined if it is not valid.
 */
export function readPsbt(bytes: Uint8Array): ReadPsbt | undefined {
  return attempt(() => readV0(bytes)) ?? attempt(() => readV2(bytes));
}

function readV0(bytes: Uint8Array): ReadPsbt {
  const { unsigned, inputs } = decodePsbt(bytes);
  return { unsigned: writeTransaction(unsigned), inputs };
}

/** BIP370. */
function readV2(bytes: Uint8Array): ReadPsbt {
  const { global, inputs, outputs } = RawPSBTV2.decode(bytes);
  const unsigned = writeTransaction({
    version: (global.txVersion ?? 0) | 0,
    inputs: inputs.map(({ txid = none, index = 0, sequence = 0xffff_ffff }) => ({
      ...{ txid, index, sequence },
      finalScriptSig: none,
    })),
    outputs: outputs.map(({ amount = 0n, script = none }) => ({ amount, script })),
    lockTime: lockTimeOf(inputs) ?? global.fallbackLocktime ?? 0,
  });
  return { unsigned, inputs };
}

const none = new Uint8Array();

/** BIP370, "Determining Lock Time": the latest lock time that an input asks for, as a height if all inputs allow that. */
function lockTimeOf(inputs: readonly PsbtInput[]): number | undefined {
  const asking = inputs.filter((input) => input.requiredHeightLocktime ?? input.requiredTimeLocktime);
  if (asking.length === 0) return undefined;
  const heights = asking.flatMap(({ requiredHeightLocktime }) => requiredHeightLocktime ?? []);
  const times = asking.flatMap(({ requiredTimeLocktime }) => requiredTimeLocktime ?? []);
  const all = [heights, times].find(({ length }) => length === asking.length);
  if (all === undefined) throw new Error('Some inputs ask for a time, and others for a height.');
  return Math.max(...all);
}
