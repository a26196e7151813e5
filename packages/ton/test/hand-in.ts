import type { HandIn } from '@isochain/conformance/hand-ins/hand-in.ts';
import { account } from './hand-in/accounts.ts';
import { bench } from './hand-in/bench.ts';
import { intents } from './hand-in/intents.ts';
import { knownTransaction } from './hand-in/known-transaction.ts';
import { programs } from './hand-in/programs.ts';
import { sign } from './hand-in/sign.ts';

export const handIn: HandIn = {
  family: 'ton',
  exportName: 'ton',
  sign,
  demo: {
    transfer: '1234567',
    transferToken: '1500001',
    eachAccount: true,
    attaches: true,
    pools: '150000000000',
    slack: '70000',
  },
  bench,
  knownTransaction,
  examples: { sender: () => account(0), intents },
  programs,
  moneyPaths: [
    'bytes/comment.ts',
    'bytes/jetton-messages.ts',
    'bytes/pool-messages.ts',
    'fees/*.ts',
    'modes/completion.ts',
    'modes/sender.ts',
    'wallets/*.ts',
  ],
  weight: {
    maxKilobytes: 160,
    reason:
      '@ton/core and the @ton/crypto that it needs are CommonJS, so a bundle has all of them, with word lists of mnemonics and a second Ed25519; cells of our own would save some 70 KB, and are not worth a wrong byte',
  },
  records: async () => (await import('./recorded/hand-in.ts')).recorded,
};
