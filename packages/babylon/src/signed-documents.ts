import { attempt, fromBase64, fromHex, refuse } from '@isochain/core';
import { RawPSBTV0, RawPSBTV2, type TransactionInput } from '@scure/btc-signer/psbt.js';
import { RawOldTx, RawTx, VarBytes } from '@scure/btc-signer/script.js';
import { bytesOf, equalBytes } from './bytes.ts';
import { isSignedBy } from './cosignatures.ts';
import {
  leafHash,
  readTransaction,
  type StakeTransaction,
  type StrippedTransaction,
  serialize,
  sighashOf,
  strip,
} from './transaction-bytes.ts';

const none = new Uint8Array();

/**
 * Reads the parts of the staking transaction that its id covers: script signatures of p2sh-p2wpkh inputs, but no witnesses.
 *
 * @param text - PSBT or transaction, in hex or base64.
 * @returns undefined if the text is neither.
 */
export function readStakingTransaction(text: string): StrippedTransaction | undefined {
  const bytes = readBytes(text);
  if (!isPsbt(bytes)) return readTransaction(bytes);
  return attempt(() => {
    const { unsigned, inputs: fields } = readPsbt(bytes);
    const inputs = unsigned.inputs.map((input, i) => {
      const { finalScriptSig, redeemScript } = fields[i] ?? {};
      return { ...input, finalScriptSig: finalScriptSig ?? (redeemScript && VarBytes.encode(redeemScript)) ?? none };
    });
    return strip({ ...unsigned, inputs });
  });
}

/**
 * Reads an unsigned transaction.
 *
 * @param text - PSBT or transaction, in hex or base64.
 * @returns Its bytes; no bytes if it is neither.
 */
export function readUnsigned(text: string): Uint8Array {
  const bytes = readBytes(text);
  return isPsbt(bytes) ? (attempt(() => RawOldTx.encode(readPsbt(bytes).unsigned)) ?? none) : bytes;
}

/** Reads hex or base64; no bytes if it is neither. */
export function readBytes(text: string): Uint8Array {
  const digits = text.replace(/\s+/g, '');
  return fromHex(digits) ?? fromBase64(digits) ?? none;
}

/**
 * Reads and verifies the staker's signature of a slashing transaction.
 *
 * @param text - PSBT (version 0 or 2, finalized or not), transaction, or the signature alone. In hex or base64.
 * @param field - Path in the request, for refusals.
 * @returns The BIP340 signature, 64 bytes.
 * @throws RefusedError `signature.malformed`, `signature.otherTransaction`, `signature.incomplete` or `signature.mismatch`
 */
export function readStakerSignature(transaction: StakeTransaction, text: string, field: string): Uint8Array {
  const signature = findSignature(transaction, readBytes(text), field);
  if (signature.length !== 64)
    throw refuse('signature.malformed', { reason: 'Babylon takes SIGHASH_DEFAULT alone' }, field);
  const [{ spend }] = transaction.inputs;
  if (!isSignedBy(spend.signer, sighashOf(transaction), signature)) throw refuse('signature.mismatch', {}, field);
  return signature;
}

/** @returns 64 bytes, or 65 with a sighash type. */
function findSignature(transaction: StakeTransaction, bytes: Uint8Array, field: string): Uint8Array {
  const malformed = (reason: string) => refuse('signature.malformed', { reason }, field);
  if (bytes.length === 64 || bytes.length === 65) return bytes;
  const signed = isPsbt(bytes) ? attempt(() => readPsbt(bytes)) : attempt(() => readSigned(bytes));
  if (signed === undefined)
    throw malformed(
      isPsbt(bytes)
        ? 'it begins like a PSBT, and is no valid one'
        : 'expected a signature of 64 bytes, the signed PSBT or the signed transaction, in hex or base64',
    );
  if (!equalBytes(RawOldTx.encode(signed.unsigned), serialize(transaction)))
    throw refuse('signature.otherTransaction', {}, field);
  const [{ finalScriptSig = none, finalScriptWitness = [], tapScriptSig = [] } = {}] = signed.inputs;
  const { signer, leafScript, controlBlock } = transaction.inputs[0].spend;
  if (finalScriptWitness.length > 0 || finalScriptSig.length > 0) {
    const [signature, leaf = none, control = none, ...more] = finalScriptWitness;
    const isOurs = more.length + finalScriptSig.length === 0 && equalBytes(leaf, leafScript);
    if (signature === undefined || !isOurs || !equalBytes(control, controlBlock))
      throw malformed('its witness is not a signature of the staker, and the leaf');
    if (signature.length === 64 || signature.length === 65) return signature;
    throw malformed('its witness has no signature of BIP340');
  }
  const hash = leafHash(leafScript);
  const isOurs = ([key]: (typeof tapScriptSig)[number]) =>
    equalBytes(key.pubKey, signer) && equalBytes(key.leafHash, hash);
  const [, signature] = tapScriptSig.find(isOurs) ?? [];
  if (signature === undefined)
    throw refuse('signature.incomplete', { signed: 0, count: 1, missing: 'encoded[0]' }, field);
  return signature;
}

interface Signed {
  readonly unsigned: Parameters<typeof RawOldTx.encode>[0];
  readonly inputs: readonly {
    readonly [Name in 'finalScriptSig' | 'finalScriptWitness' | 'redeemScript' | 'tapScriptSig']?:
      | TransactionInput[Name]
      | undefined;
  }[];
}

/** @throws Error if the bytes are not a transaction. */
function readSigned(bytes: Uint8Array): Signed {
  const { version, inputs, outputs, lockTime, witnesses = [] } = RawTx.decode(bytes);
  return {
    unsigned: { version, inputs: inputs.map((input) => ({ ...input, finalScriptSig: none })), outputs, lockTime },
    inputs: inputs.map(({ finalScriptSig }, i) => ({ finalScriptSig, finalScriptWitness: witnesses[i] })),
  };
}

/** A PSBT begins with "psbt" and 0xff (BIP174). */
const magic = /* @__PURE__ */ bytesOf('70736274ff');

function isPsbt(bytes: Uint8Array): boolean {
  return equalBytes(bytes.subarray(0, magic.length), magic);
}

/** @throws Error if the bytes are not a PSBT of version 0 or 2, or if more bytes follow. */
function readPsbt(bytes: Uint8Array): Signed {
  return attempt(() => readV0(bytes)) ?? readV2(bytes);
}

/** BIP174. */
function readV0(bytes: Uint8Array): Signed {
  const { global, inputs, outputs } = RawPSBTV0.decode(bytes);
  const unsigned = global.unsignedTx as Signed['unsigned'];
  // The library accepts one empty map too many at the end, because bip174js writes it.
  if (outputs.length !== unsigned.outputs.length) throw new Error('Something follows the PSBT.');
  return { unsigned, inputs };
}

/** BIP370. No input of a stake's documents asks for a lock time of its own. */
function readV2(bytes: Uint8Array): Signed {
  const { global, inputs, outputs } = RawPSBTV2.decode(bytes);
  if (inputs.some((input) => input.requiredHeightLocktime ?? input.requiredTimeLocktime))
    throw new Error('An input asks for a lock time.');
  const unsigned = {
    version: (global.txVersion ?? 0) | 0,
    inputs: inputs.map(({ txid = none, index = 0, sequence = 0xffff_ffff }) => ({
      ...{ txid, index, sequence },
      finalScriptSig: none,
    })),
    outputs: outputs.map(({ amount = 0n, script = none }) => ({ amount, script })),
    lockTime: global.fallbackLocktime ?? 0,
  };
  return { unsigned, inputs };
}
