import { expect } from 'vitest';
import { prefixesOf } from '../src/utxo/addresses.ts';
import { createAnswers } from '../src/utxo/esplora/answers.ts';
import { type NodeTransaction, readTransaction, type Transaction } from '../src/utxo/esplora/node-transaction.ts';
import { TransactionSet } from '../src/utxo/esplora/transaction-set.ts';
import type { EsploraTransaction } from './esplora-answers.ts';

function toNode({ txid, version, locktime, size, weight, vin, vout }: EsploraTransaction): NodeTransaction {
  return {
    ...{ txid, version, locktime, size, weight, hex: '' },
    vin: vin.map((input) => ({
      txid: input.txid,
      vout: input.vout,
      scriptSig: { hex: input.scriptsig },
      ...(input.witness === undefined ? {} : { txinwitness: [...input.witness] }),
      sequence: input.sequence,
    })),
    vout: vout.map(({ scriptpubkey, value }, n) => ({ value: value / 1e8, n, scriptPubKey: { hex: scriptpubkey } })),
  };
}

/** What its inputs spend, as transactions. Their other outputs are not known. */
function parentsOf(captured: EsploraTransaction): Transaction[] {
  return captured.vin.map(({ txid, vout, prevout }) => {
    const { outputs } = readTransaction(
      toNode({ ...captured, txid, vin: [], vout: Array.from({ length: vout + 1 }, () => prevout) }),
    );
    return { ...readTransaction(toNode({ ...captured, vin: [], vout: [] })), txid, outputs };
  });
}

/** What a server said of a transaction: a node's words for the same are made of it, and have to lead back to it. */
export function expectAnswer(captured: EsploraTransaction): void {
  const confirmed = new TransactionSet();
  for (const parent of parentsOf(captured)) confirmed.add(parent);
  const transaction = readTransaction(toNode(captured));
  confirmed.add(transaction);
  const { block_height, block_hash, block_time } = captured.status;
  const block = { height: block_height, hash: block_hash, time: block_time };
  const index = {
    confirmed,
    mempool: new TransactionSet(confirmed),
    blockOf: (id: string) => (id === captured.txid ? block : undefined),
  };

  const answer = createAnswers(index, prefixesOf('bitcoin')).transaction(transaction);
  expect(answer).toEqual(captured);
  expect(Object.keys(answer)).toEqual(Object.keys(captured));
}
