import { type EncodedItem, toHex } from '@isochain/core';
import { hash160, p2wpkh } from '../account/scripts.ts';
import { compactSize, uint32 } from '../byte-writer.ts';
import { concatBytes, joinBytes } from '../bytes.ts';
import { createDigests, tapscript } from './digests.ts';
import type { Derivation, Plan, PlannedInput, PlannedOutput } from './plan.ts';
import { psbtMagic } from './psbt.ts';
import { globalFields, inputFields, outputFields } from './psbt-fields.ts';
import { type FieldBytes, writeMap } from './psbt-maps.ts';
import { writeOutput } from './transaction-bytes.ts';
import { serialize } from './unsigned.ts';

/**
 * Makes what is signed: an item for each input with the 32 bytes that it signs (BIP340 for taproot, else ECDSA, without hashing again), the
 * first one with the whole transaction as PSBT (BIP174, version 0) in hex for wallets.
 */
export function encodePlan(plan: Plan): EncodedItem[] {
  const digest = createDigests(plan);
  const items = plan.inputs.map((_, i): EncodedItem => ({ hash: { format: 'sha256', value: toHex(digest(i)) } }));
  return items.map((item, i) => (i > 0 ? item : { ...item, raw: { format: 'PSBT', value: toHex(psbtOf(plan)) } }));
}

/** The PSBT of a transaction, with no more than signers need. */
export function psbtOf(plan: Plan): Uint8Array {
  return joinBytes([
    psbtMagic,
    writeMap(globalFields, { unsignedTx: serialize(plan) }),
    ...plan.inputs.map((input) => writeMap(inputFields, inputBytes(input))),
    ...plan.outputs.map((output) => writeMap(outputFields, outputBytes(output))),
  ]);
}

function inputBytes({ spend, value, script, previous, derivation }: PlannedInput): FieldBytes {
  const fields = {
    nonWitnessUtxo: previous,
    witnessUtxo: spend.type === 'p2pkh' ? undefined : writeOutput({ amount: value, script }),
  };
  switch (spend.type) {
    case 'p2tr':
      return { ...fields, tapInternalKey: spend.internalKey, ...derivationBytes(derivation, true) };
    case 'tapscript': {
      const { internalKey, controlBlock, leafScript } = spend;
      const leaf = concatBytes(leafScript, Uint8Array.of(tapscript));
      return { ...fields, tapInternalKey: internalKey, tapLeafScript: [controlBlock, leaf] };
    }
    case 'p2sh-p2wpkh':
      return { ...fields, redeemScript: spend.redeemScript, ...derivationBytes(derivation, false) };
    default:
      return { ...fields, ...derivationBytes(derivation, false) };
  }
}

/** What wallets tell by that an output is their own. */
function outputBytes({ derivation, type }: PlannedOutput): FieldBytes {
  const isNested = type === 'p2sh-p2wpkh' && derivation !== undefined;
  const redeemScript = isNested ? p2wpkh(hash160(derivation.publicKey)) : undefined;
  return { redeemScript, ...derivationBytes(derivation, type === 'p2tr') };
}

function derivationBytes(derivation: Derivation | undefined, isTaproot: boolean): FieldBytes {
  if (derivation === undefined) return {};
  const { publicKey, fingerprint, path } = derivation;
  // Fingerprints alone have their highest byte first.
  const from = joinBytes([uint32(fingerprint).reverse(), ...path.map(uint32)]);
  if (!isTaproot) return { bip32Derivation: [publicKey, from] };
  const internalKey = publicKey.subarray(1);
  // BIP371: no leaf hashes, as it is the internal key.
  const tapBip32Derivation = [internalKey, concatBytes(compactSize(0), from)] as const;
  return { tapInternalKey: internalKey, tapBip32Derivation };
}
