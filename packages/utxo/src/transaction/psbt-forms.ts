import { isPoint } from '../account/curve.ts';
import type { ByteReader } from '../byte-reader.ts';
import { concatBytes } from '../bytes.ts';
import type { KeyPath, LeafSigner, TaprootKeyPath } from './psbt.ts';
import { type RawTransaction, readStripped, readTransaction, readWitness, witnessFlag } from './transaction-bytes.ts';

/** How the key or the value of a field is read. What is not of the form throws a RangeError. */
export type Form<T = unknown> = (reader: ByteReader) => T;

export const nothing: Form = () => undefined;
export const anything: Form<Uint8Array> = (reader) => reader.rest();
export const bytes =
  (length: number): Form<Uint8Array> =>
  (reader) =>
    reader.take(length);
export const uint8: Form<number> = (reader) => reader.uint8();
export const uint32: Form<number> = (reader) => reader.uint32();
export const count: Form<number> = (reader) => reader.size();

/** Compressed or not. */
export const publicKey: Form<Uint8Array> = (reader) => pointIn(reader.rest());
export const xOnlyKey: Form<Uint8Array> = (reader) =>
  pointIn(concatBytes(Uint8Array.of(2), reader.take(32))).subarray(1);

export const keyPath: Form<KeyPath> = (reader) => ({
  fingerprint: reader.uint32(false),
  path: reader.all(() => reader.uint32()),
});

/** BIP371: with the hashes of the leaves that the key is in. */
export const taprootKeyPath: Form<TaprootKeyPath> = (reader) => ({
  hashes: reader.list(() => reader.take(32)),
  der: keyPath(reader),
});

export const unsignedTransaction: Form<RawTransaction> = (reader) => {
  const transaction = readStripped(reader);
  must(transaction.inputs.every(({ finalScriptSig }) => finalScriptSig.length === 0));
  return transaction;
};

export const transaction: Form<RawTransaction> = (reader) => readTransaction(reader, witnessFlag);

/** As explorers show it. */
export const transactionId: Form<Uint8Array> = (reader) => reader.take(32).toReversed();

export const witness: Form<Uint8Array[]> = (reader) => {
  const items = readWitness(reader);
  must(items.length > 0);
  return items;
};

/** BIP370: what is below is a height, the rest a time. */
const firstTime = 500_000_000;

export const lockTime: Form<number> = (reader) => {
  const time = reader.uint32();
  must(time >= firstTime);
  return time;
};

export const lockHeight: Form<number> = (reader) => {
  const height = reader.uint32();
  must(height > 0 && height < firstTime);
  return height;
};

export const positiveAmount: Form<bigint> = (reader) => {
  const amount = reader.uint64();
  // BIP370: it is signed.
  must(amount < 2n ** 63n);
  return amount;
};

/** BIP340, with or without a sighash type. */
export const schnorrSignature: Form<Uint8Array> = (reader) => {
  const signature = reader.rest();
  must(signature.length === 64 || signature.length === 65);
  return signature;
};

export const leafSigner: Form<LeafSigner> = (reader) => ({
  pubKey: xOnlyKey(reader),
  leafHash: reader.take(32),
});

/** BIP341: a leaf version, the internal key, and up to 128 hashes. */
export const controlBlock: Form<Uint8Array> = (reader) => {
  const block = reader.rest();
  must(block.length % 32 === 1 && block.length > 32 && block.length <= 33 + 32 * 128);
  return block;
};

/** BIP371: all leaves of a tree from left to right, each with its depth. */
export const tree: Form = (reader) => {
  // A tree is as wide as 2^255 of the deepest leaves that there can be.
  const width = 1n << 255n;
  let at = 0n;
  reader.all(() => {
    const leaf = width >> BigInt(reader.uint8());
    must(at % leaf === 0n);
    at += leaf;
    // Leaf version and script.
    reader.take(1);
    reader.sized();
  });
  must(at === width);
};

/** BIP174: an identifier, a type of its own, and whatever it has. */
export const proprietary: Form = (reader) => {
  reader.sized();
  reader.size();
  reader.rest();
};

function pointIn(key: Uint8Array): Uint8Array {
  must(isPoint(key));
  return key;
}

function must(isSo: boolean): void {
  if (!isSo) throw new RangeError();
}
