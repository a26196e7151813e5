import type { HandIn } from '@isochain/conformance/hand-ins/hand-in.ts';
import { account } from './hand-in/accounts.ts';
import { bench } from './hand-in/bench.ts';
import { intents } from './hand-in/intents.ts';
import { knownTransaction } from './hand-in/known-transaction.ts';
import { sign } from './hand-in/sign.ts';

export const handIn: HandIn = {
  family: 'algorand',
  exportName: 'algorand',
  sign,
  demo: {
    transfer: '1234567',
    transferToken: '1500001',
    registration: { params: intents['algorand-stake'].data.params },
    opening: { amount: '2500001', token: '700003', memo: 'invoice 1234567' },
  },
  bench,
  knownTransaction,
  examples: { sender: () => account(0), intents },
  moneyPaths: [
    'address/address.ts',
    'bytes/build.ts',
    'bytes/note.ts',
    'bytes/signed-size.ts',
    'fees/*.ts',
    'modes/completion.ts',
    'modes/close-account.ts',
    'modes/expiration.ts',
    'modes/fee.ts',
    'modes/funds.ts',
    'modes/memo.ts',
    'modes/recipients.ts',
    'modes/signer.ts',
  ],
  records: async () => (await import('./recorded/hand-in.ts')).recorded,
};
