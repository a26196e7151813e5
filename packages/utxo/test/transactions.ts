import * as bitcoin from 'bitcoinjs-lib';
import type { Plan, Spend } from '../src/bytes/planned-transaction.ts';

/** What is spent, as fixtures have it. */
export interface Spent {
  /** Smallest unit. */
  readonly value: string;
  /** scriptPubKey in hex. */
  readonly script: string;
  readonly spend: Spend;
}

/**
 * The plan of a transaction, read by bitcoinjs-lib. Where it is signed, the signatures are left out.
 *
 * @param hex - A transaction of any version, though a plan has version 2.
 */
export function planOfTransaction(hex: string, spent: readonly Spent[]): Plan {
  const { version, locktime, ins, outs } = bitcoin.Transaction.fromHex(hex);
  return {
    version: version as 2,
    lockTime: locktime,
    inputs: ins.map(({ hash, index, sequence }, i) => {
      const { value, script, spend } = spent[i] as Spent;
      return {
        txid: Buffer.from(hash).reverse().toString('hex'),
        vout: index,
        value: BigInt(value),
        script: Buffer.from(script, 'hex'),
        sequence,
        spend,
      };
    }),
    outputs: outs.map(({ value, script }) => ({ value, script })),
  };
}
