import { toHex } from '@isochain/core';
import { equalBytes } from '../../bytes/byte-arrays.ts';
import { outputsOf } from '../../bytes/raw-transaction.ts';
import { outpointKey } from '../../coin.ts';
import type { OwnCoin } from './choose-coins.ts';

/** Transactions without witnesses, by their ids, which are their hashes. */
export type Transactions = ReadonlyMap<string, Uint8Array>;

/** In hex, by id: as they stand in `params`. */
export type PreviousTransactions = Readonly<Record<string, string>>;

/**
 * The amounts of coins in their previous transactions, by `txid:vout`, in the smallest unit. Coins without their transaction are left out. An output
 * that is not the sender's counts as 0.
 *
 * @param scriptOf - scriptPubKey of a coin.
 */
export function amountsIn(
  transactions: Transactions,
  coins: readonly OwnCoin[],
  scriptOf: (coin: OwnCoin) => Uint8Array,
): ReadonlyMap<string, bigint> {
  const outputs = new Map([...transactions].map(([txid, bytes]) => [txid, outputsOf(bytes)]));
  return new Map(
    coins.flatMap((coin) => {
      const paid = outputs.get(coin.txid);
      if (paid === undefined) return [];
      const output = paid[coin.vout];
      const isOwn = output !== undefined && equalBytes(output.script, scriptOf(coin));
      return [[outpointKey(coin), isOwn ? output.value : 0n] as const];
    }),
  );
}

/**
 * The most bytes of previous transactions, if all have to travel along. They stand as hex in `params`, in the PSBT, and in what some wallets return.
 * With this limit a request stays below the 1 MiB that it may have.
 */
const maxBytes = 150_000;

/** Packs all previous transactions. If they do not fit, it returns the ids of those that fit and hold the most for their size. */
export function packAll(
  transactions: Transactions,
  coins: readonly OwnCoin[],
): { readonly prevTxs: PreviousTransactions } | { readonly fitting: ReadonlySet<string> } {
  const sources = sourcesOf(transactions, coins);
  const worth = ({ value, bytes }: Source) => Number(value) / bytes.length;
  let size = 0;
  const fitting = new Set<string>();
  for (const { txid, bytes } of sources.toSorted((a, b) => worth(b) - worth(a))) {
    if (size + bytes.length > maxBytes) continue;
    size += bytes.length;
    fitting.add(txid);
  }
  if (fitting.size < sources.length) return { fitting };
  return { prevTxs: inHex(sources) };
}

/** The most bytes of a request for previous transactions, and the most that each input takes beside them. A test measures them. */
const room = 900_000;
const roomOfInput = 1_200;

/**
 * Packs the previous transactions that fit, for wallets that can do without. The small ones come first, so that the most inputs have theirs.
 *
 * @returns undefined if none fits.
 */
export function packSome(transactions: Transactions, coins: readonly OwnCoin[]): PreviousTransactions | undefined {
  // In hex: once in `params`; for each input once in the PSBT, in that of a stake in `params`, and in the one that a wallet returns.
  const cost = ({ bytes, uses }: Source) => 2 * bytes.length + 6 * bytes.length * uses;
  let left = room - roomOfInput * coins.length;
  const packed = sourcesOf(transactions, coins)
    .toSorted((a, b) => cost(a) - cost(b) || (a.txid < b.txid ? -1 : 1))
    .filter((source) => {
      left -= cost(source);
      return left >= 0;
    });
  return packed.length === 0 ? undefined : inHex(packed);
}

/** A transaction that coins come from. */
interface Source {
  readonly txid: string;
  readonly bytes: Uint8Array;
  /** What the coins hold together. */
  readonly value: bigint;
  /** How many coins there are. */
  readonly uses: number;
}

function sourcesOf(transactions: Transactions, coins: readonly OwnCoin[]): readonly Source[] {
  const sources = new Map<string, Source>();
  for (const { txid, value } of coins) {
    const bytes = transactions.get(txid);
    if (bytes === undefined) continue;
    const { value: sum, uses } = sources.get(txid) ?? { value: 0n, uses: 0 };
    sources.set(txid, { txid, bytes, value: sum + value, uses: uses + 1 });
  }
  return [...sources.values()];
}

function inHex(sources: readonly Source[]): PreviousTransactions {
  return Object.fromEntries(sources.map(({ txid, bytes }) => [txid, toHex(bytes)]));
}
