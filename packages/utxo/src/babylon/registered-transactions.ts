import { fromBase64, fromHex } from '@isochain/core';
import { isPsbt, readPsbt } from '../transaction/read-psbt.ts';
import { decodeStripped, writeTransaction } from '../transaction/transaction-bytes.ts';
import { push } from '../transaction/unsigned.ts';
import { type RawTransaction, stripTransaction } from '../upstreams/raw-transaction.ts';

/** The staking transaction as its id commits to it: what p2sh-p2wpkh inputs push belongs to it, witnesses do not. */
export function readStakingTransaction(text: string): RawTransaction | undefined {
  const bytes = readBytes(text);
  if (!isPsbt(bytes)) return stripTransaction(bytes);
  const psbt = readPsbt(bytes);
  if (psbt === undefined) return undefined;
  const unsigned = decodeStripped(psbt.unsigned);
  const inputs = unsigned.inputs.map((input, i) => {
    const { finalScriptSig, redeemScript } = psbt.inputs[i] ?? {};
    return { ...input, finalScriptSig: finalScriptSig ?? (redeemScript && push(redeemScript)) ?? new Uint8Array() };
  });
  return stripTransaction(writeTransaction({ ...unsigned, inputs }));
}

/** A transaction without signatures; empty if it is none. */
export function readUnsigned(text: string): Uint8Array {
  const bytes = readBytes(text);
  return (isPsbt(bytes) ? readPsbt(bytes)?.unsigned : bytes) ?? new Uint8Array();
}

/** Hex or base64; empty if it is neither. */
export function readBytes(text: string): Uint8Array {
  const digits = text.replace(/\s+/g, '');
  return fromHex(digits) ?? fromBase64(digits) ?? new Uint8Array();
}
