import type { ExtendedAccount } from '../address/account.ts';
import { addressDeriver } from '../address/derive.ts';
import type { CoinList } from '../coin.ts';
import type { UtxoContext } from '../context.ts';
import { type AccountAnswer, type ListedCoin, transactionsOf } from './blockbook-schemas.ts';

/**
 * The first index of each branch that was never used.
 *
 * @param answer - Lists addresses that are used in blocks, and the transactions of the mempool. Addresses that only the mempool uses are not listed.
 */
export function firstUnused(
  { network }: UtxoContext,
  account: ExtendedAccount,
  coins: readonly ListedCoin[],
  answer: AccountAnswer,
): NonNullable<CoinList['unused']> {
  const positions = [...coins.map(({ position }) => position), ...(answer.tokens ?? []).map(({ path }) => path)];
  const used = new Set(positions.map((position) => position && `${position.branch}/${position.index}`));
  const paid = new Set(
    transactionsOf(answer)
      .filter(({ height }) => height === undefined)
      .flatMap(({ outputs }) => outputs.filter(({ isOwn }) => isOwn === true).map(({ address }) => address)),
  );
  const derive = addressDeriver(network, account);
  const first = (branch: 0 | 1) => {
    let index = 0;
    const isPaid = () => paid.size > 0 && paid.has(derive(branch, index).address);
    while (used.has(`${branch}/${index}`) || isPaid()) index += 1;
    return index;
  };
  return { receiving: first(0), change: first(1) };
}
