import { UpstreamError } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { Account } from '../../address/account.ts';
import { scriptType } from '../../bytes/spend.ts';
import { type CoinList, outpointKey } from '../../coin.ts';
import type { UtxoContext } from '../../context.ts';
import type { Upstreams } from '../../upstream/choose.ts';
import type { OwnCoin } from './choose-coins.ts';
import { amountsIn, type PreviousTransactions, packAll, packSome, type Transactions } from './previous-transactions.ts';
import { unprovenInputs } from './unproven-inputs.ts';

/** The outcome of proving the amounts of some coins. */
export type Proof =
  | {
      /** Each amount is as the list says, or nobody can gain from a lie about it. */
      readonly kind: 'proven';
      /** Previous transactions that travel along, if any. */
      readonly prevTxs: PreviousTransactions | undefined;
      /** Coins with amounts that one endpoint told and nobody can confirm. */
      readonly believed: readonly OwnCoin[];
    }
  /** The list was wrong. The known amounts, by `txid:vout`. */
  | { readonly kind: 'disproven'; readonly amounts: ReadonlyMap<string, bigint> }
  /** All previous transactions have to travel along, and are too many bytes. Ids of those that fit. */
  | { readonly kind: 'tooLarge'; readonly fitting: ReadonlySet<string> };

/** The owner of coins, and the transactions that came with the list. */
export interface Owner extends Pick<CoinList, 'shown'> {
  readonly account: Account;
  /** scriptPubKey of a coin. */
  readonly scriptOf: (coin: OwnCoin) => Uint8Array;
}

/**
 * Proves the amounts that signatures do not commit to (unproven-inputs.ts). Previous transactions prove them, as their ids are their hashes. If these
 * cannot be read in a short time, two endpoints have to agree.
 *
 * @param wantsAll - Whether all previous transactions have to travel along. For p2pkh they always have to, as only they tell the amount in a PSBT.
 * @throws UpstreamError if previous transactions that have to travel along cannot be read, or if no two endpoints agree.
 */
export async function proveAmounts(
  context: UtxoContext,
  upstreams: Pick<Upstreams, 'previous' | 'amounts'>,
  { account, scriptOf, shown }: Owner,
  coins: readonly OwnCoin[],
  wantsAll: boolean,
  operation: Operation,
): Promise<Proof> {
  if (!hasOpenAmounts(coins, wantsAll)) return { kind: 'proven', prevTxs: undefined, believed: [] };
  const inputs = coins.map((coin) => ({ coin, type: scriptType(coin.spend) }));
  const openIn = (known: ReadonlyMap<string, bigint>) =>
    unprovenInputs(inputs, ({ coin }) => known.has(outpointKey(coin))).map(({ coin }) => coin);
  const isAll = wantsAll || inputs.some(({ type }) => type === 'p2pkh');

  const txids = [...new Set(coins.map(({ txid }) => txid))];
  const transactions: Transactions = await upstreams.previous[isAll ? 'all' : 'some'](txids, operation, shown);
  const amounts = new Map(amountsIn(transactions, coins, scriptOf));
  if (isOtherwise(coins, amounts)) return { kind: 'disproven', amounts };

  let believed = openIn(amounts);
  if (believed.length > 0) {
    const { agreed, isAlone, failures } = await upstreams.amounts(account, believed, operation);
    for (const [outpoint, amount] of agreed) amounts.set(outpoint, amount);
    if (isOtherwise(coins, amounts)) return { kind: 'disproven', amounts };
    believed = openIn(amounts);
    if (believed.length > 0 && !isAlone) throw disagreement(context, failures);
  }

  if (!isAll) return { kind: 'proven', prevTxs: packSome(transactions, coins), believed };
  const packed = packAll(transactions, coins);
  if ('fitting' in packed) return { kind: 'tooLarge', fitting: packed.fitting };
  return { kind: 'proven', prevTxs: packed.prevTxs, believed };
}

/** Whether somebody could gain from a lie about the amounts, or previous transactions have to travel along. Pure. */
export function hasOpenAmounts(coins: readonly OwnCoin[], wantsAll: boolean): boolean {
  const inputs = coins.map(({ spend }) => ({ type: scriptType(spend) }));
  return wantsAll || unprovenInputs(inputs, () => false).length > 0;
}

/** Whether the list says a wrong amount for one of the coins. */
function isOtherwise(coins: readonly OwnCoin[], amounts: ReadonlyMap<string, bigint>): boolean {
  return coins.some((coin) => (amounts.get(outpointKey(coin)) ?? coin.value) !== coin.value);
}

/** The error if every upstream told wrong amounts. */
export function lied({ chainId }: UtxoContext): UpstreamError {
  return rejected(chainId, 'a coin has another amount in its transaction than in the list of coins');
}

function disagreement({ chainId }: UtxoContext, failures: readonly UpstreamError[]): UpstreamError {
  const attempts = failures.flatMap((failure) => failure.attempts);
  return rejected(chainId, 'no two endpoints agree on the amounts of coins', attempts);
}

function rejected(chainId: string, detail: string, attempts: UpstreamError['attempts'] = []): UpstreamError {
  return new UpstreamError(chainId, [
    ...attempts,
    { endpoint: 'the last one asked', outcome: 'rejected', detail, ms: 0 },
  ]);
}
