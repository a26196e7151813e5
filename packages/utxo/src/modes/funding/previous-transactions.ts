import { toHex } from '@isochain/core';
import { equalBytes } from '../../bytes/byte-arrays.ts';
import { outputsOf } from '../../bytes/raw-transaction.ts';
import { outpointKey } from '../../coin.ts';
import type { OwnCoin } from './choose-coins.ts';

/** Transactions without witnesses, by their ids, which are hashes of them. */
export type Transactions = ReadonlyMap<string, Uint8Array>;

/** In hex, by id: as they stand in `params`. */
export type PreviousTransactions = Readonly<Record<string, string>>;

/**
 * What the transactions that coins come from say that they hold, by `txid:vout`, in the smallest unit; nothing of coins whose transaction is not
 * there. An output that is not the sender's counts as nothing.
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
 * Bytes of all previous transactions together, where all have to travel. They stand as hex in `params`, in the PSBT, and in what some wallets
 * return: with this, all stays below the 1 MiB that a request may have.
 */
const maxBytes = 150_000;

/** Where all have to travel: all of them, or the ids of those that fit and bring the most for their size. */
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

/** Bytes of a request that previous transactions may take, and those that each input takes beside them, at most: a test measures them. */
const room = 900_000;
const roomOfInput = 1_200;

/**
 * Where wallets merely like to see them: those that fit, the small ones first, as they tell of the most inputs.
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
