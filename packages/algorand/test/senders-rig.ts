import { type Chain, signedOf as joined, verifyChecksum } from '@isochain/core';
import { type AlgorandEngine, startAlgorand } from '@isochain/devnet/algorand';
import { type AlgorandOptions, algorand } from '../src/index.ts';
import { bytesOfAddress, type Fields } from './judge.ts';
import { keyOfSeed, type TestKey } from './keys.ts';
import { post, type Said, signOwn } from './own-transaction.ts';

// Senders of many kinds on the stand-in. Transactions that are compared come from other libraries than the package's (judge.ts).

interface News {
  readonly code: string;
  readonly message: string;
  readonly field?: string;
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

export type SendersRig = Awaited<ReturnType<typeof startSendersRig>>;

/** A key of these tests. Its seed has 32 equal bytes. */
export function keyOf(byte: number): TestKey {
  return keyOfSeed(byte.toString(16).padStart(2, '0').repeat(32));
}

export async function startSendersRig(options: Partial<AlgorandOptions> = {}) {
  const engine: AlgorandEngine = await startAlgorand();
  const chain = algorand.connect('algorand', {
    endpoints: engine.settings.endpoints,
    oldestBlockMs: 0,
    now: () => engine.now(),
    ...options,
  }) as unknown as Chain;

  async function encode(intent: object): Promise<Encoded> {
    const { transaction, status } = (await chain.encode(intent as never)) as unknown as {
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

  /** The signed transaction, joined by our own code. */
  async function sign(encoded: Encoded, key: TestKey): Promise<Uint8Array> {
    const [item] = encoded.items;
    if (item === undefined) throw new Error(`It was refused: ${JSON.stringify(encoded.errors)}`);
    const sealed = verifyChecksum('algorand', encoded.data as never);
    if (sealed === undefined) throw new Error('The answer has no checksum.');
    const signature = key.sign(Buffer.from(item.hash.value, 'hex'));
    const { raw } = await joined(chain.adapter.bytes as never, sealed, signature);
    return Buffer.from(raw as string, 'hex');
  }

  return {
    engine,
    chain,
    encode,
    sign,
    /** Sends signed bytes without our code. */
    post: (signed: Uint8Array): Promise<Said> => post(engine, signed),
    send: async (encoded: Encoded, key: TestKey): Promise<Said> => post(engine, await sign(encoded, key)),
    /** Sends a transaction that other libraries made. Fields are named as on the chain. None of our code takes part. */
    async sendOwn(key: TestKey, fields: Fields, sgnr?: string, sender: string = key.address): Promise<Said> {
      return post(engine, signOwn(engine, [{ key, fields, sender, sgnr }]).signed);
    },
  };
}

/** Whether the signed bytes have an authorizing address. */
export function authorizerIn(signed: Uint8Array, address: string): boolean {
  const field = Buffer.concat([Buffer.from('a473676e72c420', 'hex'), bytesOfAddress(address)]);
  return Buffer.from(signed).includes(field);
}
