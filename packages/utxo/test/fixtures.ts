import { readFileSync } from 'node:fs';
import { fromHex } from '@isochain/core';

/** A file of the directory `fixtures`, by its name without `.json`. */
export function fixture<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../fixtures/${name}.json`, import.meta.url), 'utf8')) as T;
}

export function bytes(hex: string): Uint8Array {
  const read = fromHex(hex);
  if (read === undefined) throw new Error(`This is not hex: ${hex}`);
  return read;
}

/** One of `transfer-vectors`. */
export interface TransferVector {
  readonly inputs: readonly ('p2tr' | 'p2wpkh' | 'p2sh-p2wpkh' | 'p2pkh')[];
  readonly unsignedTx: string;
  readonly psbt: string;
  readonly digests: readonly string[];
  readonly signaturesRS: readonly string[];
  readonly signatureConcat: string;
  readonly signedPsbt: string;
  readonly finalizedPsbt: string;
  readonly rawTx: string;
  readonly txid: string;
  readonly weight: number;
}

/** One of `signed-transactions`. */
export interface SignedTransactionVector {
  readonly name: string;
  readonly txid: string;
  readonly inputs: readonly { readonly value: string; readonly script: string }[];
  readonly raw: string;
  readonly psbt?: string;
  readonly signedPsbt?: string;
  readonly sighash?: string;
}
