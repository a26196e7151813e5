import type { RpcOutcome } from '@isochain/core/upstream';
import type { RawTransaction } from '../bytes/raw-transaction.ts';
import { outpointKey } from '../coin.ts';
import type { UtxoContext } from '../context.ts';
import type { Backend } from './backend.ts';
import { readCoins, readTotals } from './core-node-coins.ts';
import { answerOf, calls, createAsk } from './core-node-rpc.ts';
import { readTransaction } from './core-node-transaction.ts';
import { requireSame } from './http-requests.ts';
import type { MerkleBlock } from './merkle-block.ts';

/**
 * The JSON-RPC of the operator's own node: Bitcoin Core 0.17 and its descendants. It needs no wallet. It has no history of addresses. With
 * `-txindex` it knows all transactions.
 */
export function createCoreNode(context: UtxoContext): Backend {
  const ask = createAsk(context);
  return {
    kind: 'core',

    coins: (account, operation, needs) => readCoins(context, ask, account, operation, needs),

    totals: (account, operation) => readTotals(context, ask, account, operation),

    async feeRate(asked, operation, target = 3) {
      const [estimate, info] = await ask(operation, [calls.fee(target), calls.mempoolInfo], asked);
      const { feerate } = answerOf(estimate);
      const { mempoolminfee } = answerOf(info);
      if (typeof feerate !== 'bigint' || feerate <= 0n) return { rate: undefined, floor: mempoolminfee };
      return { rate: feerate > mempoolminfee ? feerate : mempoolminfee, floor: mempoolminfee };
    },

    async previousTransactions(txids, operation, progress) {
      const accept = (outcomes: readonly RpcOutcome<RawTransaction>[]) => {
        for (const [i, outcome] of outcomes.entries()) requireSame(txids[i], answerOf(outcome).txid);
      };
      const outcomes = await ask(operation, txids.map(calls.full), { accept });
      const found = outcomes.map(answerOf);
      for (const { txid, bytes } of found) progress?.found(txid, bytes);
      return new Map(found.map(({ txid, bytes }) => [txid, bytes]));
    },

    async amounts(_account, coins, asked, operation) {
      const outcomes = await ask(
        operation,
        coins.map(({ txid, vout }) => calls.amount(txid, vout)),
        asked,
      );
      const amounts = outcomes.map(answerOf);
      return new Map(
        coins.flatMap((coin, i) => {
          const amount = amounts[i]?.value;
          return amount === undefined ? [] : [[outpointKey(coin), amount] as const];
        }),
      );
    },

    transaction: (txid, operation, endpoint) => readTransaction(context, ask, txid, operation, endpoint),

    async inclusion(txid, operation) {
      const accept = ([proof]: readonly [RpcOutcome<MerkleBlock>]) => {
        if (proof.ok) requireSame(txid, proof.value.txid);
      };
      const [proof] = await ask(operation, [calls.inclusion(txid)], { accept });
      return proof.ok ? proof.value : undefined;
    },

    async send(raw, endpoint, operation, maxAttempts) {
      const [outcome] = await ask(operation, [calls.send(raw)], { endpoint, maxAttempts, write: 'idempotent' });
      if (outcome.ok) return { ok: true, txid: outcome.value };
      const { code, message } = outcome.error;
      return { ok: false, code, message };
    },

    async tip(operation) {
      const [count] = await ask(operation, [calls.blockCount]);
      return answerOf(count);
    },

    async head(asked, operation) {
      const [info] = await ask(operation, [calls.head], asked);
      return answerOf(info);
    },

    async blockHash(height, asked, operation) {
      const [hash] = await ask(operation, [calls.blockHash(height)], asked);
      return hash.ok ? hash.value : undefined;
    },
  };
}
