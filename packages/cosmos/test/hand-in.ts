import type { HandIn } from '@isochain/conformance/hand-ins/hand-in.ts';
import { account } from './hand-in/accounts.ts';
import { bench } from './hand-in/bench.ts';
import { intents } from './hand-in/intents.ts';
import { knownTransaction } from './hand-in/known-transaction.ts';
import { programs } from './hand-in/programs.ts';
import { sign } from './hand-in/sign.ts';

export const handIn: HandIn = {
  family: 'cosmos',
  exportName: 'cosmos',
  sign,
  demo: {
    transfer: '1234567',
    transferToken: '1500001',
    delegation: { staked: '100000001', redelegated: '30000001', unstaked: '20000001' },
  },
  bench,
  knownTransaction,
  examples: { sender: () => account(4), intents },
  programs,
  moneyPaths: [
    'bytes/messages.ts',
    'bytes/sign-documents.ts',
    'bytes/amino-json.ts',
    'modes/completion.ts',
    'upstream/spendable.ts',
  ],
  weight: {
    maxKilobytes: 155,
    reason:
      'the codecs of cosmjs-types are CommonJS, so a bundle has all messages of each module; writing ours by hand would save some 30 KB, and is not worth a wrong byte',
  },
  records: async () => (await import('./recorded/hand-in.ts')).recorded,
};
