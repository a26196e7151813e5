import { atMost } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { Account } from '../address/account.ts';
import { addressDeriver } from '../address/derive.ts';
import { type Coin, outpointKey } from '../coin.ts';
import type { UtxoContext } from '../context.ts';
import type { AskedEndpoint } from './backend.ts';
import type { EsploraApi } from './esplora-api.ts';
import { listAcceptor, noCoins } from './esplora-coins.ts';
import { unable } from './esplora-scan.ts';
import { parallelRequests } from './http-requests.ts';

/** How many addresses are asked for at most, one by one. */
const maxAddresses = 60;

/**
 * The coins that one endpoint lists for the addresses of some coins.
 *
 * @throws UpstreamError with an attempt that is `unable` if there are too many addresses, or too many coins at one address.
 */
export async function listedAmounts(
  api: EsploraApi,
  context: UtxoContext,
  account: Account,
  coins: readonly Coin[],
  asked: AskedEndpoint,
  operation: Operation,
): Promise<ReadonlyMap<string, bigint>> {
  const options = { ...api.options, ...asked, accept: listAcceptor({}) };
  const lists = await atMost(parallelRequests, addressesOf(context, account, coins), async (address) => {
    const [list] = await operation.httpAll([api.coins(address)], options);
    // `accept` let only good answers through.
    return (list.ok ? list.value : noCoins).coins;
  });
  return new Map(lists.flat().map((coin) => [outpointKey(coin), coin.value]));
}

function addressesOf(context: UtxoContext, account: Account, coins: readonly Coin[]): readonly string[] {
  if (account.kind === 'address') return [account.address];
  const places = new Map(coins.map(({ position }) => [`${position?.branch}/${position?.index}`, position]));
  if (places.size > maxAddresses) throw unable(context, `more than ${maxAddresses} addresses to look up one by one`);
  const derive = addressDeriver(context.network, account);
  return [...places.values()].flatMap((place) => (place ? [derive(place.branch, place.index).address] : []));
}
