import { attempt } from '../attempt.ts';
import { equalBytes } from '../bytes.ts';
import { decodePsbt, decodePsbtV2 } from './decode-psbt.ts';
import { type PsbtInput, type PsbtV2, psbtMagic } from './psbt.ts';
import { writeTransaction } from './transaction-bytes.ts';

/** What a PSBT says, as far as it counts for us. */
export interface ReadPsbt {
  /** The transaction without signatures. */
  readonly unsigned: Uint8Array;
  readonly inputs: readonly PsbtInput[];
}

export function isPsbt(bytes: Uint8Array): boolean {
  return equalBytes(bytes.subarray(0, psbtMagic.length), psbtMagic);
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
  const { global, inputs } = decodePsbt(bytes);
  return { unsigned: writeTransaction(global.unsignedTx), inputs };
}

function readV2(bytes: Uint8Array): ReadPsbt {
  const { global, inputs, outputs } = decodePsbtV2(bytes);
  const unsigned = writeTransaction({
    version: global.txVersion,
    inputs: inputs.map(({ txid, index, sequence = 0xffff_ffff }) => ({
      ...{ txid, index, sequence },
      finalScriptSig: new Uint8Array(),
    })),
    outputs,
    lockTime: lockTimeOf(inputs) ?? global.fallbackLocktime ?? 0,
  });
  return { unsigned, inputs };
}

/** BIP370, "Determining Lock Time": the latest that an input asks for, in blocks if all of them can have it so. */
function lockTimeOf(inputs: PsbtV2['inputs']): number | undefined {
  const asking = inputs.filter((input) => input.requiredHeightLocktime ?? input.requiredTimeLocktime);
  if (asking.length === 0) return undefined;
  const heights = asking.flatMap(({ requiredHeightLocktime }) => requiredHeightLocktime ?? []);
  const times = asking.flatMap(({ requiredTimeLocktime }) => requiredTimeLocktime ?? []);
  const all = [heights, times].find(({ length }) => length === asking.length);
  if (all === undefined) throw new Error('Some inputs ask for a time, and others for a height.');
  return Math.max(...all);
}
