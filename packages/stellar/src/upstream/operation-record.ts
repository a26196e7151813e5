import * as z from 'zod';
import type { Address } from '../address/address.ts';
import { address, hash, integer } from './fields.ts';

/** What Horizon says of one operation (stellar/go, protocols/horizon/operations). */
export interface OperationRecord {
  /** Its place in the history. */
  readonly id: bigint;
  readonly transactionId: string;
  readonly isSuccess: boolean;
  readonly type: string;
  readonly source: Address;
  /** What a contract moved, of assets of the chain. */
  readonly balanceChanges: readonly unknown[];
  /** The fields of its type. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly raw: unknown;
}

/** An operation as Horizon writes it. Fields of its type stay as they are. */
export const recordSchema = z.looseObject({
  id: integer,
  transaction_hash: hash,
  transaction_successful: z.boolean(),
  type: z.string(),
  source_account: address,
  // Anything else is shown as a change that cannot be read.
  asset_balance_changes: z.array(z.unknown()).nullish().catch([undefined]),
});

/** @param raw - What the server wrote. */
export function recordOf(value: z.output<typeof recordSchema>, raw: unknown): OperationRecord {
  return {
    id: value.id,
    transactionId: value.transaction_hash,
    isSuccess: value.transaction_successful,
    type: value.type,
    source: value.source_account,
    balanceChanges: value.asset_balance_changes ?? [],
    fields: value,
    raw,
  };
}
