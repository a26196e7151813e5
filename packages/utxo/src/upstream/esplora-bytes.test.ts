import { describe, expect, it } from 'vitest';
import { esploraTransactions } from '../../test/recorded-transactions.ts';
import { stripTransaction } from '../bytes/raw-transaction.ts';
import type { ChainTransaction } from './backend.ts';
import { bytesShown } from './esplora-bytes.ts';

// Recorded answers of Esplora: the assembled bytes must hash to the ids on the chain.

const files = [
  'esplora-address-txs-taproot',
  'esplora-address-txs-first-page',
  'esplora-address-txs-chain-middle-page',
  'esplora-address-txs-chain-last-page',
];
const recorded = files.flatMap(esploraTransactions);

/** The same, with changed members in the upstream's answer. */
const shown = (transaction: ChainTransaction, change: object): ChainTransaction => ({
  ...transaction,
  raw: { ...(transaction.raw as object), ...change },
});

describe('the bytes of a transaction that Esplora shows', () => {
  it('hash to its id', () => {
    expect(recorded.length).toBeGreaterThan(50);
    const found = recorded.map((transaction) => stripTransaction(bytesShown(transaction) ?? new Uint8Array())?.txid);
    expect(found).toEqual(recorded.map(({ txid }) => txid));
  });

  const [one] = recorded as [ChainTransaction];
  const { vin, vout } = one.raw as { readonly vin: readonly object[]; readonly vout: readonly object[] };

  it.each<[string, object]>([
    ['another amount', { vout: vout.map((output) => ({ ...output, value: 1 })) }],
    ['another script', { vout: vout.map((output) => ({ ...output, scriptpubkey: '51' })) }],
    ['an output more', { vout: [...vout, ...vout] }],
    ['another sequence', { vin: vin.map((input) => ({ ...input, sequence: 7 })) }],
    ['another version', { version: 77 }],
    ['no version', { version: undefined }],
    ['a lock time that cannot be', { locktime: 2 ** 40 }],
    ['an amount that cannot be', { vout: vout.map((output) => ({ ...output, value: -1 })) }],
    ['nothing of it', { vin: null, vout: null }],
  ])('are none with %s', (_, change) => {
    expect(bytesShown(shown(one, change))).toBeUndefined();
  });
});
