// The table of docs/benchmarks.md: node --conditions=isochain-source packages/utxo/test/print-selection.ts [wallets] [seed]
import process from 'node:process';
import { compareSelection } from './compare-selection.ts';

const [wallets = 1_000, seed = 20_261_121] = process.argv.slice(2).map(Number);

const cells = (list: readonly (string | number)[]) => `| ${list.join(' | ')} |`;
console.log(`Seed ${seed}.\n`);
console.log(cells(['wallets', 'payments', 'less', 'equal', 'more', 'mean of theirs', 'inputs', 'with change']));
console.log(cells(Array(8).fill('---')));
for (const row of compareSelection(wallets, seed)) {
  const { name, payments, lower, equal, higher, percent, inputs, changes } = row;
  const pair = ({ ours, theirs }: typeof inputs) => `${ours} (${theirs})`;
  console.log(
    cells([name, payments, lower, equal, higher.length, `${percent.toFixed(1)} %`, pair(inputs), pair(changes)]),
  );
}
