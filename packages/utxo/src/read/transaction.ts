import type { ReadTransaction } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { UtxoContext } from '../context.ts';
import type { ReadStakes } from '../upstream/babylon/stake-reader.ts';
import type { Upstreams } from '../upstream/choose.ts';
import { parseTransaction } from './parse-transaction.ts';

/**
 * @param id - Canonical.
 * @param readStakes - Given if the chain has stakes.
 * @returns The whole transaction; undefined if no upstream knows it. If its block was reorganised away, it is pending again.
 */
export async function readTransaction(
  context: UtxoContext,
  upstreams: Pick<Upstreams, 'transaction'>,
  id: string,
  operation: Operation,
  readStakes?: ReadStakes,
): Promise<ReadTransaction | undefined> {
  const found = await upstreams.transaction(id, operation);
  if (found === undefined) return undefined;
  const { transaction, tip } = found;
  const stakes = await readStakes?.([transaction], operation);
  return {
    parsed: parseTransaction(context, transaction, tip, undefined, stakes?.get(transaction.txid)),
    raw: transaction.raw,
  };
}
