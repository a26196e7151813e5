import type { Codec, RpcQuestion } from '@isochain/conformance';
import { Transaction } from 'bitcoinjs-lib';

// Opens raw transactions with bitcoinjs-lib, so that every field in them can be lied about.

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const bytes = (text: string) => Buffer.from(text, 'hex');

interface Opened {
  readonly version: number;
  readonly locktime: number;
  readonly inputs: readonly {
    readonly txid: string;
    readonly vout: number;
    readonly script: string;
    readonly sequence: number;
  }[];
  readonly outputs: readonly { readonly value: bigint; readonly script: string }[];
}

const rawTransaction: Codec = {
  decode(text): unknown {
    // Some fields hold a transaction or nothing.
    if (typeof text !== 'string' || text === '') return text;
    const { version, locktime, ins, outs } = Transaction.fromHex(text.trim());
    return {
      version,
      locktime,
      inputs: ins.map(({ hash, index, script, sequence }) => ({
        txid: hex(Uint8Array.from(hash).reverse()),
        vout: index,
        script: hex(script),
        sequence,
      })),
      outputs: outs.map(({ value, script }) => ({ value, script: hex(script) })),
    } satisfies Opened;
  },
  encode(opened): unknown {
    if (typeof opened !== 'object' || opened === null) return opened;
    const { version, locktime, inputs = [], outputs = [] } = opened as Partial<Opened>;
    const made = new Transaction();
    made.version = version ?? 0;
    made.locktime = locktime ?? 0;
    for (const { txid = '', vout = 0, script = '', sequence = 0 } of inputs)
      made.addInput(bytes(txid.padEnd(64, '0').slice(0, 64)).reverse(), vout, sequence, bytes(script));
    for (const { value = 0n, script = '' } of outputs) made.addOutput(bytes(script), value);
    return made.toHex();
  },
};

/** By the names of fields. */
export const codecs: Readonly<Record<string, Codec>> = {
  'GET /tx/:id/hex': rawTransaction,
  'GET /api/v2/tx/:id.hex': rawTransaction,
  getrawtransaction: rawTransaction,
  'getrawtransaction verbose.hex': rawTransaction,
};

/** A transaction in full is another question than its bytes. */
export function nameOf({ method, params }: RpcQuestion): string | undefined {
  return method === 'getrawtransaction' && (params as readonly unknown[])[1] === true ? `${method} verbose` : undefined;
}
