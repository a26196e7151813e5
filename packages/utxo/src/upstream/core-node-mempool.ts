import { toHex } from '@isochain/core';
import type { RawTransaction } from '../bytes/raw-transaction.ts';
import { type Coin, type Outpoint, outpointKey } from '../coin.ts';
import type { ScannedCoin } from './core-node-scan.ts';
import { isWaitingTruc } from './truc.ts';

/** What the mempool does to an account. */
export interface MempoolView {
  /** Coins that wait there and are not spent there. */
  readonly coins: readonly Coin[];
  /** Positions of all that the account gets there, even if it is spent again. */
  readonly positions: readonly Coin['position'][];
  /** Whether something there spends a coin. */
  readonly isSpent: (outpoint: Outpoint) => boolean;
}

/**
 * Looks through the mempool.
 *
 * @param scanned - The account's coins in blocks.
 * @param own - The account's scripts in hex, each with its position in the account.
 */
export function viewMempool(
  transactions: readonly RawTransaction[],
  scanned: readonly ScannedCoin[],
  own: ReadonlyMap<string, Coin['position']>,
): MempoolView {
  const spent = new Set(transactions.flatMap(({ inputs }) => inputs.map(outpointKey)));
  const inBlocks = new Set(scanned.map(outpointKey));
  const paid = transactions.flatMap((transaction) =>
    transaction.outputs
      .map((output, vout) => ({ ...output, script: toHex(output.script), txid: transaction.txid, vout, transaction }))
      // A transaction that was listed may be in a block by now.
      .filter((output) => own.has(output.script) && !inBlocks.has(outpointKey(output))),
  );
  const owned = new Set([...inBlocks, ...paid.map(outpointKey)]);
  return {
    coins: paid
      // Coins of nothing pay for nothing.
      .filter((output) => output.value > 0n && !spent.has(outpointKey(output)))
      .map(({ txid, vout, value, script, transaction }) => ({
        txid,
        vout,
        value,
        height: undefined,
        isCoinbase: false,
        isOwnChange: transaction.inputs.every((input) => owned.has(outpointKey(input))),
        isTruc: isWaitingTruc({ version: transaction.version, height: undefined }),
        position: own.get(script),
      })),
    positions: paid.map(({ script }) => own.get(script)),
    isSpent: (outpoint) => spent.has(outpointKey(outpoint)),
  };
}
