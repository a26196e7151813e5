import { type Operation, toHex, UpstreamError } from '@isochain/core';
import { equalBytes } from './bytes.ts';
import type { UtxoContext } from './chains.ts';
import type { OwnCoin } from './choose-coins.ts';
import { outpointKey } from './coin.ts';
import type { Upstreams } from './upstreams/choose.ts';
import { outputsOf } from './upstreams/raw-transaction.ts';

/**
 * Bytes of all previous transactions together. They travel as hex in `params`, in the PSBT, and in what some wallets return: with this, all
 * stays below the 1 MiB that a request may have.
 */
const maxBytes = 150_000;

/** What previous transactions say of the coins that were chosen. */
export type Proof =
  /** All as the list said. In hex, by txid. */
  | { readonly kind: 'proven'; readonly prevTxs: Readonly<Record<string, string>> }
  /** The list lied: what the amounts really are, by `txid:vout`. An output that is not the sender's counts as nothing. */
  | { readonly kind: 'disproven'; readonly amounts: ReadonlyMap<string, bigint> }
  /** Too many bytes: of which transactions the coins fit, those that bring the most for their size. */
  | { readonly kind: 'tooLarge'; readonly fitting: ReadonlySet<string> };

/**
 * Holds coins against the transactions that they come from, whose ids are hashes of them: signatures of legacy inputs do not commit to amounts,
 * so whoever believed a wrong one would pay the difference to miners.
 *
 * @param known - Transactions that were read before, by txid; new ones are added.
 * @param scriptOf - scriptPubKey of a coin.
 */
export async function proveCoins(
  upstreams: Upstreams,
  coins: readonly OwnCoin[],
  known: Map<string, Uint8Array>,
  scriptOf: (coin: OwnCoin) => Uint8Array,
  operation: Operation,
): Promise<Proof> {
  const txids = [...new Set(coins.map(({ txid }) => txid))];
  const missing = txids.filter((txid) => !known.has(txid));
  const read = missing.length === 0 ? [] : await upstreams.previousTransactions(missing, operation);
  for (const [txid, bytes] of read) known.set(txid, bytes);

  const amounts = new Map<string, bigint>();
  const sources = txids.map((txid) => {
    const bytes = known.get(txid);
    if (bytes === undefined) throw new TypeError('a previous transaction is missing');
    const outputs = outputsOf(bytes);
    let value = 0n;
    for (const coin of coins) {
      if (coin.txid !== txid) continue;
      const output = outputs[coin.vout];
      const isOwn = output !== undefined && equalBytes(output.script, scriptOf(coin));
      const amount = isOwn ? output.value : 0n;
      if (amount !== coin.value) amounts.set(outpointKey(coin), amount);
      value += amount;
    }
    return { txid, bytes, value };
  });
  if (amounts.size > 0) return { kind: 'disproven', amounts };

  let size = 0;
  const fitting = new Set<string>();
  for (const { txid, bytes } of sources.toSorted((a, b) => worth(b) - worth(a))) {
    if (size + bytes.length > maxBytes) continue;
    size += bytes.length;
    fitting.add(txid);
  }
  if (fitting.size < sources.length) return { kind: 'tooLarge', fitting };
  return { kind: 'proven', prevTxs: Object.fromEntries(sources.map(({ txid, bytes }) => [txid, toHex(bytes)])) };
}

/** What a transaction brings for each of its bytes. */
function worth({ value, bytes }: { readonly value: bigint; readonly bytes: Uint8Array }): number {
  return Number(value) / bytes.length;
}

/** Every upstream told amounts that are not true. */
export function lied({ chainId }: UtxoContext): UpstreamError {
  const detail = 'a coin has another amount in its transaction than in the list of coins';
  return new UpstreamError(chainId, [{ endpoint: 'the last one asked', outcome: 'rejected', detail, ms: 0 }]);
}
