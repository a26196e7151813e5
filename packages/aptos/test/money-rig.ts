import { Ed25519PrivateKey } from '@aptos-labs/ts-sdk';
import { type Chain, fromHex, type Problem, signedOf, verifyChecksum } from '@isochain/core';
import { type AptosAccount, startAptos } from '@isochain/devnet/aptos';
import { type AptosOptions, aptos } from '../src/index.ts';
import { addressOf, publicKeyOf } from './keys.ts';

// The family on the stand-in, from an intent to what happened to the money. Signatures are those of the official SDK.

/** Somebody who signs. */
export interface Person {
  readonly address: string;
  /** 32 bytes in hex, without 0x. */
  readonly publicKey: string;
  /** 32 bytes in hex, with 0x. */
  readonly privateKey: string;
}

/** Somebody with a key that nobody else has. */
export function person(seed: number, scheme: 'ed25519' | 'single_key' = 'ed25519'): Person {
  const key = seed.toString(16).padStart(2, '0').repeat(32);
  return { address: addressOf(key, scheme), publicKey: publicKeyOf(key), privateKey: `0x${key}` };
}

/** @param message - In hex. @returns 64 bytes in hex. */
export function signatureBy({ privateKey }: Pick<Person, 'privateKey'>, message: string): string {
  return new Ed25519PrivateKey(privateKey, false).sign(message).toString().slice(2);
}

interface News {
  readonly code: string;
  readonly message: string;
  readonly field?: string;
  readonly context?: Readonly<Record<string, unknown>>;
}

/** What encode answers. */
export interface Encoded {
  readonly data: Readonly<Record<string, unknown>> & { readonly params?: Readonly<Record<string, unknown>> };
  /** Undefined if nothing may be signed. */
  readonly message: string | undefined;
  readonly items: unknown;
  readonly errors: readonly News[];
  readonly warnings: readonly News[];
  /** Codes. */
  readonly refusals: readonly string[];
  readonly hints: readonly string[];
}

/** What a node says to a transaction. */
export interface Said {
  readonly status: number;
  /** `INVALID_AUTH_KEY`, `sequence_number_too_old`. Undefined if it takes it. */
  readonly refusal: string | undefined;
}

/** What the chain did. */
export interface Done extends Said {
  readonly hash: string;
  readonly success: boolean;
  readonly vmStatus: string;
  readonly gasUsed: bigint;
  /** Octas that were paid for gas. */
  readonly fee: bigint;
}

export type MoneyRig = Awaited<ReturnType<typeof startMoneyRig>>;

interface RigOptions extends Partial<AptosOptions> {
  readonly absentAccounts?: 'default' | 'not_found';
}

export async function startMoneyRig({ absentAccounts, ...options }: RigOptions = {}) {
  const engine = await startAptos({ ...(absentAccounts && { absentAccounts }) });
  // Tests count with these.
  engine.setGas({ transfer: 60n, coinTransfer: 80n, assetTransfer: 75n });
  const open = (more: Partial<AptosOptions> = {}) =>
    aptos.connect('aptos', {
      endpoints: engine.settings.endpoints as never,
      oldestBlockMs: 0,
      now: () => engine.now(),
      ...options,
      ...more,
    });
  // Each intent gets a chain of its own: prices that were heard before would count for ten seconds.
  async function encode(intent: object): Promise<Encoded> {
    const answer = await open().encode({ mode: 'transfer', ...intent } as never);
    const { transaction, status } = answer as unknown as {
      readonly transaction: {
        readonly data: Encoded['data'];
        readonly encoded?: readonly { readonly raw: { readonly value: string } }[];
      };
      readonly status: { readonly errors: readonly News[]; readonly warnings: readonly News[] };
    };
    return {
      data: transaction.data,
      message: transaction.encoded?.[0]?.raw.value,
      items: transaction.encoded,
      ...status,
      refusals: status.errors.map(({ code }) => code),
      hints: status.warnings.map(({ code }) => code),
    };
  }

  /** Joins an answer with signatures by our own code. @returns The signed transaction in hex, and its id. */
  async function join({ data }: Encoded, signature: string) {
    const sealed = verifyChecksum('aptos', data as never);
    if (sealed === undefined) throw new Error('The answer has no checksum.');
    return signedOf(open().adapter.bytes as never, sealed, signature);
  }

  async function post(signed: string | Uint8Array): Promise<Said> {
    const response = await fetch(`${engine.url}/transactions`, {
      method: 'POST',
      headers: { 'content-type': 'application/x.aptos.signed_transaction+bcs' },
      body: Uint8Array.from(typeof signed === 'string' ? (fromHex(signed) ?? []) : signed),
    });
    const { error_code: code, message = '' } = (await response.json()) as { error_code?: string; message?: string };
    const refusal = code === undefined ? undefined : (/Code: (\w+)/.exec(message)?.[1] ?? code);
    return { status: response.status, refusal };
  }

  /** What became of a transaction. */
  async function resultOf(hash: string): Promise<Omit<Done, keyof Said | 'hash'>> {
    const response = await fetch(`${engine.url}/transactions/by_hash/${hash}`);
    const done = (await response.json()) as Readonly<Record<string, string>> & { readonly success?: boolean };
    const gasUsed = BigInt(done.gas_used ?? 0);
    return {
      success: done.success === true,
      vmStatus: done.vm_status ?? '',
      gasUsed,
      fee: gasUsed * BigInt(done.gas_unit_price ?? 0),
    };
  }

  /** Signs an answer and sends it as a client does. @returns The id, or the code of the refusal. */
  async function broadcast(encoded: Encoded, ...signers: readonly Pick<Person, 'privateKey'>[]): Promise<string> {
    const { message = '', data, items } = encoded;
    const signature = signers.map((each) => signatureBy(each, message)).join(',');
    const sent = (open() as Chain).broadcast({ data, encoded: items, signature });
    return sent.then(
      ({ hash }) => hash,
      (error: { readonly problems?: readonly Problem[]; readonly problem?: Problem }) =>
        error.problems?.[0]?.code ?? error.problem?.code ?? String(error),
    );
  }

  /** Signs an answer and sends it. If another account pays, it signs second. */
  async function send(encoded: Encoded, ...signers: readonly Pick<Person, 'privateKey'>[]): Promise<Done> {
    const { message } = encoded;
    if (message === undefined) throw new Error(`It was refused: ${JSON.stringify(encoded.errors)}`);
    const signature = signers.map((each) => signatureBy(each, message)).join(',');
    const { raw, hash } = await join(encoded, signature);
    const said = await post(raw);
    return { ...said, hash, ...(await resultOf(hash)) };
  }

  const at = (index: number): AptosAccount => engine.accounts[index] as AptosAccount;
  /** The intents of one person: a transfer, unless they say otherwise. */
  const by = ({ address: senderAddress, publicKey: senderPubKey }: Person, intent: object): Promise<Encoded> =>
    encode({ senderAddress, senderPubKey, recipientAddress: at(1).address, ...intent });

  return {
    engine,
    open,
    encode,
    by,
    join,
    broadcast,
    post,
    resultOf,
    send,
    alice: at(0) as Person,
    bob: at(1) as Person,
    carol: at(2) as Person,
    /** Funded, and without Account resource. */
    newcomer: at(4) as Person,
    single: engine.singleKeyAccount as Person,
    /** APT of an account, set to an exact amount. */
    async hold({ address }: Pick<Person, 'address'>, octas: bigint): Promise<void> {
      await engine.fund(address, octas - (await engine.balance(address)));
    },
  };
}
