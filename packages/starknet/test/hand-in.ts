import type { HandIn } from '@isochain/conformance/hand-ins/hand-in.ts';
import { account } from './hand-in/accounts.ts';
import { bench } from './hand-in/bench.ts';
import { intents } from './hand-in/intents.ts';
import { knownTransaction } from './hand-in/known-transaction.ts';
import { programs } from './hand-in/programs.ts';
import { sign } from './hand-in/sign.ts';

export const handIn: HandIn = {
  family: 'starknet',
  exportName: 'starknet',
  sign,
  demo: {
    transfer: '1000000000000000001',
    transferToken: '1500001',
    leavesFees: true,
    deploys: true,
    // The real engine has no staking contracts.
    exits: { staked: '100000000000000000001', moved: '30000000000000000001', chains: ['starknet'] },
  },
  bench,
  knownTransaction,
  examples: { sender: () => account(0), intents },
  programs,
  moneyPaths: [
    'account/*.ts',
    'bytes/calls.ts',
    'bytes/staking-calls.ts',
    'bytes/signature-layout.ts',
    'fees/*.ts',
    'felt.ts',
    'modes/completion.ts',
    'modes/funds.ts',
    'upstream/account.ts',
    'upstream/estimate.ts',
  ],
  records: async () => (await import('./recorded/hand-in.ts')).recorded,
};
