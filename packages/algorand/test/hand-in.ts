import type { HandIn } from '@isochain/conformance/hand-ins/hand-in.ts';
import { bench } from './hand-in/bench.ts';
import { intents } from './hand-in/intents.ts';
import { knownTransaction } from './hand-in/known-transaction.ts';

function notYet(member: string): never {
  throw new Error(
    `packages/algorand/test/hand-in.ts does not hand in ${member} yet (docs/add-a-family.md#5-the-hand-in).`,
  );
}

export const handIn: HandIn = {
  family: 'algorand',
  exportName: 'algorand',
  sign: () => notYet('sign'),
  demo: { transfer: '1000001' },
  bench,
  knownTransaction,
  examples: { sender: () => notYet('examples.sender'), intents },
  moneyPaths: [],
  records: () => notYet('records'),
};
