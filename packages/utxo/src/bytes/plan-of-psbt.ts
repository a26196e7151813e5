import { toHex } from '@isochain/core';
import { TaprootControlBlock } from '@scure/btc-signer/psbt.js';
import { readPublicKey, spendOf } from '../address/public-key.ts';
import { hash160, p2sh, readScript } from '../address/scripts.ts';
import { concatBytes, equalBytes } from './byte-arrays.ts';
import type { Derivation, Plan, PlannedInput, PlannedOutput, Spend } from './planned-transaction.ts';
import type { Psbt, PsbtInput, PsbtOutput } from './read-psbt.ts';
import { type RawInput, writeTransaction } from './transaction-bytes.ts';
import { transactionId } from './unsigned.ts';

/**
 * Finds the plan that a PSBT was made from.
 *
 * @returns Undefined if an input is of a kind that `encodePlan` does not make. The rest is not checked here: encode the plan again and compare. Only
 * signing shows whether the named keys belong to the inputs.
 */
export function planOfPsbt({ unsigned, inputs: fields, outputs: outputFields }: Psbt): Plan | undefined {
  const { lockTime, ...transaction } = unsigned;
  const inputs = transaction.inputs.flatMap((input, i) => readInput(input, fields[i] ?? {}) ?? []);
  if (inputs.length < transaction.inputs.length) return undefined;
  const outputs = transaction.outputs.map(({ amount: value, script }, i): PlannedOutput => {
    // Keys take time to check, and only transactions with two outputs have change.
    const derivation = transaction.outputs.length === 2 ? derivationOf(outputFields[i] ?? {}) : undefined;
    return { value, script, derivation, type: derivation && typeOf(script, derivation) };
  });
  return { version: 2, lockTime, inputs, outputs };
}

function readInput(input: RawInput, fields: PsbtInput): PlannedInput | undefined {
  const txid = toHex(input.txid);
  const previous = fields.nonWitnessUtxo && writeTransaction(fields.nonWitnessUtxo);
  if (previous !== undefined && transactionId(previous) !== txid) return undefined;
  const claimed = fields.nonWitnessUtxo?.outputs[input.index];
  const { amount: value, script } = fields.witnessUtxo ?? claimed ?? {};
  if (value === undefined || script === undefined) return undefined;
  const isSame = claimed !== undefined && claimed.amount === value && equalBytes(claimed.script, script);
  if (previous !== undefined && !isSame) return undefined;
  const spend = spendFrom(script, fields);
  const { index: vout, sequence } = input;
  return spend && { txid, vout, value, script, sequence, spend, previous, derivation: derivationOf(fields) };
}

function spendFrom(
  script: Uint8Array,
  { redeemScript, tapInternalKey, tapLeafScript = [] }: PsbtInput,
): Spend | undefined {
  const type = readScript(script)?.type;
  const [leaf] = tapLeafScript;
  if (type === 'p2tr' && leaf !== undefined && tapInternalKey !== undefined) {
    const [controlBlock, leafScript] = [TaprootControlBlock.encode(leaf[0]), leaf[1].subarray(0, -1)];
    // The PSBT does not tell whose signature is needed, nor whose it has already.
    const rest = { signer: new Uint8Array(), cosignatures: [] };
    return { type: 'tapscript', leafScript, controlBlock, internalKey: tapInternalKey, ...rest };
  }
  if (type === 'p2tr') return { type, internalKey: tapInternalKey };
  if (type === 'p2sh' && redeemScript !== undefined) {
    const isNested = readScript(redeemScript)?.type === 'p2wpkh' && equalBytes(p2sh(hash160(redeemScript)), script);
    return isNested ? { type: 'p2sh-p2wpkh', redeemScript } : undefined;
  }
  if (type === 'p2wpkh') return { type };
  return type === 'p2pkh' ? { type, isUncompressed: false } : undefined;
}

function derivationOf({ bip32Derivation, tapBip32Derivation }: PsbtOutput): Derivation | undefined {
  const [taproot] = tapBip32Derivation ?? [];
  if (taproot !== undefined) return { publicKey: evenKey(taproot[0]), ...taproot[1].der };
  const [other] = bip32Derivation ?? [];
  return other && { publicKey: other[0], ...other[1] };
}

/** The type of a script that is locked with the key; undefined if it is not. */
function typeOf(script: Uint8Array, { publicKey }: Derivation) {
  const key = readPublicKey(toHex(publicKey));
  const type = key.ok ? spendOf(script, key.value) : undefined;
  return type === 'p2pkh-uncompressed' ? undefined : type;
}

/** BIP340: an x-only key stands for the point whose y is even. */
function evenKey(key: Uint8Array): Uint8Array {
  return concatBytes(Uint8Array.of(2), key);
}
