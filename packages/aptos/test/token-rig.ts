import { type AptosEngine, startAptos } from '@isochain/devnet/aptos';
import { aptos } from '../src/index.ts';
import { signatureOf } from './keys.ts';

type News = readonly { readonly code: string; readonly message: string; readonly field?: string }[];

/** What happened to an intent. */
interface Outcome {
  readonly data: Readonly<Record<string, unknown>> & { readonly params?: Readonly<Record<string, unknown>> };
  readonly errors: News;
  readonly warnings: readonly string[];
  readonly told: News;
  /** Octas: the most that it may cost. */
  readonly fees: bigint;
  /** Octas that the sender lost. Undefined if nothing was signed. */
  readonly cost: bigint | undefined;
  /** What the chain says of it. Undefined if nothing was signed. */
  readonly result: string | undefined;
  readonly roundTrips: number;
}

/** The stand-in, and the family that talks to it. */
export interface TokenRig {
  readonly engine: AptosEngine;
  readonly sender: string;
  readonly friend: string;
  readonly chain: ReturnType<typeof aptos.connect>;
  /** Encodes an intent of an account, by default the first, signs it and sends it to the node. */
  send(data: object, by?: number): Promise<Outcome>;
}

export async function startTokenRig(): Promise<TokenRig> {
  const engine = await startAptos();
  const chain = aptos.connect('aptos', {
    endpoints: engine.settings.endpoints,
    oldestBlockMs: 0,
    now: () => engine.now(),
  });
  const [account, other] = engine.accounts;
  if (account === undefined || other === undefined) throw new Error('The engine has no accounts.');

  return {
    engine,
    sender: account.address,
    friend: other.address,
    chain,
    async send(data, by = 0) {
      const { address: sender, publicKey, privateKey } = engine.accounts[by] ?? account;
      let roundTrips = 0;
      const isTransfer = !('mode' in data);
      const key = isTransfer ? { senderPubKey: publicKey } : { params: { publicKey } };
      const intent = { mode: 'transferToken', senderAddress: sender, ...key, ...data };
      const onTrace = (trace: { readonly roundTrips: number }) => {
        roundTrips = trace.roundTrips;
      };
      const answer = await chain.encode(intent as never, { onTrace } as never);
      const { transaction, status } = answer as unknown as {
        readonly transaction: {
          readonly data: Outcome['data'];
          readonly encoded?: readonly { readonly raw: { readonly value: string } }[];
        };
        readonly status: { readonly errors: News; readonly warnings: News };
      };
      const shared = {
        data: transaction.data,
        errors: status.errors,
        warnings: status.warnings.map(({ code }) => code).sort(),
        told: status.warnings,
        fees: BigInt(String(transaction.data.fees ?? '0')),
        roundTrips,
      };
      const message = transaction.encoded?.[0]?.raw.value;
      if (message === undefined) return { ...shared, cost: undefined, result: undefined };
      const before = await engine.balance(sender);
      const result = await sendTo(engine.url, message, publicKey, privateKey);
      return { ...shared, cost: before - (await engine.balance(sender)), result };
    },
  };
}

/** The type of a coin in long form. The stand-in drops leading zeros, as nodes do. */
export function longType(type: string): string {
  const [address = '', ...names] = type.split('::');
  return [`0x${address.slice(2).padStart(64, '0')}`, ...names].join('::');
}

/** Signs with Node's own cryptography. The hash in front of the message is no part of the transaction. */
async function sendTo(url: string, message: string, publicKey: string, privateKey: string): Promise<string> {
  const raw = message.slice(64);
  const bare = (hex: string) => hex.replace(/^0x/, '');
  const signature = signatureOf(Buffer.from(message, 'hex'), bare(privateKey));
  const response = await fetch(`${url}/transactions`, {
    method: 'POST',
    headers: { 'content-type': 'application/x.aptos.signed_transaction+bcs' },
    body: Buffer.from(`${raw}0020${bare(publicKey)}40${signature}`, 'hex'),
  });
  const { hash, message: refusal } = (await response.json()) as { readonly hash?: string; readonly message?: string };
  if (hash === undefined) throw new Error(`The chain refused it: ${refusal}`);
  const done = await fetch(`${url}/transactions/by_hash/${hash}`);
  const { vm_status } = (await done.json()) as { readonly vm_status: string };
  return vm_status;
}
