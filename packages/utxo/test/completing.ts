import {
  type ChainAdapter,
  type CompletedData,
  checkCompleted,
  createFamily,
  type EncodedItem,
  type Family,
  itemsOf,
} from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import { bytesOf, type Utxo, type UtxoChainId, type UtxoPlan } from '../src/bytes/index.ts';
import { utxoFamily } from '../src/family.ts';

// Completed data with a key that may not be the sender's, for tests that do not depend on the signer.

function withoutOwner(chainId: UtxoChainId) {
  const bytes = bytesOf(chainId);
  const { ownerOf: _, ...identifiers } = bytes.identifiers;
  return { ...bytes, identifiers };
}

/** The plan of completed data. */
export function planFrom(chainId: UtxoChainId, data: CompletedData): UtxoPlan {
  const bytes = withoutOwner(chainId);
  const { amount } = data as { readonly amount?: string };
  const { mode, ...checked } = checkCompleted(bytes, { ...data, amount: amount ?? '1' } as CompletedData);
  const read = bytes.plan[mode] as (data: object) => UtxoPlan;
  return read({ ...checked, mode, amount: amount === undefined ? undefined : checked.amount });
}

/** What completed data are made into, if the copies of the bytes are right. */
export function itemsFrom(chainId: UtxoChainId, data: CompletedData): EncodedItem[] {
  planFrom(chainId, data);
  return itemsOf(withoutOwner(chainId), data);
}

/**
 * What encode answers on a chain with only these modes.
 *
 * @param amount - Undefined if the mode takes no amount.
 * @returns The data are without the checksum.
 */
export async function completing(
  chainId: UtxoChainId,
  modes: ChainAdapter<Utxo>['modes'],
  intent: object,
  amount: bigint | 'max' | undefined,
  operation: Operation,
) {
  const adapter: ChainAdapter<Utxo> = {
    bytes: withoutOwner(chainId),
    upstream: { operation: () => operation, status: () => [], endpoints: [] } as unknown as ChainAdapter['upstream'],
    modes,
    memo: false,
    submit: () => Promise.reject(new Error('Nothing is sent.')),
    reads: {},
  };
  const asked = amount === 'max' ? { useMaxAmount: true } : { amount: amount?.toString() };
  const family: Family = createFamily({ ...utxoFamily, open: () => adapter });
  const { transaction, status } = await family.connect(chainId).encode({ ...intent, ...asked });
  const { params, ...fields } = transaction.data;
  const { checksum: _, ...rest } = (params ?? {}) as Record<string, unknown>;
  const data = (params === undefined ? fields : { ...fields, params: rest }) as unknown;
  return { data: data as CompletedData, encoded: transaction.encoded, ...status };
}
