import { refuse, UpstreamError } from '@isochain/core';
import { firstOf, type Operation } from '@isochain/core/upstream';
import type { Account, AddressAccount } from '../address/account.ts';
import type { Coin, CoinList, Outpoint } from '../coin.ts';
import type { UtxoContext } from '../context.ts';
import { type FeeRate, type FeeWish, feeRateReader } from '../fees/fee-rate.ts';
import { amountsReader, type Opinions } from './agreed-amounts.ts';
import { useReader } from './agreed-use.ts';
import type { Backend, ChainTransaction, CoinNeeds, Totals, TransactionPage } from './backend.ts';
import { createBlockbook } from './blockbook.ts';
import { createCoreNode } from './core-node.ts';
import { createEsplora } from './esplora.ts';
import type { BackendKind } from './kind-names.ts';
import type { MerkleBlock } from './merkle-block.ts';
import { createTips, type Tips } from './tips.ts';
import { createTransactionReader, type TransactionReader } from './transaction-reader.ts';

/**
 * The upstreams of a chain. Each request goes to the first configured kind. If no endpoint of that kind gives a usable answer, the next kind is
 * asked.
 *
 * All methods throw `UpstreamError` with the attempts of all kinds, and RefusedError `account.tooLarge` if every kind works, but an account is too
 * large for it.
 */
export interface Upstreams {
  /** In the order in which they are asked. */
  readonly backends: readonly Backend[];
  coins(account: Account, operation: Operation, needs?: CoinNeeds): Promise<CoinList>;
  totals(account: Account, operation: Operation): Promise<Totals>;
  /** Previous transactions, kept once they were read. */
  readonly previous: TransactionReader;
  /** Amounts that two endpoints agree on (agreed-amounts.ts). */
  amounts(account: Account, coins: readonly Coin[], operation: Operation): Promise<Opinions>;
  /** Whether two endpoints say that an address was used (agreed-use.ts). */
  isUsed(account: AddressAccount, operation: Operation): Promise<boolean>;
  /** @returns undefined if none was found, or no kind can find it. */
  redeemScript(account: AddressAccount, operation: Operation): Promise<Uint8Array | undefined>;
  /** @returns undefined if no kind that answered knows it. */
  transaction(txid: string, operation: Operation): Promise<{ transaction: ChainTransaction; tip: number } | undefined>;
  /**
   * @param page.cursor - `next` of an earlier page. It names its kind, and only that one is asked.
   * @throws RefusedError also `page.invalid`
   */
  history(
    account: Account,
    page: { readonly limit: number; readonly cursor: string | undefined },
    operation: Operation,
  ): Promise<TransactionPage>;
  tip(operation: Operation): Promise<number>;
  /** Whether endpoints are on one chain (tips.ts). Absent if nothing is compared. */
  readonly tips?: Tips | undefined;
  /** The fee rate for a transaction (fee-rate.ts). */
  feeRate(wish: FeeWish, operation: Operation): Promise<FeeRate>;
  /** @returns undefined if it is not spent, or no kind can tell. */
  spender(outpoint: Outpoint, operation: Operation): Promise<string | undefined>;
  /** @returns undefined if no kind that answered has a proof, or none makes any. */
  inclusion(txid: string, operation: Operation): Promise<MerkleBlock | undefined>;
}

/** Asks one kind. */
type Ask<T> = (backend: Backend, operation: Operation) => Promise<T>;

const factories: Readonly<Record<BackendKind, (context: UtxoContext) => Backend>> = {
  esplora: createEsplora,
  blockbook: createBlockbook,
  core: createCoreNode,
};

/** @param backends - By default those of the configured endpoints. */
export function createUpstreams(
  context: UtxoContext,
  backends: readonly Backend[] = context.backends.map((kind) => factories[kind](context)),
): Upstreams {
  const failure = (failures: readonly UpstreamError[]) => failureOf(context, failures);
  /** The first answer, for questions that always have one. */
  const first = <T extends object | number>(asked: readonly Backend[], operation: Operation, ask: Ask<T>) =>
    firstOf(asked, operation, ask, failure);
  /** The first answer that is not undefined. Undefined if no kind can be asked. */
  const search = async <T>(asked: readonly Backend[], operation: Operation, ask: Ask<T | undefined>) =>
    asked.length === 0 ? undefined : firstOf(asked, operation, ask, failure);

  const having = (name: keyof Backend) => backends.filter((backend) => backend[name] !== undefined);
  const withHistory = having('history');

  return {
    backends,
    coins: (account, operation, needs) =>
      first(backends, operation, (backend, using) => backend.coins(account, using, needs)),
    totals: (account, operation) => first(backends, operation, (backend, using) => backend.totals(account, using)),
    previous: createTransactionReader(context, (operation, ask) => first(backends, operation, ask)),
    amounts: amountsReader(context, backends),
    isUsed: useReader(context, backends),
    redeemScript: (account, operation) =>
      search(having('redeemScript'), operation, async (backend, using) => backend.redeemScript?.(account, using)),
    transaction: (txid, operation) => search(backends, operation, (backend, using) => backend.transaction(txid, using)),
    async history(account, { limit, cursor }, operation) {
      const [, kind, inner] = /^(\w+):(.*)$/s.exec(cursor ?? '') ?? [];
      const asked = cursor === undefined ? withHistory : withHistory.filter((backend) => backend.kind === kind);
      if (asked.length === 0 && cursor !== undefined) throw refuse('page.invalid', {}, 'nextPage');
      return first(asked, operation, async (backend, using) => {
        const page = await backend.history?.(account, { limit, cursor: inner }, using);
        // Those without were left out.
        if (page === undefined) throw new TypeError('no history');
        return { ...page, next: page.next === undefined ? undefined : `${backend.kind}:${page.next}` };
      });
    },
    tip: (operation) => first(backends, operation, (backend, using) => backend.tip(using)),
    tips: createTips(context, backends),
    feeRate: feeRateReader(context, backends),
    spender: (outpoint, operation) =>
      search(having('spender'), operation, async (backend, using) => backend.spender?.(outpoint, using)),
    inclusion: (txid, operation) =>
      search(having('inclusion'), operation, async (backend, using) => backend.inclusion?.(txid, using)),
  };
}

/** The error if all kinds failed. */
function failureOf({ chainId, identity }: UtxoContext, failures: readonly UpstreamError[]): Error {
  const isUnable = ({ attempts }: UpstreamError) => attempts.some(({ outcome }) => outcome === 'unable');
  // If one kind is merely down, trying again later may help.
  if (failures.length > 0 && failures.every(isUnable)) return refuse('account.tooLarge', { chain: identity.name });
  return new UpstreamError(
    chainId,
    failures.flatMap(({ attempts }) => attempts),
  );
}
