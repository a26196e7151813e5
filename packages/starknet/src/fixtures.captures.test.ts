import { describeCaptures } from '@isochain/conformance';
import { expect, it } from 'vitest';
import { writtenTransactions } from '../test/fixtures.ts';

// The fixtures hold only what we read, under names of ours. These tests compare them with the recordings.

const path = (name: string) => `starknet/${name}.json`;

const single = ['feeder-sepolia-tx-invoke-v3-strk-transfer', 'feeder-sepolia-tx-deploy-account-v3-oz'];
const names = [...single, 'mined-transactions', 'vectors-transaction-hash-v3-mainnet', 'devnet-0102-transactions'];

interface RecordedBound {
  readonly max_amount: string;
  readonly max_price_per_unit: string;
}

/** A transaction, as nodes and gateways write it. */
interface Recorded {
  readonly sender_address?: string;
  readonly nonce: string;
  readonly tip: string;
  readonly resource_bounds: Readonly<Record<string, RecordedBound>>;
  readonly calldata?: readonly string[];
  readonly class_hash?: string;
  readonly signature: readonly string[];
}

describeCaptures('transactions that chains carried out', names.map(path), (read) => {
  it('equal the facts', () => {
    const recorded = new Map<string, Recorded>();
    for (const name of single) {
      const { transaction } = JSON.parse(read(path(name)));
      recorded.set(transaction.transaction_hash, transaction);
    }
    for (const { transaction } of JSON.parse(read(path('mined-transactions'))))
      recorded.set(transaction.transaction_hash, transaction);
    for (const { transaction, transaction_hash } of JSON.parse(read(path('vectors-transaction-hash-v3-mainnet'))))
      recorded.set(transaction_hash, (transaction.Invoke ?? transaction.DeployAccount).V3);
    interface Asked {
      readonly request: { readonly params: Readonly<Record<string, Recorded>> };
      readonly response: { readonly result?: { readonly transaction_hash?: string } };
    }
    const devnet: Readonly<Record<string, Asked>> = JSON.parse(read(path('devnet-0102-transactions')));
    for (const { request, response } of Object.values(devnet)) {
      const { invoke_transaction, deploy_account_transaction } = request.params;
      const transaction = invoke_transaction ?? deploy_account_transaction;
      const hash = response.result?.transaction_hash;
      if (transaction !== undefined && hash !== undefined) recorded.set(hash, transaction);
    }
    for (const facts of writtenTransactions) {
      const each = recorded.get(facts.hash);
      const bound = (name: string) => {
        const { [name]: lower, [name.toUpperCase()]: upper } = each?.resource_bounds ?? {};
        const found = lower ?? upper;
        return found && [found.max_amount, found.max_price_per_unit];
      };
      expect(each).toMatchObject({ nonce: facts.nonce, tip: facts.tip, signature: facts.signature });
      expect(each?.calldata ?? each?.class_hash).toEqual(facts.calldata ?? facts.deploys?.classHash);
      expect([bound('l1_gas'), bound('l2_gas')]).toEqual([facts.l1Gas, facts.l2Gas]);
      if (facts.l1DataGas !== undefined) expect(bound('l1_data_gas')).toEqual(facts.l1DataGas);
      if (each?.sender_address !== undefined) expect(each.sender_address).toBe(facts.sender);
    }
  });
});
