import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { Decoder, Encoder } from '@msgpack/msgpack';
import { sha512_256 } from '@noble/hashes/sha2.js';
import { base32nopad } from '@scure/base';
import type { Made } from './kinds.ts';

// Keys, transactions and ids by libraries that the package does not build with: @msgpack/msgpack, @noble/hashes, @scure/base and Node's own cryptography.
// Nothing here comes from algosdk or from our own code.

/** A value of a transaction, or of what stands around one. */
export type Value = string | boolean | bigint | Uint8Array | Fields | readonly Value[];
/** Fields by their names on the chain. Those that are undefined are left out. */
export interface Fields {
  readonly [name: string]: Value | undefined;
}

/** The main network (algorandfoundation/docs, get-details/algorand-networks/mainnet.md). */
export const mainnet = {
  genesisId: 'mainnet-v1.0',
  genesisHash: 'wGHE2Pwdvd7S12BL5FaOP20EGYesN73ktiC1qzkkit8=',
} as const;

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

// --- Addresses ---

/** @param publicKey - 32 bytes. @returns 58 characters: the key and the last four bytes of its SHA-512/256. */
export function addressOf(publicKey: Uint8Array): string {
  return base32nopad.encode(Buffer.concat([publicKey, sha512_256(publicKey).subarray(-4)]));
}

/** @returns The 32 bytes of an address. */
export function bytesOfAddress(address: string): Uint8Array {
  const bytes = base32nopad.decode(address);
  const publicKey = bytes.subarray(0, 32);
  if (addressOf(publicKey) !== address) throw new Error(`not an address: ${address}`);
  return publicKey;
}

// --- Msgpack ---

const encoder = new Encoder({ useBigInt64: true, sortKeys: true });
const decoder = new Decoder({ useBigInt64: true });

/** Msgpack as it stands: keys sorted, integers as short as they can be, nothing left out. */
export function msgpack(value: Value): Uint8Array {
  return encoder.encode(shortened(value)).slice();
}

/** Whether the chain leaves a value out (algorand/go-algorand, protocol/codec.go: omitempty). The bytes of a note may be zeros: only an empty one is left out. */
function isLeftOut(name: string, value: Value | undefined): boolean {
  if (value === undefined || value === '' || value === false || value === 0n) return true;
  if (value instanceof Uint8Array) return name === 'note' ? value.length === 0 : value.every((byte) => byte === 0);
  return false;
}

/** Fields without those that the chain leaves out, in canonical msgpack. */
export function canonical(fields: Fields): Uint8Array {
  return msgpack(Object.fromEntries(Object.entries(fields).filter(([name, value]) => !isLeftOut(name, value))));
}

/** The library writes a bigint with eight bytes, and a number above 32 bits as a float. So short numbers become numbers, and long ones stay bigints. */
function shortened(value: Value | undefined): unknown {
  if (typeof value === 'bigint') return value < 2n ** 32n ? Number(value) : value;
  if (value instanceof Uint8Array || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((each: Value) => shortened(each));
  const given = Object.entries(value).filter(([, each]) => each !== undefined);
  return Object.fromEntries(given.map(([name, each]) => [name, shortened(each)]));
}

/** Reads msgpack. All integers become bigints. */
export function decode(bytes: Uint8Array): unknown {
  // Of a Buffer the library gives Buffers.
  return lengthened(decoder.decode(Uint8Array.from(bytes)));
}

function lengthened(value: unknown): unknown {
  if (typeof value === 'number') return BigInt(value);
  if (value instanceof Uint8Array || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(lengthened);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, lengthened(each)]));
}

// --- Transactions ---

/** The fields of a transaction, also those that are zero. */
export function fieldsOf(made: Made): Fields {
  const { sender, fee, firstValid, lastValid, genesisId, genesisHash, note, lease } = made;
  return {
    snd: bytesOfAddress(sender),
    fee,
    fv: firstValid,
    lv: lastValid,
    gen: genesisId,
    gh: Buffer.from(genesisHash, 'base64'),
    note,
    lx: lease,
    ...deedOf(made),
  };
}

function deedOf(made: Made): Fields {
  const { amount, assetId: xaid } = made;
  const recipient = bytesOfAddress(made.recipient);
  const sender = bytesOfAddress(made.sender);
  switch (made.kind) {
    case 'payment':
      return { type: 'pay', amt: amount, rcv: recipient };
    case 'closeAccount':
      return { type: 'pay', amt: amount, rcv: recipient, close: recipient };
    case 'assetTransfer':
      return { type: 'axfer', xaid, aamt: amount, arcv: recipient };
    case 'assetClose':
      return { type: 'axfer', xaid, aamt: amount, arcv: recipient, aclose: recipient };
    case 'optIn':
      return { type: 'axfer', xaid, aamt: 0n, arcv: sender };
    case 'optOut':
      return { type: 'axfer', xaid, aamt: 0n, arcv: sender, aclose: sender };
    case 'goOnline': {
      const { voteKey, selectionKey, stateProofKey, voteFirst, voteLast, voteKeyDilution } = made;
      return {
        type: 'keyreg',
        votekey: voteKey,
        selkey: selectionKey,
        sprfkey: stateProofKey,
        votefst: voteFirst,
        votelst: voteLast,
        votekd: voteKeyDilution,
      };
    }
    case 'goOffline':
      return { type: 'keyreg' };
  }
}

/** A transaction without a signature. */
export interface Judged {
  readonly fields: Fields;
  readonly bytes: Uint8Array;
  /** `bytes` in hex. */
  readonly raw: string;
  /** What keys sign: "TX" and the bytes. */
  readonly message: Uint8Array;
  /** `message` in hex. */
  readonly hash: string;
  /** 52 characters. */
  readonly txId: string;
}

/** What is signed, and the id, of fields. Those that the chain leaves out are left out. */
export function judgedFields(fields: Fields): Judged {
  return { ...judgedBytes(canonical(fields)), fields };
}

/** What is signed, and the id, of bytes as they are: they need not be canonical. */
export function judgedBytes(bytes: Uint8Array): Omit<Judged, 'fields'> {
  const message = Buffer.concat([Buffer.from('TX'), bytes]);
  const txId = base32nopad.encode(sha512_256(message));
  return { bytes, raw: hexOf(bytes), message, hash: hexOf(message), txId };
}

/** The transaction as the chain takes it. */
export function judged(made: Made): Judged {
  return judgedFields(fieldsOf(made));
}

// --- Signatures ---

/** What stands in front of a seed and of a public key (RFC 8410). */
const privatePrefix = Buffer.from('302e020100300506032b657004220420', 'hex');
const publicPrefix = Buffer.from('302a300506032b6570032100', 'hex');

/** @param seed - 32 bytes. */
function privateKeyOf(seed: Uint8Array) {
  return createPrivateKey({ key: Buffer.concat([privatePrefix, seed]), format: 'der', type: 'pkcs8' });
}

/** @param seed - 32 bytes. @returns 32 bytes. */
export function publicKeyOf(seed: Uint8Array): Uint8Array {
  const spki = createPublicKey(privateKeyOf(seed)).export({ format: 'der', type: 'spki' });
  return new Uint8Array(spki.subarray(-32));
}

/** @param seed - 32 bytes. @returns 64 bytes. */
export function signatureOf(seed: Uint8Array, message: Uint8Array): Uint8Array {
  return new Uint8Array(sign(null, message, privateKeyOf(seed)));
}

/** Whether Node's own cryptography takes the signature of an address. */
export function isSigned(signature: Uint8Array, message: Uint8Array, address: string): boolean {
  const key = Buffer.concat([publicPrefix, bytesOfAddress(address)]);
  return verify(null, message, createPublicKey({ key, format: 'der', type: 'spki' }), signature);
}

/** What stands beside the transaction in a signed one. Wallets answer `sig` alone, or with `sgnr`. */
export interface Proof {
  /** 64 bytes. */
  readonly sig?: Uint8Array;
  /** The address that signed. */
  readonly sgnr?: string;
  readonly msig?: Value;
  readonly lsig?: Value;
  readonly pqsig?: Value;
}

/** A signed transaction. @param txn - The transaction as fields: those that the chain leaves out are left out. */
export function signedOf(txn: Fields, { sgnr, ...proof }: Proof): Uint8Array {
  const left = Object.fromEntries(Object.entries(txn).filter(([name, value]) => !isLeftOut(name, value)));
  return msgpack({ ...proof, ...(sgnr === undefined ? {} : { sgnr: bytesOfAddress(sgnr) }), txn: left });
}

/** A key that signs, as testKey gives it (keys.ts). */
export interface SigningKey {
  readonly address: string;
  /** In hex, with or without 0x. */
  readonly privateKey: string;
}

/** @returns The 64 bytes of a signature of the transaction, in hex. */
export function judgedSignature(made: Made, key: SigningKey): string {
  return hexOf(signatureOf(seedOf(key), judged(made).message));
}

/** The signed transaction as the chain takes it, in hex: with `sgnr` if the signer is not the sender. */
export function judgedSigned(made: Made, key: SigningKey): string {
  const sig = signatureOf(seedOf(key), judged(made).message);
  return hexOf(signedOf(fieldsOf(made), { sig, ...(made.signer === made.sender ? {} : { sgnr: made.signer }) }));
}

function seedOf({ privateKey }: SigningKey): Uint8Array {
  return Buffer.from(privateKey.replace(/^0x/, ''), 'hex');
}

// --- Signatures of several keys and of programs, which encode never asks for ---

/** The address of several keys (go-algorand, crypto/multisig.go: MultisigAddrGenWithSubsigs). */
export function multisigAddress(threshold: number, addresses: readonly string[]): string {
  const keys = addresses.map(bytesOfAddress);
  return addressOf(sha512_256(Buffer.concat([Buffer.from('MultisigAddr'), Buffer.of(1, threshold), ...keys])));
}

/** What several keys sign together: `msig`. @param signed - A signature for each address, or undefined. */
export function multisig(
  threshold: number,
  addresses: readonly string[],
  signed: readonly (Uint8Array | undefined)[],
): Fields {
  const subsig = addresses.map((address, i) => ({ pk: bytesOfAddress(address), s: signed[i] }));
  return { subsig, thr: BigInt(threshold), v: 1n };
}

/** The address of a program (go-algorand, data/transactions/logic/eval.go: HashProgram). */
export function programAddress(program: Uint8Array): string {
  return addressOf(sha512_256(Buffer.concat([Buffer.from('Program'), program])));
}
