import { performance } from 'node:perf_hooks';
import { type CheckedData, checkCompleted, type FamilyTypes } from '@isochain/core';
import { families as familiesOfGateway } from '@isochain/gateway/src/families.ts';
import { type BenchFamily, families } from '../families/index.ts';
import { type Figure, ms } from '../report/figure.ts';
import { median } from '../report/percentiles.ts';
import type { Bench, Measure } from './section.ts';

/** Measures `assemble` and the library calls that it needs, in turns, for each family that names such a library. */
export const measureAssemble: Measure = async (bench) => {
  const { rounds, transactions } = bench.plan.assemble;
  const compared = families.filter(({ library }) => library !== undefined);
  const figures: Figure[] = [];
  for (const family of compared) figures.push(...(await measureFamily(bench, family)));
  const calls = compared.map(({ name, library }) => `on ${name} ${library?.calls}`);
  return {
    title: 'Pure `plan` and `assemble` of a transfer',
    how: `Beside a library that makes the same bytes of the same transactions, which is the part that nobody can leave out: ${calls.join('; ')}. ${rounds} rounds of ${transactions.toLocaleString('en-US')} in turns, medians. It also reads params, checks that the fees follow from its parts, and writes the other forms for wallets.`,
    figures,
  };
};

async function measureFamily({ plan, progress }: Bench, { name, chainId, library }: BenchFamily): Promise<Figure[]> {
  const loaded = await familiesOfGateway[name]?.();
  if (loaded === undefined || library === undefined) throw new Error(`${name} cannot be compared with a library.`);
  const { rounds, transactions } = plan.assemble;
  const bytes = loaded.family.bytes(chainId);
  const all = Array.from({ length: transactions }, (_, number) => {
    const { data, hash } = library.transfer(number);
    return { checked: checkCompleted(bytes, data) as CheckedData<FamilyTypes, 'transfer'>, hash };
  });
  const { transfer } = bytes.plan;
  if (transfer === undefined) throw new Error(`${name} has no transfers.`);
  const ours = () => all.map(({ checked }) => bytes.assemble(transfer(checked)).items[0]?.hash?.value);
  const direct = () => all.map(({ hash }) => hash());
  if (ours().join() !== direct().join()) throw new Error(`assemble of ${name} and its library make different bytes.`);

  const times: { ours: number; direct: number }[] = [];
  // The first rounds do not count, because V8 still compiles the code.
  for (let round = -3; round < rounds; round++) {
    const pair = { direct: timeOf(direct), ours: timeOf(ours) };
    if (round >= 0) times.push(pair);
  }
  const ratio = median(times.map((pair) => pair.ours / pair.direct));
  progress(`${name}: ${ratio.toFixed(2)} times the library, a round in ${ms(median(times.map((pair) => pair.ours)))}`);
  const each = (total: number) => `${((1000 * total) / transactions).toFixed(1)} µs`;
  return [
    { what: `${name}, assemble`, measured: each(median(times.map((pair) => pair.ours))) },
    { what: `${name}, the library alone`, measured: each(median(times.map((pair) => pair.direct))) },
    {
      what: `${name}, assemble / library`,
      measured: ratio.toFixed(2),
      mustBe: `at most ${library.mostTimes}`,
      isReached: ratio <= library.mostTimes,
    },
  ];
}

function timeOf(work: () => unknown): number {
  const since = performance.now();
  work();
  return performance.now() - since;
}
