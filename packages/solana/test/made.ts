import {
  type CompletedData,
  type EncodedItem,
  fromHex,
  itemsOf,
  type SignedTransaction,
  signedOf,
} from '@isochain/core';
import { bytesOf } from '../src/bytes/index.ts';

const bytes = bytesOf('solana');

/** What completed data encode to. */
export function itemsOfData(data: CompletedData): EncodedItem[] {
  return itemsOf(bytes, data);
}

/** The message that is signed. */
export function messageOf(data: CompletedData): Uint8Array {
  return fromHex(itemsOfData(data)[0]?.raw?.value ?? '') ?? new Uint8Array();
}

export function signedOfData(data: CompletedData, signature: string): Promise<SignedTransaction> {
  return signedOf(bytes, data, signature);
}
