import { startTron, type TronEngine } from '@isochain/devnet/tron';
import { tron } from '../src/index.ts';
import { sign } from './hand-in/sign.ts';

type News = readonly { readonly code: string; readonly message: string; readonly context?: Record<string, unknown> }[];

/** What happened to an intent. */
interface Outcome {
  readonly data: Readonly<Record<string, unknown>>;
  readonly errors: News;
  readonly warnings: readonly string[];
  readonly fees: bigint;
  /** Sun that the sender lost. Undefined if nothing was signed. */
  readonly cost: bigint | undefined;
  /** Whether the chain carried it out, in its own words. Undefined if nothing was signed. */
  readonly result: string | undefined;
  readonly roundTrips: number;
}

/** The stand-in, and the family that talks to it. */
export interface TokenRig {
  readonly engine: TronEngine;
  readonly sender: string;
  /** Sends tokens of account 0. */
  send(data: object): Promise<Outcome>;
  readonly chain: ReturnType<typeof tron.connect>;
}

export async function startTokenRig(): Promise<TokenRig> {
  const engine = await startTron();
  const chain = tron.connect('tron', {
    endpoints: engine.settings.endpoints,
    oldestBlockMs: 0,
    now: () => engine.now(),
  });
  const [account] = engine.accounts;
  if (account === undefined) throw new Error('The engine has no account.');
  const sender = account.address;

  async function post(path: string, body: object): Promise<Record<string, unknown>> {
    const response = await fetch(engine.url + path, { method: 'POST', body: JSON.stringify(body) });
    return (await response.json()) as Record<string, unknown>;
  }

  return {
    engine,
    sender,
    chain,
    async send(data) {
      let roundTrips = 0;
      const intent = { mode: 'transferToken', senderAddress: sender, ...data };
      const answer = await chain.encode(
        intent as never,
        {
          onTrace: (trace: { readonly roundTrips: number }) => (roundTrips = trace.roundTrips),
        } as never,
      );
      const { transaction, status } = answer as unknown as {
        readonly transaction: {
          readonly data: Record<string, unknown>;
          readonly encoded?: readonly {
            readonly raw: { readonly value: string };
            readonly hash: { readonly value: string };
          }[];
        };
        readonly status: { readonly errors: News; readonly warnings: News };
      };
      const shared = {
        data: transaction.data,
        errors: status.errors,
        warnings: status.warnings.map(({ code }) => code).sort(),
        fees: BigInt(String(transaction.data.fees ?? '0')),
        roundTrips,
      };
      const [item] = transaction.encoded ?? [];
      if (item === undefined) return { ...shared, cost: undefined, result: undefined };
      const before = await engine.balance(sender);
      const signature = String(sign(transaction.encoded as never, account));
      const hex = signedHex(item.raw.value, signature.slice(2));
      const sent = await post('/wallet/broadcasthex', { transaction: hex });
      if (sent.result !== true) throw new Error(`The chain refused it: ${JSON.stringify(sent)}`);
      const done = await post('/wallet/gettransactionbyid', { value: item.hash.value });
      const [ret] = done.ret as readonly { readonly contractRet?: string }[];
      return { ...shared, cost: before - (await engine.balance(sender)), result: ret?.contractRet };
    },
  };
}

/** A signed transaction: fields 1 and 2 of its message (tronprotocol/protocol, core/Tron.proto). */
function signedHex(raw: string, signature: string): string {
  const length = (bytes: number) => (bytes < 128 ? [bytes] : [(bytes & 127) | 128, bytes >> 7]);
  const head = (tag: number, hex: string) => Buffer.from([tag, ...length(hex.length / 2)]).toString('hex') + hex;
  return head(0x0a, raw) + head(0x12, signature);
}
