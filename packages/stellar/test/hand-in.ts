import type { HandIn } from '@isochain/conformance/hand-ins/hand-in.ts';
import { account } from './hand-in/accounts.ts';
import { bench } from './hand-in/bench.ts';
import { intents } from './hand-in/intents.ts';
import { knownTransaction } from './hand-in/known-transaction.ts';
import { sign } from './hand-in/sign.ts';

export const handIn: HandIn = {
  family: 'stellar',
  exportName: 'stellar',
  sign,
  demo: {
    transfer: '123456789',
    transferToken: '1500001',
    leavesFees: true,
    opening: { amount: '25000001', token: '700003', memo: 'id:1234567' },
  },
  bench,
  knownTransaction,
  examples: { sender: () => account(0), intents },
  moneyPaths: [
    'address/address.ts',
    'bytes/build.ts',
    'bytes/memo.ts',
    'bytes/stroops.ts',
    'fees/*.ts',
    'modes/completion.ts',
    'modes/close-account.ts',
    'modes/expiration.ts',
    'modes/fee.ts',
    'modes/funds.ts',
    'modes/memo.ts',
    'modes/reserve.ts',
    'modes/signers.ts',
  ],
  weight: {
    maxKilobytes: 125,
    reason:
      'the official SDK makes and reads the bytes, and the types of XDR that histories need weigh some 90 KB; types of our own would save half of that, and are not worth a wrong byte',
  },
  records: async () => (await import('./recorded/hand-in.ts')).recorded,
};
