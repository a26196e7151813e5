import { createPrivateKey, sign } from 'node:crypto';
import { encode } from '@msgpack/msgpack';
import { sha512_256 } from '@noble/hashes/sha2.js';
import { base32nopad } from '@scure/base';
import { algorandAccounts, algorandCreator } from '../src/algorand/accounts.ts';
import type { AlgorandEngine } from '../src/algorand/engine.ts';

/** The bytes of an address, which end with the checksum. */
export const bytesOf = (address: string): Uint8Array => base32nopad.decode(address).subarray(0, 32);

/** Fields of a transaction by their names in msgpack. Texts in fields of addresses are addresses. */
export type Fields = Readonly<Record<string, unknown>>;

export interface Answer {
  readonly status: number;
  // Whatever the server says. Tests look into it.
  // biome-ignore lint/suspicious/noExplicitAny: a test reads members of any answer
  readonly body: any;
}

export interface SignOptions {
  /** The seed of the key that signs, hex with 0x. By default that of the sender. */
  readonly key?: string;
  /** Members of the signed transaction beside `sig` and `txn`. `sig: undefined` leaves the signature out. */
  readonly envelope?: Fields;
}

const addressFields = ['snd', 'rcv', 'close', 'arcv', 'asnd', 'aclose', 'rekey', 'fadd', 'm', 'r', 'f', 'c'];

/** Signs bytes with an ed25519 seed, by the library of Node. */
export function signBytes(bytes: Uint8Array, seed: string): Uint8Array {
  const prefix = Buffer.from('302e020100300506032b657004220420', 'hex');
  const key = createPrivateKey({
    key: Buffer.concat([prefix, Buffer.from(seed.slice(2), 'hex')]),
    format: 'der',
    type: 'pkcs8',
  });
  return new Uint8Array(sign(null, bytes, key));
}

/** Zero values are left out and keys sorted, as the canonical form demands. */
export function canonical(fields: Fields): Uint8Array {
  return encode(prune(fields), { sortKeys: true, useBigInt64: true });
}

function prune(fields: Fields): Record<string, unknown> {
  const kept = Object.entries(fields).flatMap(([name, value]) => {
    const read = readValue(name, value);
    return isZero(read) ? [] : [[name, read] as const];
  });
  return Object.fromEntries(kept);
}

function readValue(name: string, value: unknown): unknown {
  if (typeof value === 'string' && addressFields.includes(name)) return bytesOf(value);
  if (typeof value === 'bigint') return value < 2n ** 32n ? Number(value) : value;
  const isMap = typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);
  return isMap ? prune(value as Fields) : value;
}

function isZero(value: unknown): boolean {
  if (value === undefined || value === 0 || value === false || value === '') return true;
  if (value instanceof Uint8Array) return value.every((byte) => byte === 0);
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

export const toSign = (bytes: Uint8Array): Uint8Array => Buffer.concat([Buffer.from('TX'), bytes]);

export const txIdOf = (bytes: Uint8Array): string => base32nopad.encode(sha512_256(toSign(bytes)));

const seeds = new Map([...algorandAccounts, algorandCreator].map(({ address, privateKey }) => [address, privateKey]));

/** Builds, signs and submits transactions, without code of the stand-in. */
export class Desk {
  readonly engine: AlgorandEngine;

  constructor(engine: AlgorandEngine) {
    this.engine = engine;
  }

  algod(path: string): Promise<Answer> {
    return read(`${this.engine.algodUrl}${path}`);
  }

  indexer(path: string): Promise<Answer> {
    return read(`${this.engine.indexerUrl}${path}`);
  }

  /** All fields of a transaction of account 0, valid from now. */
  fields(own: Fields): Fields {
    const { node } = this.engine.rounds();
    const gh = new Uint8Array(Buffer.from(this.engine.genesisHash, 'base64'));
    const snd = algorandAccounts[0]?.address;
    return { snd, fee: 1_000, fv: node, lv: node + 1_000, gen: this.engine.genesisId, gh, ...own };
  }

  bytes(own: Fields): Uint8Array {
    return canonical(this.fields(own));
  }

  /** A signed transaction. */
  signed(own: Fields, { key, envelope }: SignOptions = {}): Uint8Array {
    const fields = this.fields(own);
    const bytes = canonical(fields);
    const seed = key ?? seeds.get(String(fields.snd)) ?? `0x${'07'.repeat(32)}`;
    return canonical({ sig: signBytes(toSign(bytes), seed), txn: fields, ...envelope });
  }

  async submit(own: Fields, options: SignOptions = {}): Promise<Answer> {
    return this.post(this.signed(own, options));
  }

  /** The message of a submission that must fail, or `ok`. */
  async message(own: Fields, options: SignOptions = {}): Promise<string> {
    const { status, body } = await this.submit(own, options);
    return status === 200 ? 'ok' : `${status} ${body.message}`;
  }

  /** Submits and answers the id. @throws Error if it is refused. */
  async must(own: Fields, options: SignOptions = {}): Promise<string> {
    const { status, body } = await this.submit(own, options);
    if (status !== 200) throw new Error(body.message);
    return body.txId;
  }

  post(body: Uint8Array, headers: Record<string, string> = {}): Promise<Answer> {
    return read(`${this.engine.algodUrl}/v2/transactions`, {
      method: 'POST',
      body: new Uint8Array(body),
      headers: { 'content-type': 'application/x-binary', ...headers },
    });
  }
}

async function read(url: string, init?: RequestInit): Promise<Answer> {
  const response = await fetch(url, init);
  const text = await response.text();
  // Integers above 2^53 as texts.
  const exact = (_: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) ? context?.source : value;
  try {
    return { status: response.status, body: JSON.parse(text, exact) };
  } catch {
    return { status: response.status, body: text };
  }
}
