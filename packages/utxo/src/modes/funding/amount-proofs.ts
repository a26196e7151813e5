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

/** What is known of the amounts of some coins, beyond what a list says. */
export type Proof =
  | {
      /** Nobody can gain from a lie about them, or each is as the list says. */
      readonly kind: 'proven';
      /** What goes along; undefined if nothing does. */
      readonly prevTxs: PreviousTransactions | undefined;
      /** Coins whose amounts one endpoint told and nobody can confirm. */
      readonly believed: readonly OwnCoin[];
    }
  /** The list lied: what is known of the amounts, by `txid:vout`. */
  | { readonly kind: 'disproven'; readonly amounts: ReadonlyMap<string, bigint> }
  /** All have to go along, and are too many bytes: ids of those that may be spent from. */
  | { readonly kind: 'tooLarge'; readonly fitting: ReadonlySet<string> };

/** Whose coins they are, and what came with their list. */
export interface Owner extends Pick<CoinList, 'shown'> {
  readonly account: Account;
  /** scriptPubKey of a coin. */
  readonly scriptOf: (coin: OwnCoin) => Uint8Array;
}

/**
 * Proves the amounts of coins as far as signatures leave room for a lie (unproven-inputs.ts): by the transactions that they come from, whose ids
 * are hashes of them. Where these cannot be had in a short time, two endpoints have to agree.
 *
 * @param wantsAll - Whether all transactions have to go along: always for p2pkh, as their PSBT has nothing else that tells the amount.
 * @throws UpstreamError if they have to go along and cannot be read, or if no two endpoints agree.
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

/** Whether anybody could gain from a lie about the amounts of coins, or their transactions have to go along. Pure. */
export function hasOpenAmounts(coins: readonly OwnCoin[], wantsAll: boolean): boolean {
  const inputs = coins.map(({ spend }) => ({ type: scriptType(spend) }));
  return wantsAll || unprovenInputs(inputs, () => false).length > 0;
}

/** Whether a coin is known to hold another amount than the list says. */
function isOtherwise(coins: readonly OwnCoin[], amounts: ReadonlyMap<string, bigint>): boolean {
  return coins.some((coin) => (amounts.get(outpointKey(coin)) ?? coin.value) !== coin.value);
}

/** Every upstream told amounts that are not true. */
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
