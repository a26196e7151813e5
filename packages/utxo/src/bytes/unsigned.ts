import { sha256, toHex } from '@isochain/core';
import { VarBytes } from '@scure/btc-signer/script.js';
import { bytesOf } from './byte-arrays.ts';
import type { Plan } from './planned-transaction.ts';
import { type RawTransaction, writeTransaction } from './transaction-bytes.ts';

const empty = new Uint8Array();

/**
 * A transaction as it is written.
 *
 * @param scriptSigs - By input; empty where there is none.
 */
export function toRaw(
  { version, lockTime, inputs, outputs }: Plan,
  scriptSigs: readonly Uint8Array[] = [],
): RawTransaction {
  return {
    version,
    inputs: inputs.map(({ txid, vout, sequence }, i) => ({
      txid: bytesOf(txid),
      index: vout,
      finalScriptSig: scriptSigs[i] ?? empty,
      sequence,
    })),
    outputs: outputs.map(({ value, script }) => ({ amount: value, script })),
    lockTime,
  };
}

/** The transaction without signatures, as it stands in a PSBT. */
export function serialize(plan: Plan): Uint8Array {
  return writeTransaction(toRaw(plan));
}

/**
 * The id that the transaction will have once it is signed, as explorers show it.
 *
 * @throws TypeError if an input is p2pkh, as the id then depends on the signatures.
 */
export function txidOf(plan: Plan): string {
  const scriptSigs = plan.inputs.map(({ spend }) => {
    if (spend.type === 'p2pkh')
      throw new TypeError('The id of a transaction with p2pkh inputs depends on their signatures.');
    return spend.type === 'p2sh-p2wpkh' ? push(spend.redeemScript) : empty;
  });
  return transactionId(writeTransaction(toRaw(plan, scriptSigs)));
}

/** @param stripped - The transaction without witness. */
export function transactionId(stripped: Uint8Array): string {
  return toHex(sha256(sha256(stripped)).reverse());
}

/** The script that pushes up to 75 bytes: their length is the opcode. */
export function push(bytes: Uint8Array): Uint8Array {
  return VarBytes.encode(bytes);
}
