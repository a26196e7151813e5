import { attempt, toHex } from '@isochain/core';
import { malformed, otherTransaction, readWalletAnswer, spellings } from '@isochain/core/signatures';
import type { Unsigned } from './assemble.ts';
import { equalBytes } from './byte-arrays.ts';
import { fromBytes, fromPsbtInput, fromUnlocked, type InputSignature } from './input-signature.ts';
import type { Plan, PlannedInput } from './planned-transaction.ts';
import { isPsbt, readPsbt } from './read-psbt.ts';
import {
  decodeTransaction,
  type RawSegwitTransaction,
  type RawTransaction,
  writeTransaction,
} from './transaction-bytes.ts';
import { psbtOf } from './write-psbt.ts';

/** Longer texts are no answers (own choice). A PSBT holds the transactions that its coins come from, and may have a megabyte. */
const longestText = 16_000_000;

/** The signed PSBT or transaction in answers of wallets: WalletConnect (signPsbt: `psbt`), and nodes (signrawtransactionwithwallet: `hex`). */
const names = ['psbt', 'signedPsbt', 'hex'];

/** Signatures by input; undefined for inputs that are not signed. */
export type InputSignatures = readonly (InputSignature | undefined)[];

/**
 * Reads signatures in the forms that wallets and signers send: a signed PSBT (version 0 or 2, finalized or not), the signed transaction, the
 * signatures one after the other in the order of the inputs, or a list of them (JSON, or with commas between). Bytes are in hex, with or
 * without 0x, or in base64.
 *
 * @throws RefusedError `signature.malformed`, `signature.sighash` or `signature.otherTransaction`.
 */
export function readSignatures(
  plan: Plan,
  { transaction: unsigned }: Pick<Unsigned, 'transaction'>,
  text: string,
): InputSignatures {
  const { inputs } = plan;
  const { text: found } = readWalletAnswer(text, { longest: longestText, names, several: true });
  const digits = found.replace(/\s+/g, '');
  if (digits.includes(',')) return readList(inputs, digits.split(','));

  const bytes = fromText(digits);
  if (bytes === undefined) throw malformed(`it is neither hex nor base64: ${expected(inputs.length)}`);
  if (isPsbt(bytes)) return readSignedPsbt(plan, unsigned, bytes);
  const transaction = attempt(() => decodeTransaction(bytes));
  if (transaction !== undefined) return readSigned(plan, unsigned, transaction);
  const parts = split(bytes, inputs.length);
  if (parts === undefined) throw malformed(`it has ${bytes.length} bytes: ${expected(inputs.length)}`);
  return inputs.map((input, i) => parts[i] && fromBytes(input, parts[i], i));
}

function readSignedPsbt(plan: Plan, unsigned: Uint8Array, bytes: Uint8Array): InputSignatures {
  const psbt = readPsbt(bytes);
  if (psbt === undefined) throw malformed('it begins like a PSBT, and is no valid one');
  if (!equalBytes(psbt.unsigned, unsigned)) {
    // `explain` reads version 0, and wallets write version 2 too.
    const other = attempt(() => decodeTransaction(psbt.unsigned));
    throw otherTransaction((other && otherPsbt(plan, other)) ?? { format: 'PSBT', value: toHex(bytes) });
  }
  return plan.inputs.map((input, i) => fromPsbtInput(input, psbt.inputs[i] ?? {}, i));
}

function readSigned(
  plan: Plan,
  unsigned: Uint8Array,
  { witnesses, ...transaction }: RawSegwitTransaction,
): InputSignatures {
  const { inputs } = transaction;
  const bare = { ...transaction, inputs: inputs.map((input) => ({ ...input, finalScriptSig: new Uint8Array() })) };
  if (!equalBytes(writeTransaction(bare), unsigned)) throw otherTransaction(otherPsbt(plan, bare));
  return plan.inputs.map((input, i) =>
    fromUnlocked(input, inputs[i]?.finalScriptSig ?? new Uint8Array(), witnesses?.[i] ?? [], i),
  );
}

/** Another transaction that spends the same coins, as PSBT. Undefined if it spends others: nobody knows their amounts. */
function otherPsbt(plan: Plan, { inputs, outputs, lockTime }: RawTransaction) {
  const spent = inputs.map(({ txid, index }) => `${toHex(txid)}:${index}`);
  if (spent.join() !== plan.inputs.map(({ txid, vout }) => `${txid}:${vout}`).join()) return undefined;
  const changed: Plan = {
    ...plan,
    lockTime,
    inputs: plan.inputs.map((input, i) => ({ ...input, sequence: inputs[i]?.sequence ?? input.sequence })),
    outputs: outputs.map(({ amount: value, script }) => ({
      ...plan.outputs.find((ours) => equalBytes(ours.script, script)),
      value,
      script,
    })),
  };
  return { format: 'PSBT', value: toHex(psbtOf(changed)) } as const;
}

/** Signatures of all inputs, or of the first inputs. A single signature may have any form. */
function split(bytes: Uint8Array, count: number): Uint8Array[] | undefined {
  const each = bytes.length / count;
  if (each === 64 || each === 65) return chunks(bytes, each);
  if (bytes.length > 0 && bytes.length < 64 * count && bytes.length % 64 === 0) return chunks(bytes, 64);
  // DER is never longer than 73 bytes.
  return count === 1 && bytes.length >= 8 && bytes.length <= 73 ? [bytes] : undefined;
}

function chunks(bytes: Uint8Array, size: number): Uint8Array[] {
  return Array.from({ length: bytes.length / size }, (_, i) => bytes.subarray(i * size, (i + 1) * size));
}

function readList(inputs: readonly PlannedInput[], list: readonly string[]): InputSignatures {
  if (list.length > inputs.length) throw malformed(`it lists ${list.length} signatures: ${expected(inputs.length)}`);
  return inputs.map((input, i) => {
    const text = list[i] ?? '';
    if (text === '') return undefined;
    const bytes = fromText(text);
    if (bytes === undefined) throw malformed(`what is sent for input ${i} is neither hex nor base64`);
    return fromBytes(input, bytes, i);
  });
}

function fromText(text: string): Uint8Array | undefined {
  return spellings(text)[0];
}

function expected(count: number): string {
  const signatures =
    count === 1 ? 'a signature of 64 bytes' : `${count} signatures of 64 bytes, one for each input in turn`;
  return `expected ${signatures}, the signed PSBT or the signed transaction`;
}
