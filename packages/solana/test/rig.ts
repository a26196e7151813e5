import type { Chain, CompletedData } from '@isochain/core';
import type { Trace } from '@isochain/core/upstream';
import { RpcError } from '@isochain/devnet/json-rpc';
import { type SolanaEngine, startSolana } from '@isochain/devnet/solana';
import { getTransactionDecoder } from '@solana/kit';
import { toAddress } from '../src/address/address.ts';
import { compileMessage, encodeMessage, encodeTransaction, type Instruction } from '../src/bytes/message.ts';
import { solana } from '../src/index.ts';
import type { SolanaOptions } from '../src/options.ts';
import { type TestKey, testKey } from './keys.ts';

/** What happened to a transaction. */
interface Walked {
  readonly hash: string;
  readonly data: CompletedData & { readonly amount?: string; readonly stakeId?: string };
  readonly warnings: readonly (string | undefined)[];
  readonly trace: Trace;
}

// biome-ignore lint/suspicious/noExplicitAny: what tests look at differs
type Loose = any;

/** The real runtime, the family that talks to it, and keys. */
export interface Rig {
  readonly engine: SolanaEngine;
  readonly chain: Chain;
  connect(options?: SolanaOptions): Chain;
  /** A new key with so many lamports. */
  key(lamports?: bigint): Promise<TestKey>;
  balance(address: string): Promise<bigint>;
  /** Encodes, signs and broadcasts; fails if encode has an error. */
  walk(key: TestKey, data: Record<string, unknown>, chain?: Chain): Promise<Walked>;
  /** Codes of the errors of encode. */
  refusals(data: Record<string, unknown>, chain?: Chain): Promise<(string | undefined)[]>;
  encode(data: Record<string, unknown>, chain?: Chain): Promise<Loose>;
  /** What the runtime says to instructions that nobody has looked at: `ok`, or its error. */
  run(key: TestKey, instructions: readonly Instruction[]): Promise<unknown>;
}

export async function createRig(options: SolanaOptions = {}): Promise<Rig> {
  const engine = await startSolana();
  let keys = 0;
  const connect = (more: SolanaOptions = {}): Chain =>
    solana.connect('solana', { endpoints: [{ url: engine.url, maxBatch: 10 }], oldestBlockMs: 0, ...options, ...more });
  const chain = connect();

  async function walk(key: TestKey, intent: Record<string, unknown>, on = chain): Promise<Walked> {
    const { transaction, status } = await on.encode(intent);
    if (status.errors.length > 0) throw new Error(status.errors.map(({ message }) => message).join('; '));
    const raw = transaction.encoded[0]?.raw?.value ?? '';
    const signature = await key.sign(Uint8Array.from(Buffer.from(raw, 'hex')));
    const input = {
      data: transaction.data,
      encoded: transaction.encoded,
      signature: Buffer.from(signature).toString('hex'),
    };
    let trace: Trace | undefined;
    const { hash } = await on.broadcast(input, {
      onTrace: (seen) => {
        trace = seen;
      },
    });
    if (trace === undefined) throw new Error('no trace');
    return { hash, data: transaction.data as Loose, warnings: status.warnings.map(({ code }) => code), trace };
  }

  return {
    engine,
    chain,
    connect,
    async key(lamports = 0n) {
      keys += 1;
      const key = await testKey(
        Uint8Array.from({ length: 32 }, (_, i) => (i === 0 ? keys & 255 : i === 1 ? keys >> 8 : 77)),
      );
      if (lamports > 0n) await engine.setBalance(key.address, lamports);
      return key;
    },
    async balance(address) {
      const { value } = await engine.rpc<{ value: number | bigint }>('getBalance', [address]);
      return BigInt(value);
    },
    walk,
    async refusals(data, on = chain) {
      const { status } = await on.encode(data);
      return status.errors.map(({ code }) => code);
    },
    encode: async (data, on = chain) => on.encode(data),
    async run(key, instructions) {
      await engine.advanceSlots(1);
      const { value } = await engine.rpc<{ value: { blockhash: string } }>('getLatestBlockhash');
      const compiled = compileMessage({ payer: key.address, blockhash: value.blockhash, instructions });
      const message = encodeMessage(compiled);
      const wire = encodeTransaction({ signatures: [await key.sign(message)], message });
      // Somebody else's decoder must find it well formed too.
      getTransactionDecoder().decode(wire);
      try {
        await engine.rpc('sendTransaction', [Buffer.from(wire).toString('base64'), { encoding: 'base64' }]);
        return 'ok';
      } catch (error) {
        if (!(error instanceof RpcError)) throw error;
        return (error.data as { err?: unknown } | undefined)?.err ?? error.message;
      }
    },
  };
}

/** An address with a key that nobody has. */
export function freshAddress(byte: number) {
  return toAddress(Uint8Array.from({ length: 32 }, (_, i) => (i === 31 ? 0 : (byte * 7 + i * 13) & 255)));
}
