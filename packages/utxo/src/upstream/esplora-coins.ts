import { atMost, toHex } from '@isochain/core';
import { type HttpAnswer, type Operation, RejectedAnswer } from '@isochain/core/upstream';
import type { AddressAccount } from '../address/account.ts';
import type { Policy } from '../chains.ts';
import type { Coin, CoinList } from '../coin.ts';
import type { UtxoContext } from '../context.ts';
import { firstSpendable } from '../selection/spendable.ts';
import { type ChainTransaction, type CoinNeeds, sharedMs } from './backend.ts';
import type { ListedCoins } from './common-schemas.ts';
import type { EsploraApi } from './esplora-api.ts';
import { bytesShown } from './esplora-bytes.ts';
import type { ListedCoin } from './esplora-schemas.ts';
import { isHogEx } from './hogex.ts';
import { parallelRequests, requireSame } from './http-requests.ts';
import { acceptProven } from './proven.ts';
import { isWaitingTruc } from './truc.ts';

type ListAnswers = readonly [HttpAnswer<ListedCoins<ListedCoin>, string>, ...unknown[]];

export const noCoins: ListedCoins<ListedCoin> = { coins: [], hasOdd: false };

function acceptList([coins]: ListAnswers): void {
  if (!coins.ok) throw new RejectedAnswer('the address has more coins than it lists', 'unable');
}

/** Checks the list of coins, the first of some answers. If nothing is proven, all reads share one function, so that they are coalesced. */
export function listAcceptor({ proven }: CoinNeeds): (answers: ListAnswers) => void {
  if (proven === undefined) return acceptList;
  return (answers) => {
    acceptList(answers);
    if (answers[0].ok) acceptProven(answers[0].value.coins, proven);
  };
}

/**
 * The coins of an address, in one round of requests. A second round follows if the newest page of its history does not show where all young coins
 * come from.
 *
 * The height of the best block is shared for a second. It only grows, so coins are not younger than we think. If blocks are reorganised away, nodes
 * refuse what spends too early. Before a coin is called too young the height is read anew.
 */
export async function coinsOfAddress(
  api: EsploraApi,
  context: UtxoContext,
  { address, script }: AddressAccount,
  operation: Operation,
  needs: CoinNeeds = {},
): Promise<CoinList> {
  const { policy, now } = context;
  const { best, options } = api;
  const isKnown = now() - best.at < sharedMs;
  const requests = [api.coins(address), api.transactions(address), ...(isKnown ? [] : [api.tip])] as const;
  const accept = listAcceptor(needs);
  const [coins, page, height] = await operation.httpAll(requests, { ...options, accept });
  if (height) Object.assign(best, { height: height.value, at: now() });
  let tip = best.height;
  // `accept` let only good answers through.
  const { coins: listed, hasOdd } = coins.ok ? coins.value : noCoins;
  const own = toHex(script);
  const origins = await originsOf(api, policy, listed, { known: page.value.transactions, tip }, operation);
  const described = listed.map((coin) => describeCoin(policy, coin, origins.get(coin.txid), (other) => other === own));
  const isImmature = (coin: Coin) => firstSpendable(context, coin) > tip + 1;
  if (isKnown && described.some(isImmature)) tip = (await operation.http(api.tip, options)).value;
  return {
    coins: described,
    hasOdd,
    tip,
    isUsed: page.value.transactions.length > 0 || listed.length > 0,
    shown: shownIn(origins),
  };
}

/** How many transactions are looked up one by one at most. */
const maxLookups = 60;

/**
 * The previous transactions of young coins. Only they tell whether a coin is a miner's, left MWEB, or is change of the account. If there are too
 * many, the largest coins are looked up, as miners' rewards are among them.
 */
export async function originsOf(
  api: EsploraApi,
  policy: Policy,
  coins: readonly ListedCoin[],
  { known, tip }: { readonly known: readonly ChainTransaction[]; readonly tip: number },
  operation: Operation,
): Promise<ReadonlyMap<string, ChainTransaction>> {
  const origins = new Map(
    known.flatMap((transaction) => (transaction.isUnread === true ? [] : [[transaction.txid, transaction] as const])),
  );
  const maturity = Math.max(policy.coinbaseMaturity, policy.pegOutMaturity ?? 0);
  const isYoung = ({ height }: ListedCoin) => height === undefined || tip - height + 1 < maturity;
  const open = coins
    .filter((coin) => isYoung(coin) && !origins.has(coin.txid))
    .toSorted((a, b) => (a.value > b.value ? -1 : a.value < b.value ? 1 : 0))
    .map(({ txid }) => txid);
  await atMost(parallelRequests, [...new Set(open)].slice(0, maxLookups), async (txid) => {
    const accept = (answer: HttpAnswer<ChainTransaction, string>) => {
      if (!answer.ok) throw new RejectedAnswer('it does not know a transaction that a coin comes from', 'unavailable');
      requireSame(txid, answer.value.txid);
    };
    const answer = await operation.http(api.transaction(txid), { ...api.options, accept });
    if (answer.ok) origins.set(txid, answer.value);
  });
  return origins;
}

/** Bytes of the transactions that were read. */
export function shownIn(transactions: ReadonlyMap<string, ChainTransaction>): CoinList['shown'] {
  return (txid) => {
    const found = transactions.get(txid);
    return found && bytesShown(found);
  };
}

/** @param isOwn - Takes a scriptPubKey in hex. */
export function describeCoin(
  policy: Policy,
  coin: ListedCoin,
  origin: ChainTransaction | undefined,
  isOwn: (script: string) => boolean,
): Coin {
  if (origin === undefined) return { ...coin, isCoinbase: undefined };
  return {
    ...coin,
    isCoinbase: origin.isCoinbase,
    isPegOut: policy.pegOutMaturity !== undefined && isHogEx(origin),
    // Without inputs to look at, it may be anybody's.
    isOwnChange:
      coin.height === undefined &&
      origin.inputs.length > 0 &&
      origin.inputs.every(({ script }) => script !== undefined && isOwn(script)),
    isTruc: isWaitingTruc(origin),
  };
}
