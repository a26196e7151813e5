import { type Chain, type Problem, signedOf, verifyChecksum } from '@isochain/core';
import { type StellarEngine, startStellar } from '@isochain/devnet/stellar';
import { Account, Asset, Keypair, Operation, TransactionBuilder, type xdr } from '@stellar/stellar-base';
import { type StellarOptions, stellar } from '../src/index.ts';

// Accounts of many shapes on the stand-in. Keys, signatures and envelopes that are compared come from @stellar/stellar-base.

/** A key of tests: its seed has 32 equal bytes. */
export function keyOf(byte: number): Keypair {
  return Keypair.fromRawEd25519Seed(Buffer.alloc(32, byte));
}

/** Stroops as the library takes them: with seven decimals. */
function decimal(stroops: bigint): string {
  const digits = stroops.toString().padStart(8, '0');
  return `${digits.slice(0, -7)}.${digits.slice(-7)}`;
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
  readonly items: readonly { readonly raw: { readonly value: string }; readonly hash: { readonly value: string } }[];
  readonly errors: readonly News[];
  readonly warnings: readonly News[];
  /** Codes. */
  readonly refusals: readonly string[];
  readonly hints: readonly string[];
}

/** What Horizon says to a transaction, as its codes: `tx_success`, or `tx_failed op_underfunded`. */
export type Said = string;

export type AccountsRig = Awaited<ReturnType<typeof startAccountsRig>>;

export async function startAccountsRig(options: Partial<StellarOptions> = {}) {
  const engine: StellarEngine = await startStellar();
  const chain = stellar.connect('stellar', {
    endpoints: engine.settings.endpoints as never,
    oldestBlockMs: 0,
    now: () => engine.now(),
    ...options,
  }) as unknown as Chain;

  async function encode(intent: object): Promise<Encoded> {
    const answer = await chain.encode({ mode: 'transfer', ...intent } as never);
    const { transaction, status } = answer as unknown as {
      readonly transaction: { readonly data: Encoded['data']; readonly encoded?: Encoded['items'] };
      readonly status: { readonly errors: readonly News[]; readonly warnings: readonly News[] };
    };
    return {
      data: transaction.data,
      items: transaction.encoded ?? [],
      ...status,
      refusals: status.errors.map(({ code }) => code),
      hints: status.warnings.map(({ code }) => code),
    };
  }

  /** The signature of an answer: 64 bytes in hex. */
  function signatureBy(key: Keypair, { items, errors }: Encoded): string {
    const [item] = items;
    if (item === undefined) throw new Error(`It was refused: ${JSON.stringify(errors)}`);
    return key.sign(Buffer.from(item.hash.value, 'hex')).toString('hex');
  }

  /** Sends an envelope in base64 without our code. */
  async function post(envelope: string): Promise<Said> {
    const response = await fetch(`${engine.url}/transactions`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ tx: envelope }),
    });
    const answer = (await response.json()) as {
      readonly extras?: {
        readonly result_codes?: { readonly transaction: string; readonly operations?: readonly string[] };
      };
    };
    if (response.ok) return 'tx_success';
    const { transaction = `status ${response.status}`, operations = [] } = answer.extras?.result_codes ?? {};
    return [transaction, ...operations].join(' ');
  }

  /** The signed envelope, by our own code. @param signature - In any form that clients send. */
  async function signed(encoded: Encoded, signature: string): Promise<string> {
    const sealed = verifyChecksum('stellar', encoded.data as never);
    if (sealed === undefined) throw new Error('The answer has no checksum.');
    return (await signedOf(chain.adapter.bytes as never, sealed, signature)).raw as string;
  }

  /** Signs an answer, joins both by our own code, and sends it. */
  async function send(encoded: Encoded, ...keys: readonly Keypair[]): Promise<Said> {
    const signature = keys.map((key) => signatureBy(key, encoded)).join(',');
    return post(await signed(encoded, signature));
  }

  /** Sends it as a client does. @returns The hash, or the code of the refusal. */
  async function broadcast(encoded: Encoded, signature: string): Promise<string> {
    return chain.broadcast({ data: encoded.data, encoded: encoded.items, signature }).then(
      ({ hash }) => hash,
      (error: { readonly problems?: readonly Problem[]; readonly problem?: Problem }) =>
        error.problems?.[0]?.code ?? error.problem?.code ?? String(error),
    );
  }

  /** Sends one operation that the library made, with the next sequence number. None of our code takes part. */
  async function sendOwn(key: Keypair, operation: xdr.Operation, fee: bigint, more: readonly Keypair[] = []) {
    const address = key.publicKey();
    const { sequence = 0n } = engine.accountState(address) ?? {};
    const transaction = new TransactionBuilder(new Account(address, sequence.toString()), {
      fee: fee.toString(),
      networkPassphrase: engine.passphrase,
      timebounds: { minTime: 0, maxTime: Math.floor(engine.now() / 1_000) + 600 },
    })
      .addOperation(operation)
      .build();
    transaction.sign(...(more.length === 0 ? [key] : more));
    return post(transaction.toXDR());
  }

  return {
    engine,
    chain,
    encode,
    /** The intent of an account: everything to account 1, unless it says otherwise. */
    by: (key: Keypair, intent: object = {}): Promise<Encoded> =>
      encode({ senderAddress: key.publicKey(), recipientAddress: engine.accounts[1]?.address, ...intent }),
    signatureBy,
    signed,
    send,
    broadcast,
    post,
    sendOwn,
    payOwn: (key: Keypair, destination: string, stroops: bigint, fee = 100n, more: readonly Keypair[] = []) =>
      sendOwn(key, Operation.payment({ destination, asset: Asset.native(), amount: decimal(stroops) }), fee, more),
    createOwn: (key: Keypair, destination: string, stroops: bigint, fee = 100n) =>
      sendOwn(key, Operation.createAccount({ destination, startingBalance: decimal(stroops) }), fee),
    mergeOwn: (key: Keypair, destination: string, fee = 100n, more: readonly Keypair[] = []) =>
      sendOwn(key, Operation.accountMerge({ destination }), fee, more),
  };
}
