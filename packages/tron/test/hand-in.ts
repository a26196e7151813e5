import type { HandIn } from '@isochain/conformance/hand-ins/hand-in.ts';
import { account } from './hand-in/accounts.ts';
import { bench } from './hand-in/bench.ts';
import { intents } from './hand-in/intents.ts';
import { knownTransaction } from './hand-in/known-transaction.ts';
import { sign } from './hand-in/sign.ts';

export const handIn: HandIn = {
  family: 'tron',
  exportName: 'tron',
  sign,
  demo: { transfer: '1000001', transferToken: '1500001', votes: '100000000' },
  bench,
  knownTransaction,
  examples: { sender: () => account(0), intents },
  // `programs` of EVM chains sign a hash in the same way.
  moneyPaths: [
    'bytes/contract-message.ts',
    'bytes/raw-data.ts',
    'bytes/token-call.ts',
    'bytes/transfer-log.ts',
    'bytes/abi-values.ts',
    'fees/*.ts',
    'modes/completion.ts',
    'modes/funds.ts',
    'modes/price-disputes.ts',
    'modes/maximum.ts',
    'modes/signer.ts',
    'modes/simulation.ts',
    'modes/staking.ts',
    'modes/transfer-contract.ts',
    'staking/*.ts',
  ],
  records: async () => (await import('./recorded/hand-in.ts')).recorded,
};
