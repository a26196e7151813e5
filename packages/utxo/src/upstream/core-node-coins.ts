import { toHex } from '@isochain/core';
import type { Operation, RpcOutcome } from '@isochain/core/upstream';
import type { Account } from '../address/account.ts';
import { gapLimit } from '../address/gap-limit.ts';
import type { RawTransaction } from '../bytes/raw-transaction.ts';
import { type Coin, type CoinList, sumOf } from '../coin.ts';
import type { UtxoContext } from '../context.ts';
import type { CoinNeeds, Totals } from './backend.ts';
import { viewMempool } from './core-node-mempool.ts';
import { type AskNode, answerOf, calls } from './core-node-rpc.ts';
import { type ScannedCoin, scanCoins } from './core-node-scan.ts';
import { deriveInSteps, placesOf } from './derive-in-steps.ts';
import { isHogEx } from './hogex.ts';
import { requireSame } from './http-requests.ts';

/** The largest mempool that is looked through. With a larger one, coins that wait there are not known, and each coin is checked for being spent. */
const maxMempool = 500;

/** The most addresses of each branch that are looked for in the mempool. Each takes a millisecond to derive. */
const maxDerived = 200;

/**
 * The coins of an account. All addresses of an extended key up to the last one with a coin count as used, as a node has no index that would tell of
 * others.
 */
export async function readCoins(
  context: UtxoContext,
  ask: AskNode,
  account: Account,
  operation: Operation,
  { proven }: CoinNeeds = {},
): Promise<CoinList> {
  const { scanned, waiting, positions, hasOdd, tip } = await readHoldings(context, ask, account, operation, proven);
  const unspent = scanned.filter(({ isSpent }) => !isSpent);
  const pegOuts = await findPegOuts(context, ask, unspent, tip, operation);
  const coins = unspent.map(({ txid, vout, value, height, isCoinbase, position }) => {
    return { txid, vout, value, height, isCoinbase, isPegOut: pegOuts.has(txid), position };
  });
  const found = [...scanned.map(({ position }) => position), ...positions];
  return {
    coins: [...waiting, ...coins],
    hasOdd,
    tip,
    unused: account.kind === 'extended' ? { receiving: indexAfter(found, 0), change: indexAfter(found, 1) } : undefined,
    // A node does not know coins that are spent.
    isUsed: found.length > 0 ? true : undefined,
  };
}

export async function readTotals(
  context: UtxoContext,
  ask: AskNode,
  account: Account,
  operation: Operation,
): Promise<Totals> {
  const { scanned, waiting } = await readHoldings(context, ask, account, operation, undefined);
  const spent = sumOf(scanned.filter(({ isSpent }) => isSpent));
  return { confirmed: sumOf(scanned), pending: sumOf(waiting) - spent };
}

interface Holdings {
  readonly scanned: readonly (ScannedCoin & { readonly isSpent: boolean })[];
  /** In the mempool. */
  readonly waiting: readonly Coin[];
  /** Positions of all that the mempool pays to the account. */
  readonly positions: readonly Coin['position'][];
  /** Whether the node lists a coin that does not fit. */
  readonly hasOdd: boolean;
  readonly tip: number;
}

async function readHoldings(
  context: UtxoContext,
  ask: AskNode,
  account: Account,
  operation: Operation,
  proven: CoinNeeds['proven'],
): Promise<Holdings> {
  const [info] = await ask(operation, [calls.mempoolInfo]);
  const { size } = answerOf(info);
  // Listed before the scan: a transaction that is mined meanwhile is then found twice, instead of not at all.
  const [listed] = size > 0 && size <= maxMempool ? await ask(operation, [calls.mempool]) : [];
  const { coins, hasOdd, tip } = await scanCoins(context, ask, account, operation, proven);

  const isOpen = ({ isCoinbase, height }: ScannedCoin) =>
    size > maxMempool || (isCoinbase === undefined && tip - height + 1 < context.policy.coinbaseMaturity);
  const open = coins.filter(isOpen);
  const [full, outputs] = await Promise.all([
    askFull(ask, listed === undefined ? [] : answerOf(listed), operation),
    ask(
      operation,
      open.map(({ txid, vout }) => calls.output(txid, vout)),
    ),
  ]);
  const known = new Map(outputs.map((outcome, i) => [open[i], answerOf(outcome)]));
  const transactions = full.filter((one) => one !== undefined);
  const own = transactions.length === 0 ? new Map() : await ownScripts(context, account, coins, operation);
  const mempool = viewMempool(transactions, coins, own);
  return {
    scanned: coins.map((coin) => ({
      ...coin,
      isCoinbase: coin.isCoinbase ?? known.get(coin)?.coinbase,
      isSpent: known.get(coin) === null || mempool.isSpent(coin),
    })),
    waiting: mempool.coins,
    positions: mempool.positions,
    hasOdd,
    tip,
  };
}

/** Transactions that the node may have. An answer with another id is rejected. */
async function askFull(
  ask: AskNode,
  txids: readonly string[],
  operation: Operation,
): Promise<readonly (RawTransaction | undefined)[]> {
  const outcomes = await ask(operation, txids.map(calls.fullIfKnown), {
    accept(found: readonly RpcOutcome<RawTransaction | undefined>[]) {
      for (const [i, outcome] of found.entries()) {
        if (outcome.ok && outcome.value !== undefined) requireSame(txids[i], outcome.value.txid);
      }
    },
  });
  return outcomes.map((outcome) => (outcome.ok ? outcome.value : undefined));
}

/** Scripts in hex, with their places. */
async function ownScripts(
  { network }: UtxoContext,
  account: Account,
  coins: readonly ScannedCoin[],
  operation: Operation,
): Promise<Map<string, Coin['position']>> {
  if (account.kind === 'address') return new Map([[toHex(account.script), undefined]]);
  const positions = coins.map(({ position }) => position);
  const places = ([0, 1] as const).flatMap((branch) =>
    placesOf(branch, 0, Math.min(indexAfter(positions, branch) + gapLimit, maxDerived)),
  );
  const derived = await deriveInSteps(operation, network, account, places);
  return new Map([
    ...coins.map(({ script, position }) => [script, position] as const),
    ...derived.map(({ script, branch, index }) => [toHex(script), { branch, index }] as const),
  ]);
}

function indexAfter(positions: readonly Coin['position'][], branch: 0 | 1): number {
  return positions.reduce((next, place) => (place?.branch === branch ? Math.max(next, place.index + 1) : next), 0);
}

/** Ids of young transactions that moved coins out of MWEB, or may have. */
async function findPegOuts(
  { policy }: UtxoContext,
  ask: AskNode,
  coins: readonly ScannedCoin[],
  tip: number,
  operation: Operation,
): Promise<ReadonlySet<string>> {
  const maturity = policy.pegOutMaturity ?? 0;
  const young = new Set(coins.filter(({ height }) => tip - height + 1 < maturity).map(({ txid }) => txid));
  const origins = await askFull(ask, [...young], operation);
  const isKnownNot = (index: number) => {
    const origin = origins[index];
    return (
      origin !== undefined && !isHogEx({ outputs: origin.outputs.map(({ script }) => ({ script: toHex(script) })) })
    );
  };
  return new Set([...young].filter((_, i) => !isKnownNot(i)));
}
