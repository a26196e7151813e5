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
    'choose-coins.ts',
    'failures.ts',
    'funding*.ts',
    'payment-params.ts',
    'previous-transactions.ts',
    'replacement.ts',
    'selection/*.ts',
    'spend*.ts',
    'transaction/digests.ts',
    'transaction/encode-plan.ts',
    'transaction/mweb.ts',
    'transaction/verify-signatures.ts',
    'transaction/write-psbt.ts',
    'babylon/inclusion-depth.ts',
    'babylon/inclusion-proof.ts',
    'babylon/majority.ts',
    'babylon/sent-stake.ts',
    'babylon/stake-params.ts',
    'babylon/transactions.ts',
    'upstreams/agreed-amounts.ts',
    'upstreams/agreed-use.ts',
    'upstreams/block-age.ts',
    'upstreams/fee-rate.ts',
    'upstreams/merkle-block.ts',
    'upstreams/guard.ts',
    'upstreams/proven.ts',
    'upstreams/tips.ts',
  ],
  records: async () => (await import('./recorded/hand-in.ts')).recorded,
};
