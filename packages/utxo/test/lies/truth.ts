import type { EncodeResult } from '@isochain/core';
import * as bitcoin from 'bitcoinjs-lib';
import { expect } from 'vitest';
import type { ScriptedChain } from '../scripted-upstream.ts';

// Judges an answer of encode like the network: with bitcoinjs-lib and the chain's true state.

interface Spent {
  readonly script: Uint8Array;
  readonly value: bigint;
}

interface Data {
  readonly amount: string;
  readonly fees: string;
  readonly params: {
    readonly vsize: number;
    readonly outputs: readonly { readonly role: string; readonly path?: string; readonly address?: string }[];
  };
}

const psbtOf = ({ transaction }: EncodeResult) =>
  bitcoin.Psbt.fromHex(transaction.encoded.find(({ raw }) => raw?.format === 'PSBT')?.raw?.value ?? '');

/**
 * The fees of a transaction that was encoded and signed once or several times, as the network would take them. The liar may combine the signatures of
 * all encodes.
 *
 * @param encodes - Of the same inputs and outputs.
 * @returns undefined if the network would refuse the transaction: a coin is not there, or the signatures commit to wrong amounts.
 */
function realFee(encodes: readonly EncodeResult[], { transactions }: ScriptedChain): bigint | undefined {
  const [psbt] = encodes.map(psbtOf);
  if (psbt === undefined) return undefined;
  const made = bitcoin.Transaction.fromBuffer(psbt.data.getTransaction());
  const spent = made.ins.map(({ hash, index }): Spent | undefined => {
    const txid = Buffer.from(Uint8Array.from(hash).reverse()).toString('hex');
    return transactions.find((known) => known.txid === txid)?.outputs[index];
  });
  const whole = spent.filter((output) => output !== undefined);
  if (whole.length < spent.length) return undefined;
  const isSigned = whole.every((_, i) => {
    const digest = digestOf(made, whole, psbt.data.inputs[i]?.redeemScript, i);
    return encodes.some(({ transaction }) => transaction.encoded[i]?.hash?.value === digest);
  });
  const sum = (list: readonly { readonly value: bigint }[]) => list.reduce((all, { value }) => all + value, 0n);
  return isSigned ? sum(whole) - sum(made.outs) : undefined;
}

function digestOf(
  made: bitcoin.Transaction,
  spent: readonly Spent[],
  redeemScript: Uint8Array | undefined,
  index: number,
): string {
  const { script, value } = spent[index] as Spent;
  const program = script.length === 22 ? script : script.length === 23 ? redeemScript : undefined;
  const all = bitcoin.Transaction.SIGHASH_ALL;
  const digest =
    script.length === 34
      ? made.hashForWitnessV1(
          index,
          spent.map((each) => each.script),
          spent.map((each) => each.value),
          bitcoin.Transaction.SIGHASH_DEFAULT,
        )
      : program === undefined
        ? made.hashForSignature(index, script, all)
        : made.hashForWitnessV0(
            index,
            bitcoin.payments.p2pkh({ hash: program.subarray(2) }).output ?? new Uint8Array(),
            value,
            all,
          );
  return Buffer.from(digest).toString('hex');
}

/** Encodes that share their inputs and outputs. */
function groups(encodes: readonly EncodeResult[]): EncodeResult[][] {
  const found = new Map<string, EncodeResult[]>();
  for (const encode of encodes) {
    const id = bitcoin.Transaction.fromBuffer(psbtOf(encode).data.getTransaction()).getId();
    found.set(id, [...(found.get(id) ?? []), encode]);
  }
  return [...found.values()];
}

/** Answers of encode at any depth of an answer. */
export function encodesIn(answer: unknown): EncodeResult[] {
  if (Array.isArray(answer)) return answer.flatMap(encodesIn);
  const { transaction } = answer as Partial<EncodeResult>;
  return transaction === undefined ? [] : [answer as EncodeResult];
}

export const dataOf = ({ transaction }: EncodeResult) => transaction.data as unknown as Data;

/**
 * Throws unless the network refuses the transaction, or takes exactly the fees that the client was shown. Also throws unless it pays only the
 * recipient and the sender.
 */
export function expectShownFees(answer: unknown, chain: ScriptedChain): void {
  const encodes = encodesIn(answer);
  expect(encodes.length).toBeGreaterThan(0);
  for (const group of groups(encodes)) {
    const fee = realFee(group, chain);
    for (const encode of fee === undefined ? [] : group) expect(fee).toBe(BigInt(dataOf(encode).fees));
  }
  for (const encode of encodes) {
    expect(dataOf(encode).params.outputs.filter(({ role }) => role === 'recipient')).toHaveLength(1);
  }
}
