import type { BenchHandIn } from '@isochain/conformance/hand-ins/hand-in.ts';

function notYet(member: string): never {
  throw new Error(
    `packages/algorand/test/hand-in/bench.ts does not hand in ${member} yet (docs/add-a-family.md#5-the-hand-in).`,
  );
}

export const bench: BenchHandIn = {
  chainId: 'algorand',
  endpoint: {},
  answer: () => notYet('answer'),
  lie: () => notYet('lie'),
  transfer: () => notYet('transfer'),
  account: () => notYet('account'),
  publicKey: '',
};
