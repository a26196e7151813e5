import { atMost, toHex, UpstreamError } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { ExtendedAccount } from '../address/account.ts';
import { type CoinList, outpointKey } from '../coin.ts';
import type { UtxoContext } from '../context.ts';
import type { CoinNeeds } from './backend.ts';
import type { EsploraApi } from './esplora-api.ts';
import { describeCoin, listAcceptor, noCoins, originsOf, shownIn } from './esplora-coins.ts';
import { scanAddresses } from './esplora-scan.ts';
import { parallelRequests } from './http-requests.ts';

/** The coins of all addresses of an extended key. After the scan there is one request for each address that holds something. */
export async function coinsOfExtended(
  api: EsploraApi,
  context: UtxoContext,
  account: ExtendedAccount,
  operation: Operation,
  needs: CoinNeeds = {},
): Promise<CoinList> {
  const options = { ...api.options, accept: listAcceptor(needs) };
  const { addresses, used, unused } = await scanAddresses(api, context, account, operation);
  const holding = used.filter(({ stats }) => stats.confirmed + stats.pending > 0n);
  const [{ value: tip }, lists] = await Promise.all([
    operation.http(api.tip, api.options),
    atMost(parallelRequests - 1, holding, async ({ address, branch, index }) => {
      const [coins] = await operation.httpAll([api.coins(address)], options);
      const { coins: found, hasOdd } = coins.ok ? coins.value : noCoins;
      return { hasOdd, coins: found.map((coin) => ({ ...coin, position: { branch, index } })) };
    }),
  ]);
  const listed = lists.flatMap(({ coins }) => coins);
  // The list of each address was checked when it was read. A coin that two addresses have is an invented one.
  if (new Set(listed.map(outpointKey)).size < listed.length) {
    const attempt = { endpoint: 'esplora', outcome: 'malformed', detail: 'a coin of two addresses', ms: 0 } as const;
    throw new UpstreamError(context.chainId, [attempt]);
  }
  const own = new Set(addresses.map(({ script }) => toHex(script)));
  const origins = await originsOf(api, context.policy, listed, { known: [], tip }, operation);
  return {
    coins: listed.map((coin) => ({
      ...describeCoin(context.policy, coin, origins.get(coin.txid), (script) => own.has(script)),
      position: coin.position,
    })),
    hasOdd: lists.some(({ hasOdd }) => hasOdd),
    tip,
    unused,
    isUsed: used.length > 0,
    shown: shownIn(origins),
  };
}
