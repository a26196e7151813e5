import type { HttpAnswer, Operation } from '@isochain/core/upstream';
import type { AddressAccount } from '../address/account.ts';
import { outpointKey } from '../coin.ts';
import type { UtxoContext } from '../context.ts';
import type { Backend, ChainTransaction, Totals } from './backend.ts';
import { type BlockbookApi, blockbookApi } from './blockbook-api.ts';
import { readCoins, readTip } from './blockbook-coins.ts';
import { readHistory } from './blockbook-history.ts';
import { type ListedTransaction, transactionsOf } from './blockbook-schemas.ts';
import { readPrevious, requireSame, sendTo } from './http-requests.ts';
import { redeemScriptIn } from './redeem-script.ts';

/** The REST interface of Blockbook, version 2: it knows extended keys as well as addresses. */
export function createBlockbook(context: UtxoContext): Backend {
  const api = blockbookApi(context);
  const { options } = api;
  return {
    kind: 'blockbook',
    coins: (account, operation, needs) => readCoins(context, api, account, operation, needs),
    async totals(account, operation): Promise<Totals> {
      // With fewer details it leaves out the mempool.
      const query = { details: 'tokenBalances' };
      const { value } = await operation.http(api.account(account, query), options);
      return { confirmed: value.balance, pending: value.unconfirmedBalance ?? 0n };
    },
    async feeRate(asked, operation, target = 3) {
      const answer = await operation.http(api.fee(target), { ...options, ...asked });
      return { rate: answer.ok ? answer.value : undefined };
    },
    previousTransactions: (txids, operation, progress) => readPrevious(txids, api.full, options, operation, progress),
    async amounts(account, _coins, asked, operation) {
      const { value } = await operation.http(api.coins(account), { ...options, ...asked });
      return new Map(value.coins.map((coin) => [outpointKey(coin), coin.value]));
    },
    async isUsed(account, asked, operation) {
      const { value } = await operation.http(api.account(account, { details: 'basic' }), { ...options, ...asked });
      return value.txs + (value.unconfirmedTxs ?? 0) > 0;
    },
    redeemScript: (account, operation) => readRedeemScript(api, account, operation),
    transaction: (txid, operation, endpoint) => readTransaction(api, txid, operation, endpoint),
    history: (account, page, operation) => readHistory(api, account, page, operation),
    send: (raw, endpoint, operation, maxAttempts) =>
      sendTo({ endpoint, maxAttempts }, api.send(raw), options, operation),
    /** Knows transactions in blocks only. */
    async spender({ txid, vout }, operation) {
      return (await operation.http(api.spends(txid), options)).value[vout];
    },
    tip: (operation) => readTip(api, operation),
    async head(asked, operation) {
      return (await operation.http(api.head, { ...options, ...asked })).value;
    },
    async blockHash(height, asked, operation) {
      return (await operation.http(api.blockHash(height), { ...options, ...asked })).value;
    },
  };
}

async function readTransaction(
  api: BlockbookApi,
  txid: string,
  operation: Operation,
  endpoint: string | undefined,
): Promise<{ transaction: ChainTransaction; tip: number } | undefined> {
  const accept = (answer: HttpAnswer<ListedTransaction, unknown>) => {
    if (answer.ok) requireSame(txid, answer.value.transaction.txid);
  };
  const answer = await operation.http(api.transaction(txid), { ...api.options, endpoint, accept });
  if (!answer.ok) return undefined;
  const { transaction, tip } = answer.value;
  return { transaction, tip: tip ?? (await readTip(api, operation)) };
}

async function readRedeemScript(api: BlockbookApi, account: AddressAccount, operation: Operation) {
  const query = { details: 'txs', filter: 'inputs', pageSize: 1 };
  const { value } = await operation.http(api.account(account, query), api.options);
  return redeemScriptIn(transactionsOf(value), account);
}
