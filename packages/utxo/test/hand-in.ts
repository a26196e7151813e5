import type { HandIn } from '@isochain/conformance/hand-ins/hand-in.ts';
import { account } from './hand-in/accounts.ts';
import { bench } from './hand-in/bench.ts';
import { intents } from './hand-in/intents.ts';
import { knownTransaction } from './hand-in/known-transaction.ts';
import { sign } from './hand-in/sign.ts';

export const handIn: HandIn = {
  family: 'bitcoin',
  exportName: 'utxo',
  sign,
  demo: { transfer: '1234567891' },
  bench,
  knownTransaction,
  examples: { sender: () => account(0), intents },
  moneyPaths: [
    'bytes/digests.ts',
    'bytes/mweb.ts',
    'bytes/spend.ts',
    'bytes/stake-params.ts',
    'bytes/verify-signatures.ts',
    'bytes/write-psbt.ts',
    'modes/funding/*.ts',
    'selection/*.ts',
    'upstream/agreed-amounts.ts',
    'upstream/agreed-use.ts',
    'upstream/babylon/majority.ts',
    'upstream/block-age.ts',
    'upstream/guard.ts',
    'upstream/merkle-block.ts',
    'upstream/proven.ts',
    'upstream/tips.ts',
  ],
  records: async () => (await import('./recorded/hand-in.ts')).recorded,
};
