import { Transaction } from 'bitcoinjs-lib';
import type { ChainTransaction, TransactionOutput } from '../src/upstream/backend.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/**
 * A recorded transaction as an Esplora tells of it, read by bitcoinjs-lib.
 *
 * @param raw - Hex, with witnesses or without.
 * @param spent - Outputs that it spends, in the order of its inputs. Inputs without one here spend a p2wpkh output.
 * @param height - Undefined while it waits.
 */
export function chainTransaction(
  raw: string,
  spent: readonly TransactionOutput[],
  height: number | undefined,
): ChainTransaction {
  const transaction = Transaction.fromHex(raw);
  return {
    txid: transaction.getId(),
    height,
    time: height === undefined ? undefined : 1_700_000_000_000,
    isCoinbase: false,
    inputs: transaction.ins.map(({ hash, index, sequence }, i) => ({
      txid: hex(Uint8Array.from(hash).reverse()),
      vout: index,
      value: spent[i]?.value ?? 100_000n,
      script: spent[i]?.script ?? `0014${'11'.repeat(20)}`,
      address: undefined,
      sequence,
    })),
    outputs: transaction.outs.map(({ value, script }) => ({
      value: BigInt(value),
      script: hex(script),
      address: undefined,
    })),
    fee: undefined,
    raw: undefined,
  };
}
