import type { HandIn } from '@isochain/conformance/hand-ins/hand-in.ts';
import { account } from './hand-in/accounts.ts';
import { bench } from './hand-in/bench.ts';
import { intents } from './hand-in/intents.ts';
import { knownTransaction } from './hand-in/known-transaction.ts';
import { sign } from './hand-in/sign.ts';

export const handIn: HandIn = {
  family: 'aptos',
  exportName: 'aptos',
  sign,
  demo: { transfer: '123456789', transferToken: '1500001', leavesFees: true, lockup: '2000000001' },
  bench,
  knownTransaction,
  examples: { sender: () => account(0), intents },
  moneyPaths: [
    'address/derived.ts',
    'bytes/calls.ts',
    'bytes/layout.ts',
    'bytes/raw-transaction.ts',
    'bytes/signed-transaction.ts',
    'bytes/signing-message.ts',
    'fees/*.ts',
    'modes/completion.ts',
    'modes/expiration.ts',
    'modes/funds.ts',
    'modes/price.ts',
    'modes/signer.ts',
    'staking/*.ts',
  ],
  records: async () => (await import('./recorded/hand-in.ts')).recorded,
};
