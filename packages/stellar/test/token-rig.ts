import { type StellarEngine, startStellar } from '@isochain/devnet/stellar';
import {
  Account,
  Keypair,
  Operation as SdkOperation,
  type Transaction,
  TransactionBuilder,
} from '@stellar/stellar-base';
import { buildTransaction } from '../src/bytes/build.ts';
import type { Operation } from '../src/bytes/transaction.ts';
import { type Chain, stellar } from '../src/index.ts';

type News = readonly { readonly code?: string | undefined; readonly message: string }[];

/** What happened to an intent. */
interface Outcome {
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  readonly messages: readonly string[];
  readonly data: Readonly<Record<string, unknown>>;
  readonly roundTrips: number;
  /** `done`, or the codes of Horizon with spaces between them. Undefined if nothing was signed. */
  readonly result: string | undefined;
}

/** The stand-in, and the family that talks to it. */
export interface TokenRig {
  readonly engine: StellarEngine;
  readonly chain: Chain;
  /** Encodes an intent of an account, signs it with @stellar/stellar-base and sends it. */
  send(by: Signer, intent: object): Promise<Outcome>;
  /** The same, signed by hash and sent by the family. */
  broadcast(by: Signer, intent: object): Promise<{ readonly params: object; readonly hash: string }>;
  /** Sends bytes that were made without any look at the chain. The answer is `done`, or the codes of Horizon. */
  force(by: Signer, operation: Operation): Promise<string>;
  /** Claims a claimable balance. The family has no mode for it, so @stellar/stellar-base makes the transaction. */
  claim(by: Signer, balanceId: string): Promise<string>;
}

interface Signer {
  readonly address: string;
  readonly privateKey: string;
}

const keyOf = ({ privateKey }: Signer) => Keypair.fromRawEd25519Seed(Buffer.from(privateKey.replace(/^0x/, ''), 'hex'));

export async function startTokenRig(): Promise<TokenRig> {
  const engine = await startStellar();
  const chain = stellar.connect('stellar', {
    endpoints: engine.settings.endpoints,
    oldestBlockMs: 0,
    now: () => engine.now(),
  }) as Chain;
  const submit = async (unsigned: string | Transaction, by: Signer) => {
    const transaction =
      typeof unsigned === 'string' ? TransactionBuilder.fromXDR(unsigned, engine.passphrase) : unsigned;
    transaction.sign(keyOf(by));
    const response = await fetch(`${engine.url}/transactions`, {
      method: 'POST',
      body: new URLSearchParams({ tx: transaction.toEnvelope().toXDR('base64') }),
    });
    const body = (await response.json()) as {
      readonly extras?: { readonly result_codes?: { readonly transaction: string; readonly operations?: string[] } };
    };
    if (response.ok) return 'done';
    const { transaction: code = 'unknown', operations = [] } = body.extras?.result_codes ?? {};
    return [code, ...operations].join(' ');
  };
  return {
    engine,
    chain,
    async send(by, intent) {
      let roundTrips = 0;
      const onTrace = (trace: { readonly roundTrips: number }) => {
        roundTrips = trace.roundTrips;
      };
      const { transaction, status } = await chain.encode({ senderAddress: by.address, ...intent } as never, {
        onTrace,
      });
      const [errors, warnings]: News[] = [status.errors, status.warnings];
      const envelope = transaction.encoded?.[0]?.raw?.value;
      const codes = (news: News = []) => news.map(({ code = '' }) => code);
      return {
        errors: codes(errors),
        warnings: codes(warnings),
        messages: [...status.errors, ...status.warnings].map(({ message }) => message),
        data: transaction.data as Readonly<Record<string, unknown>>,
        roundTrips,
        result: envelope === undefined ? undefined : await submit(envelope, by),
      };
    },
    async broadcast(by, intent) {
      const { transaction } = await chain.encode({ senderAddress: by.address, ...intent } as never);
      const [item] = transaction.encoded ?? [];
      const signature = keyOf(by)
        .sign(Buffer.from(item?.hash?.value ?? '', 'hex'))
        .toString('hex');
      const sent = await chain.broadcast({ ...transaction, signature } as never);
      return { params: (transaction.data as { readonly params?: object }).params ?? {}, hash: sent.hash };
    },
    async force(by, operation) {
      const sequence = (engine.accountState(by.address)?.sequence ?? 0n) + 1n;
      const maxTime = BigInt(Math.floor(engine.now() / 1_000)) + 600n;
      const plain = { source: by.address, fee: 100n, sequence, maxTime, memo: { type: 'none' }, operation } as const;
      return submit(buildTransaction(plain, engine.passphrase).toEnvelope().toXdr('base64'), by);
    },
    async claim(by, balanceId) {
      const account = new Account(by.address, (engine.accountState(by.address)?.sequence ?? 0n).toString());
      const transaction = new TransactionBuilder(account, { fee: '100', networkPassphrase: engine.passphrase })
        .addOperation(SdkOperation.claimClaimableBalance({ balanceId }))
        .setTimeout(0)
        .build();
      return submit(transaction, by);
    },
  };
}
