import {
  Account,
  Asset,
  type FeeBumpTransaction,
  Keypair,
  type Memo,
  Operation,
  type Transaction,
  TransactionBuilder,
  type xdr,
} from '@stellar/stellar-base';
import { stellarAccounts, stellarIssuers } from '../src/stellar/accounts.ts';
import type { StellarEngine } from '../src/stellar/engine.ts';

const keyOf = ({ privateKey }: { readonly privateKey: string }): Keypair =>
  Keypair.fromRawEd25519Seed(Buffer.from(privateKey.slice(2), 'hex'));

/** The keys of the engine's accounts, in the library's form. */
export const keyring: readonly Keypair[] = stellarAccounts.map(keyOf);
const issuerKeys: readonly Keypair[] = stellarIssuers.map(keyOf);

export interface DeskOptions {
  /** Who sends. By default account 0. */
  readonly source?: string;
  /** Who signs. By default the key of the source. */
  readonly signers?: readonly Keypair[];
  /** By default the next one. */
  readonly sequence?: bigint;
  /** The whole bid in stroops. By default 100 for each operation. */
  readonly fee?: bigint;
  readonly memo?: Memo;
  /** Seconds since 1970. By default there is no end. */
  readonly maxTime?: number;
  readonly minTime?: number;
  readonly passphrase?: string;
}

export interface Answer {
  readonly status: number;
  // Whatever Horizon says. Tests look into it.
  // biome-ignore lint/suspicious/noExplicitAny: a test reads members of any answer
  readonly body: any;
  readonly headers: Headers;
}

/** The XLM that an operation sends. A text is XLM with decimals. */
export const pay = (destination: string, amount: string, asset = Asset.native()): xdr.Operation =>
  Operation.payment({ destination, amount, asset });

/** The library's form of a token id. */
export function assetOf(tokenId: string): Asset {
  const [code = '', issuer = ''] = tokenId.split(':');
  return new Asset(code, issuer);
}

/** Builds, signs and submits transactions with the library. */
export class Desk {
  readonly engine: StellarEngine;

  constructor(engine: StellarEngine) {
    this.engine = engine;
  }

  async get(path: string): Promise<Answer> {
    return read(await fetch(`${this.engine.url}${path}`));
  }

  /** A signed transaction. */
  signed(operations: xdr.Operation | readonly xdr.Operation[], options: DeskOptions = {}): Transaction {
    const list = Array.isArray(operations) ? operations : [operations];
    const source = options.source ?? firstKey().publicKey();
    const signers = options.signers ?? keysOf(source);
    const present = this.engine.accountState(source)?.sequence ?? 0n;
    const sequence = options.sequence ?? present + 1n;
    const fee = options.fee ?? 100n * BigInt(list.length);
    const builder = new TransactionBuilder(new Account(source, (sequence - 1n).toString()), {
      // The builder multiplies with the number of operations.
      fee: (fee / BigInt(Math.max(1, list.length))).toString(),
      networkPassphrase: options.passphrase ?? this.engine.passphrase,
      timebounds: { minTime: options.minTime ?? 0, maxTime: options.maxTime ?? 0 },
      ...(options.memo && { memo: options.memo }),
    });
    for (const operation of list) builder.addOperation(operation);
    const transaction = builder.build();
    transaction.sign(...signers);
    return transaction;
  }

  /** Submits and waits. */
  async submit(
    operations: xdr.Operation | readonly xdr.Operation[] | Transaction | FeeBumpTransaction,
    options: DeskOptions = {},
  ): Promise<Answer> {
    return this.post('/transactions', this.#envelope(operations, options));
  }

  /** Submits without waiting. */
  async submitAsync(
    operations: xdr.Operation | readonly xdr.Operation[] | Transaction | FeeBumpTransaction,
    options: DeskOptions = {},
  ): Promise<Answer> {
    return this.post('/transactions_async', this.#envelope(operations, options));
  }

  /** The `result_codes` of a submission that must fail, or `ok`. */
  async codes(operations: xdr.Operation | readonly xdr.Operation[], options: DeskOptions = {}): Promise<unknown> {
    const { status, body } = await this.submit(operations, options);
    return status === 200 ? 'ok' : (body.extras?.result_codes ?? body);
  }

  async post(path: string, tx: string): Promise<Answer> {
    return read(await fetch(`${this.engine.url}${path}`, { method: 'POST', body: new URLSearchParams({ tx }) }));
  }

  #envelope(
    given: xdr.Operation | readonly xdr.Operation[] | Transaction | FeeBumpTransaction,
    options: DeskOptions,
  ): string {
    return 'toEnvelope' in given ? given.toEnvelope().toXDR('base64') : this.signed(given, options).toXDR();
  }
}

/** A key of the engine, by its address. None for others. */
function keysOf(address: string): Keypair[] {
  return [...keyring, ...issuerKeys].filter((key) => key.publicKey() === address);
}

function firstKey(): Keypair {
  const [key] = keyring;
  if (key === undefined) throw new TypeError('The engine has accounts.');
  return key;
}

async function read(response: Response): Promise<Answer> {
  return { status: response.status, body: await response.json(), headers: response.headers };
}
