import { createHash } from 'node:crypto';

/** What a transaction of a test spends and pays. */
export interface Shape {
  readonly spends: readonly { readonly txid: string; readonly vout: number }[];
  readonly pays: readonly { readonly value: bigint; readonly script: string }[];
  /** 2 by default. */
  readonly version?: number;
}

/** A transaction without witness, in hex, and its id. All of it is shorter than 253. */
export function rawTransaction({ spends, pays, version = 2 }: Shape): { readonly raw: string; readonly txid: string } {
  const size = (length: number) => Buffer.from([length]);
  const bytes = Buffer.concat([
    Buffer.from([version, 0, 0, 0]),
    size(spends.length),
    ...spends.flatMap(({ txid, vout }) => {
      const tail = Buffer.alloc(9, 0xff);
      tail.writeUInt32LE(vout);
      tail.writeUInt8(0, 4);
      return [Buffer.from(txid, 'hex').reverse(), tail];
    }),
    size(pays.length),
    ...pays.flatMap(({ value, script }) => {
      const amount = Buffer.alloc(8);
      amount.writeBigUInt64LE(value);
      return [amount, size(script.length / 2), Buffer.from(script, 'hex')];
    }),
    Buffer.alloc(4),
  ]);
  const once = createHash('sha256').update(bytes).digest();
  return { raw: bytes.toString('hex'), txid: createHash('sha256').update(once).digest().reverse().toString('hex') };
}
