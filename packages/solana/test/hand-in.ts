import type { HandIn } from '@isochain/conformance/hand-ins/hand-in.ts';
import { account } from './hand-in/accounts.ts';
import { bench } from './hand-in/bench.ts';
import { intents } from './hand-in/intents.ts';
import { knownTransaction } from './hand-in/known-transaction.ts';
import { operations } from './hand-in/operations.ts';
import { programs } from './hand-in/programs.ts';
import { sign } from './hand-in/sign.ts';

export const handIn: HandIn = {
  family: 'solana',
  exportName: 'solana',
  sign,
  demo: { transfer: '1234567891', transferToken: '1500001', stake: '5000000001' },
  bench,
  knownTransaction,
  examples: { sender: () => account(4), intents, operations },
  programs,
  moneyPaths: ['bytes/instructions.ts', 'bytes/message.ts', 'bytes/programs/*.ts', 'upstream/snapshot.ts'],
  records: async () => (await import('./recorded/hand-in.ts')).recorded,
};
