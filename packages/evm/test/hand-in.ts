import type { HandIn } from '@isochain/conformance/hand-ins/hand-in.ts';
import { sources } from '../../../tools/chain-data/src/sources.ts';
import { chains } from '../src/chains.ts';
import { withFeeTables } from './docs/fee-tables.ts';
import { account } from './hand-in/accounts.ts';
import { bench } from './hand-in/bench.ts';
import { intents } from './hand-in/intents.ts';
import { knownTransaction } from './hand-in/known-transaction.ts';
import { operations } from './hand-in/operations.ts';
import { programs } from './hand-in/programs.ts';
import { sign } from './hand-in/sign.ts';

export const handIn: HandIn = {
  family: 'evm',
  exportName: 'evm',
  sign,
  demo: { transfer: '1234567890000000001', transferToken: '1500001' },
  bench,
  knownTransaction,
  examples: { sender: () => account(9), intents, operations },
  programs,
  moneyPaths: ['upstream/nonce-user.ts', 'upstream/snapshot.ts'],
  pages: { 'docs/evm-fees.md': (page) => withFeeTables(page, chains, sources.evm.chains) },
  records: async () => (await import('./recorded/hand-in.ts')).recorded,
};
