import type { HttpSuccess, Operation } from '@isochain/core/upstream';
import type { Account } from '../address/account.ts';
import type { Coin, CoinList } from '../coin.ts';
import type { UtxoContext } from '../context.ts';
import type { ChainTransaction, CoinNeeds } from './backend.ts';
import { type BlockbookApi, beyondBlocks } from './blockbook-api.ts';
import { type ListedCoin, transactionsOf } from './blockbook-schemas.ts';
import { firstUnused } from './blockbook-unused.ts';
import type { ListedCoins } from './common-schemas.ts';
import { isHogEx } from './hogex.ts';
import { acceptPositions } from './positions.ts';
import { acceptProven } from './proven.ts';
import { isWaitingTruc } from './truc.ts';

/** Coins of miners are marked only below this depth: trezor/blockbook, bchain/coins/btc/bitcoinrpc.go. */
const markedConfirmations = 100;

/** How many transactions are read to learn where young coins come from. */
const lookedAt = 200;

/**
 * The coins of an account, in one request. A second round follows only if it matters where coins come from: for coins in the mempool (are they
 * change?), for young coins on Litecoin (did they leave MWEB?), and on Dogecoin for coins that may be a miner's and are too deep to be marked. A coin
 * that it does not explain counts as one that may not be spent yet.
 */
export async function readCoins(
  context: UtxoContext,
  api: BlockbookApi,
  account: Account,
  operation: Operation,
  needs: CoinNeeds = {},
): Promise<CoinList> {
  const wantsUnused = account.kind === 'extended' && needs.unused === true;
  const asked = api.coins(account);
  const [{ value: list }, early] = await operation.httpAll(
    wantsUnused ? [asked, api.account(account, inMempool(account))] : [asked],
    { ...api.options, accept: acceptor(context, account, operation, needs) },
  );
  const { coins, hasOdd } = list;

  const ask = async (query: Parameters<BlockbookApi['account']>[1]) =>
    (await operation.http(api.account(account, query), api.options)).value;
  const young = coins.filter((coin) => isYoung(context, coin)).map(({ height = 0 }) => height);
  const [mempool, blocks, tip] = await Promise.all([
    early?.value ?? (coins.some(({ height }) => height === undefined) ? ask(inMempool(account)) : undefined),
    young.length === 0 ? undefined : ask({ ...recent, from: Math.min(...young), to: Math.max(...young) }),
    tipOf(coins) ?? readTip(api, operation),
  ]);
  const origins = new Map(
    [...transactionsOf(mempool), ...transactionsOf(blocks)].flatMap((origin) =>
      origin.isUnread === true ? [] : [[origin.txid, origin] as const],
    ),
  );
  return {
    coins: coins.map((coin) => describe(context, coin, origins.get(coin.txid))),
    hasOdd,
    tip,
    unused: wantsUnused && mempool ? firstUnused(context, account, coins, mempool) : undefined,
    isUsed: coins.length > 0 || (mempool && mempool.txs + (mempool.unconfirmedTxs ?? 0) > 0),
  };
}

/** Height of the best block. */
export async function readTip(api: BlockbookApi, operation: Operation): Promise<number> {
  return (await operation.http(api.status, api.options)).value;
}

const recent = { details: 'txs', pageSize: lookedAt };

/**
 * The request that shows the mempool. Its transactions stand before those in blocks, on the first page, and newer servers cut that page off at its
 * size. With an extended key, a height would leave the mempool out.
 */
function inMempool({ kind }: Account) {
  return kind === 'address'
    ? { ...recent, from: beyondBlocks }
    : ({ details: 'txs', pageSize: 25, tokens: 'used' } as const);
}

function isYoung({ policy }: UtxoContext, { height, confirmations, isCoinbase }: ListedCoin): boolean {
  if (height === undefined) return false;
  const mayBePegOut = policy.pegOutMaturity !== undefined && confirmations < policy.pegOutMaturity;
  const mayBeMined = confirmations >= markedConfirmations && confirmations < policy.coinbaseMaturity;
  return mayBePegOut || (mayBeMined && !isCoinbase);
}

/** The height of the best block follows from any coin in a block. */
function tipOf(coins: readonly ListedCoin[]): number | undefined {
  const tips = coins.map(({ height, confirmations }) => (height === undefined ? 0 : height + confirmations - 1));
  const highest = tips.reduce((most, tip) => Math.max(most, tip), 0);
  return highest === 0 ? undefined : highest;
}

/** @param origin - The transaction that pays the coin, if it was looked up. */
function describe(context: UtxoContext, coin: ListedCoin, origin: ChainTransaction | undefined): Coin {
  const { txid, vout, value, height, confirmations, isCoinbase, position } = coin;
  const outpoint = { txid, vout, value, height, position };
  if (height === undefined) {
    const isOwnChange =
      origin !== undefined && origin.inputs.length > 0 && origin.inputs.every(({ isOwn }) => isOwn === true);
    return { ...outpoint, isCoinbase: false, isOwnChange, isTruc: origin !== undefined && isWaitingTruc(origin) };
  }
  if (!isYoung(context, coin)) {
    return { ...outpoint, isCoinbase: isCoinbase || (confirmations < markedConfirmations ? false : undefined) };
  }
  return {
    ...outpoint,
    isCoinbase: isCoinbase || (confirmations >= markedConfirmations && origin?.isCoinbase !== false),
    isPegOut: context.policy.pegOutMaturity !== undefined && (origin === undefined || isHogEx(origin)),
  };
}

type Coins = ListedCoins<ListedCoin>;

/** Undefined if there is nothing to look at: reads with different functions are not coalesced. */
function acceptor(context: UtxoContext, account: Account, operation: Operation, { proven }: CoinNeeds) {
  if (account.kind === 'address' && proven === undefined) return undefined;
  return async ([
    {
      value: { coins },
    },
  ]: readonly [HttpSuccess<Coins>, ...unknown[]]) => {
    acceptProven(coins, proven);
    if (account.kind === 'extended') await acceptPositions(operation, context.network, account, coins);
  };
}
