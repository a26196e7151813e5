import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { prefixesOf } from '../addresses.ts';
import { createAnswers } from './answers.ts';
import { type NodeTransaction, readTransaction, type Transaction } from './node-transaction.ts';
import { TransactionSet } from './transaction-set.ts';

// What a real server said of real transactions. A node's words for the same are made of it, and have to lead back to it.

interface Captured {
  txid: string;
  version: number;
  locktime: number;
  size: number;
  weight: number;
  vin: {
    txid: string;
    vout: number;
    scriptsig: string;
    witness?: string[];
    sequence: number;
    prevout: { scriptpubkey: string; value: number };
  }[];
  vout: { scriptpubkey: string; value: number }[];
  status: { block_height: number; block_hash: string; block_time: number };
}

const path = new URL('../../../fixtures/esplora.json', import.meta.url);
const { transactions } = JSON.parse(readFileSync(path, 'utf8')) as { transactions: Captured[] };

function toNode({ txid, version, locktime, size, weight, vin, vout }: Captured): NodeTransaction {
  return {
    ...{ txid, version, locktime, size, weight, hex: '' },
    vin: vin.map((input) => ({
      txid: input.txid,
      vout: input.vout,
      scriptSig: { hex: input.scriptsig },
      ...(input.witness === undefined ? {} : { txinwitness: input.witness }),
      sequence: input.sequence,
    })),
    vout: vout.map(({ scriptpubkey, value }, n) => ({ value: value / 1e8, n, scriptPubKey: { hex: scriptpubkey } })),
  };
}

/** Transactions of which only the outputs that others spend are known. */
function parentsOf(captured: Captured): Transaction[] {
  return captured.vin.map(({ txid, vout, prevout }) => {
    const { outputs } = readTransaction(
      toNode({ ...captured, txid, vin: [], vout: Array.from({ length: vout + 1 }, () => prevout) }),
    );
    return { ...readTransaction(toNode({ ...captured, vin: [], vout: [] })), txid, outputs };
  });
}

it.each(transactions.map((captured) => [captured.txid, captured] as const))(
  'writes %s as a server does',
  (txid, captured) => {
    const confirmed = new TransactionSet();
    for (const parent of parentsOf(captured)) confirmed.add(parent);
    const transaction = readTransaction(toNode(captured));
    confirmed.add(transaction);
    const { block_height, block_hash, block_time } = captured.status;
    const block = { height: block_height, hash: block_hash, time: block_time };
    const index = {
      confirmed,
      mempool: new TransactionSet(confirmed),
      blockOf: (id: string) => (id === txid ? block : undefined),
    };

    const answer = createAnswers(index, prefixesOf('bitcoin')).transaction(transaction);
    expect(answer).toEqual(captured);
    expect(Object.keys(answer)).toEqual(Object.keys(captured));
  },
);
