import {
  type Account,
  AccountAddress,
  AccountAuthenticatorEd25519,
  AccountAuthenticatorNoAccountAuthenticator,
  Account as Accounts,
  Bool,
  ChainId,
  Ed25519PrivateKey,
  Ed25519PublicKey,
  Ed25519Signature,
  EntryFunction,
  Identifier,
  ModuleId,
  MultiAgentTransaction,
  parseTypeTag,
  RawTransaction,
  SignedTransaction,
  SimpleTransaction,
  TransactionAuthenticatorEd25519,
  TransactionAuthenticatorFeePayer,
  TransactionAuthenticatorSingleSender,
  TransactionExecutableEntryFunction,
  TransactionExtraConfigV1,
  TransactionInnerPayloadV1,
  type TransactionPayload,
  TransactionPayloadEntryFunction,
  U64,
} from '@aptos-labs/ts-sdk';
import { aptosAccounts, aptosSingleKeyAccount } from '../src/aptos/accounts.ts';
import type { AptosEngine } from '../src/aptos/engine.ts';

/** The keys of the engine's accounts, in the library's form. */
export const keyring: readonly Account[] = aptosAccounts.map(({ privateKey }) =>
  Accounts.fromPrivateKey({ privateKey: new Ed25519PrivateKey(privateKey, false), legacy: true }),
);
export const singleKey: Account = Accounts.fromPrivateKey({
  privateKey: new Ed25519PrivateKey(aptosSingleKeyAccount.privateKey, false),
  legacy: false,
});

/** A call. Arguments: texts are addresses, bigints are u64. */
export interface DeskCall {
  readonly function: string;
  readonly types?: readonly string[];
  readonly args?: readonly (string | bigint | boolean)[];
}

export interface DeskOptions {
  readonly signer?: Account;
  /** By default the signer's. */
  readonly sender?: string;
  readonly sequence?: bigint;
  /** Makes it orderless. */
  readonly nonce?: bigint;
  readonly maxGas?: bigint;
  readonly price?: bigint;
  /** Seconds from now on. */
  readonly expiresIn?: number;
  readonly chainId?: number;
  readonly payer?: Account;
  /** The sender signs with the fee payer's address left open. */
  readonly isPayerOpen?: boolean;
  /** A payload of the caller's own. */
  readonly payload?: TransactionPayload;
}

export interface Answer {
  readonly status: number;
  // Whatever the node says. Tests look into it.
  // biome-ignore lint/suspicious/noExplicitAny: a test reads members of any answer
  readonly body: any;
  readonly headers: Headers;
}

/** Builds, signs and posts transactions with the official library. */
export class Desk {
  readonly engine: AptosEngine;

  constructor(engine: AptosEngine) {
    this.engine = engine;
  }

  async get(path: string): Promise<Answer> {
    return read(await fetch(`${this.engine.url}${path}`));
  }

  async view(name: string, args: readonly unknown[] = [], types: readonly string[] = []): Promise<Answer> {
    const body = JSON.stringify({ function: name, type_arguments: types, arguments: args });
    const headers = { 'content-type': 'application/json' };
    return read(await fetch(`${this.engine.url}/view`, { method: 'POST', headers, body }));
  }

  async graphql(query: string, variables: object = {}): Promise<Answer> {
    const body = JSON.stringify({ query, variables });
    const headers = { 'content-type': 'application/json' };
    return read(await fetch(this.engine.indexerUrl, { method: 'POST', headers, body }));
  }

  async post(path: string, bytes: Uint8Array): Promise<Answer> {
    const headers = { 'content-type': 'application/x.aptos.signed_transaction+bcs' };
    return read(await fetch(`${this.engine.url}${path}`, { method: 'POST', headers, body: new Uint8Array(bytes) }));
  }

  raw(call: DeskCall, options: DeskOptions = {}): RawTransaction {
    const signer = options.signer ?? firstKey();
    const sender = AccountAddress.from(options.sender ?? signer.accountAddress.toStringLong());
    const sequence = options.sequence ?? this.engine.sequenceNumber(sender.toStringLong());
    const expiration =
      Math.floor(this.engine.now() / 1000) + (options.expiresIn ?? (options.nonce === undefined ? 600 : 50));
    const entry = entryOf(call);
    const payload =
      options.payload ??
      (options.nonce === undefined
        ? new TransactionPayloadEntryFunction(entry)
        : new TransactionInnerPayloadV1(
            new TransactionExecutableEntryFunction(entry),
            new TransactionExtraConfigV1(undefined, options.nonce),
          ));
    return new RawTransaction(
      sender,
      options.nonce === undefined ? sequence : 2n ** 64n - 1n,
      payload,
      options.maxGas ?? 200_000n,
      options.price ?? 100n,
      BigInt(expiration),
      new ChainId(options.chainId ?? (this.engine.chainId === 'aptos' ? 1 : 2)),
    );
  }

  signed(call: DeskCall, options: DeskOptions = {}): Uint8Array {
    const raw = this.raw(call, options);
    const signer = options.signer ?? firstKey();
    if (options.payer !== undefined) {
      const transaction = new MultiAgentTransaction(raw, [], options.payer.accountAddress);
      const open = new MultiAgentTransaction(raw, [], AccountAddress.ZERO);
      const authenticator = new TransactionAuthenticatorFeePayer(
        signer.signTransactionWithAuthenticator(options.isPayerOpen ? open : transaction),
        [],
        [],
        {
          address: options.payer.accountAddress,
          authenticator: options.payer.signTransactionWithAuthenticator(transaction),
        },
      );
      return new SignedTransaction(raw, authenticator).bcsToBytes();
    }
    const authenticator = signer.signTransactionWithAuthenticator(new SimpleTransaction(raw));
    if (authenticator instanceof AccountAuthenticatorEd25519) {
      const legacy = new TransactionAuthenticatorEd25519(authenticator.public_key, authenticator.signature);
      return new SignedTransaction(raw, legacy).bcsToBytes();
    }
    return new SignedTransaction(raw, new TransactionAuthenticatorSingleSender(authenticator)).bcsToBytes();
  }

  /** Without a valid signature, for a simulation: with the real key, or with none. */
  unsigned(call: DeskCall, options: DeskOptions & { readonly withoutKey?: boolean } = {}): Uint8Array {
    const raw = this.raw(call, options);
    const signer = options.signer ?? firstKey();
    if (options.withoutKey) {
      const nobody = new AccountAuthenticatorNoAccountAuthenticator();
      return new SignedTransaction(raw, new TransactionAuthenticatorSingleSender(nobody)).bcsToBytes();
    }
    const key = new Ed25519PublicKey(signer.publicKey.toUint8Array().slice(-32));
    const authenticator = new TransactionAuthenticatorEd25519(key, new Ed25519Signature(new Uint8Array(64)));
    return new SignedTransaction(raw, authenticator).bcsToBytes();
  }

  submit(call: DeskCall, options: DeskOptions = {}): Promise<Answer> {
    return this.post('/transactions', this.signed(call, options));
  }

  /** Sends and answers the transaction as it stands on the chain. */
  async run(call: DeskCall, options: DeskOptions = {}): Promise<Answer['body']> {
    const pending = await this.submit(call, options);
    if (pending.status !== 202) throw new Error(JSON.stringify(pending.body));
    return (await this.get(`/transactions/by_hash/${pending.body.hash}`)).body;
  }

  async simulate(
    call: DeskCall,
    options: DeskOptions & { readonly withoutKey?: boolean; readonly query?: string } = {},
  ): Promise<Answer['body']> {
    const answer = await this.post(`/transactions/simulate${options.query ?? ''}`, this.unsigned(call, options));
    return Array.isArray(answer.body) ? answer.body[0] : answer;
  }
}

export const transfer = (to: string, amount: bigint): DeskCall => ({
  function: '0x1::aptos_account::transfer',
  args: [to, amount],
});

function firstKey(): Account {
  const [first] = keyring;
  if (first === undefined) throw new TypeError('There is no account.');
  return first;
}

function entryOf({ function: name, types = [], args = [] }: DeskCall): EntryFunction {
  const [address = '', module = '', entry = ''] = name.split('::');
  return new EntryFunction(
    new ModuleId(AccountAddress.from(address, { maxMissingChars: 63 }), new Identifier(module)),
    new Identifier(entry),
    types.map((type) => parseTypeTag(type)),
    args.map((arg) => {
      if (typeof arg === 'bigint') return new U64(arg);
      if (typeof arg === 'boolean') return new Bool(arg);
      return AccountAddress.from(String(arg), { maxMissingChars: 63 });
    }),
  );
}

async function read(response: Response): Promise<Answer> {
  const text = await response.text();
  // Integers beyond doubles stay texts.
  const body = text === '' ? undefined : JSON.parse(text.replace(/([[:,{]\s*)(-?\d{16,})(?=\s*[,\]}])/g, '$1"$2"'));
  return { status: response.status, body: /^\d{16,}$/.test(text) ? text : body, headers: response.headers };
}
