import type { HttpAnswer } from '@isochain/core/upstream';
import type { UtxoContext } from '../context.ts';
import type { Backend, ChainTransaction } from './backend.ts';
import { listedAmounts } from './esplora-amounts.ts';
import { esploraApi } from './esplora-api.ts';
import { coinsOfAddress } from './esplora-coins.ts';
import { coinsOfExtended } from './esplora-extended.ts';
import { esploraFeeRate } from './esplora-fees.ts';
import { historyOfAddress } from './esplora-history.ts';
import { esploraInclusion } from './esplora-inclusion.ts';
import { historyOfExtended } from './esplora-merged-history.ts';
import { findRedeemScript } from './esplora-redeem-script.ts';
import { scanAddresses } from './esplora-scan.ts';
import { readPrevious, requireSame, sendTo } from './http-requests.ts';

/** Esplora: the index that Blockstream and mempool.space serve. It knows addresses and nothing of extended keys. */
export function createEsplora(context: UtxoContext): Backend {
  const api = esploraApi(context);
  const { options } = api;
  return {
    kind: 'esplora',

    coins: (account, operation, needs) =>
      account.kind === 'address'
        ? coinsOfAddress(api, context, account, operation, needs)
        : coinsOfExtended(api, context, account, operation, needs),

    async totals(account, operation) {
      const stats =
        account.kind === 'address'
          ? [(await operation.http(api.stats(account.address), options)).value]
          : (await scanAddresses(api, context, account, operation)).used.map((address) => address.stats);
      const sumOf = (name: 'confirmed' | 'pending' | 'spending') => stats.reduce((sum, each) => sum + each[name], 0n);
      return { confirmed: sumOf('confirmed'), pending: sumOf('pending'), spending: sumOf('spending') };
    },

    feeRate: esploraFeeRate(api),

    previousTransactions: (txids, operation, progress) => readPrevious(txids, api.raw, options, operation, progress),

    amounts: (account, coins, asked, operation) => listedAmounts(api, context, account, coins, asked, operation),

    async isUsed({ address }, asked, operation) {
      return (await operation.http(api.stats(address), { ...options, ...asked })).value.count > 0;
    },

    redeemScript: (account, operation) => findRedeemScript(api, account, operation),

    async transaction(txid, operation, endpoint) {
      const accept = ([answer]: readonly HttpAnswer<unknown, unknown>[]) => {
        if (answer?.ok) requireSame(txid, (answer.value as ChainTransaction).txid);
      };
      const requests = [api.transaction(txid), api.tip] as const;
      const [found, tip] = await operation.httpAll(requests, { ...options, endpoint, accept });
      return found.ok ? { transaction: found.value, tip: tip.value } : undefined;
    },

    history: (account, page, operation) =>
      account.kind === 'address'
        ? historyOfAddress(api, account.address, page, operation)
        : historyOfExtended(api, context, account, page, operation),

    inclusion: (txid, operation) => esploraInclusion(api, txid, operation),

    send: (raw, endpoint, operation, maxAttempts) =>
      sendTo({ endpoint, maxAttempts }, api.send(raw), options, operation),

    async spender({ txid, vout }, operation) {
      return (await operation.http(api.spend(txid, vout), options)).value;
    },

    async tip(operation) {
      return (await operation.http(api.tip, options)).value;
    },

    async head(asked, operation) {
      return (await operation.http(api.blocks, { ...options, ...asked })).value;
    },

    async blockHash(height, asked, operation) {
      const answer = await operation.http(api.blockHash(height), { ...options, ...asked });
      return answer.ok ? answer.value : undefined;
    },
  };
}
