import { performance } from 'node:perf_hooks';
import type { CompletedData } from '@isochain/core';
import { evm } from '@isochain/evm';
import { keccak256, serializeTransaction } from 'viem/utils';
import { ms } from '../report/figure.ts';
import { median } from '../report/percentiles.ts';
import type { Measure } from './section.ts';

const mostTimes = 1.2;

/** Completed data of a transfer on Sepolia, and the same transaction as viem's serializer takes it. Another account and amount for each number. */
function transfer(number: number) {
  const account = (kind: string) => `0x${kind.repeat(12)}${number.toString(16).padStart(16, '0')}` as const;
  const to = account('cd');
  const [gas, cap, tip] = [21_000n, 3_000_000_000n, 1_000_000_000n];
  const value = 10n ** 15n + BigInt(number);
  const data: CompletedData = {
    mode: 'transfer',
    senderAddress: account('ab'),
    recipientAddress: to,
    amount: value.toString(),
    useMaxAmount: false,
    nonce: String(number),
    gas: gas.toString(),
    fees: (gas * cap).toString(),
    params: { type: 'eip1559', maxFeePerGas: cap.toString(), maxPriorityFeePerGas: tip.toString() },
  };
  const transaction = {
    type: 'eip1559' as const,
    chainId: 11_155_111,
    nonce: number,
    gas,
    to,
    value,
    maxFeePerGas: cap,
    maxPriorityFeePerGas: tip,
  };
  return { data, transaction };
}

/** `assemble` beside the two calls of viem that it cannot do without, in turns. */
export const measureAssemble: Measure = async ({ plan, progress }) => {
  const { rounds, transactions } = plan.assemble;
  const { assemble } = evm.connect('sepolia').adapter;
  const all = Array.from({ length: transactions }, (_, number) => transfer(number));
  const ours = () => all.map(({ data }) => assemble(data)[0]?.hash?.value);
  const direct = () => all.map(({ transaction }) => keccak256(serializeTransaction(transaction)).slice(2));
  if (ours().join() !== direct().join()) throw new Error('assemble and viem make different bytes.');

  const times: { ours: number; direct: number }[] = [];
  // The first rounds are compiled on the way and do not count.
  for (let round = -3; round < rounds; round++) {
    const pair = { direct: timeOf(direct), ours: timeOf(ours) };
    if (round >= 0) times.push(pair);
  }
  const ratio = median(times.map((pair) => pair.ours / pair.direct));
  progress(`${ratio.toFixed(2)} times viem`);
  const each = (total: number) => `${((1000 * total) / transactions).toFixed(1)} µs`;
  return {
    title: 'Pure `assemble` of an EVM transfer',
    how: `Beside viem's \`serializeTransaction\` and \`keccak256\` on the same transactions, which is the part that nobody can leave out; ${rounds} rounds of ${transactions.toLocaleString('en-US')} in turns, medians. It also reads the data, checks that the fees follow from its parts, and writes the JSON form for wallets. A round of ours takes ${ms(median(times.map((pair) => pair.ours)))}.`,
    figures: [
      { what: 'assemble', measured: each(median(times.map((pair) => pair.ours))) },
      { what: 'viem directly', measured: each(median(times.map((pair) => pair.direct))) },
      {
        what: 'assemble / viem',
        measured: ratio.toFixed(2),
        mustBe: `at most ${mostTimes}`,
        isReached: ratio <= mostTimes,
      },
    ],
  };
};

function timeOf(work: () => unknown): number {
  const since = performance.now();
  work();
  return performance.now() - since;
}
