import type { Assembled, Bytes, SignedTransaction } from '../contract/bytes.ts';
import type { FamilyTypes, ModeOf } from '../contract/family-types.ts';
import type { CheckedData } from '../contract/mode.ts';
import { altered, RefusedError, refuse } from '../errors.ts';
import type { EncodedItem } from '../schema/encoded.ts';
import type { CompletedData } from '../schema/transaction-data.ts';
import { OtherTransactionError } from '../signatures/refusals.ts';
import { canonicalJson } from './canonical-json.ts';
import { changesIn } from './changes.ts';
import { checkCompleted } from './intent.ts';

/** A transaction that was made again from completed data. */
export interface Rebuilt<T extends FamilyTypes = FamilyTypes> extends Assembled<T> {
  readonly plan: T['plan'];
}

/** The plan of completed data. */
export function planOf<T extends FamilyTypes>(
  { plan, identity }: Bytes<T>,
  data: CheckedData<T, ModeOf<T>>,
): T['plan'] {
  const read = (plan as { readonly [M in ModeOf<T>]?: (data: CheckedData<T, ModeOf<T>>) => T['plan'] })[data.mode];
  if (read === undefined)
    throw refuse('mode.unsupported', { mode: data.mode, chain: identity.name }, 'transaction.data.mode');
  return read(data);
}

/**
 * Makes a transaction again from completed data alone.
 *
 * @param data - Without the checksum.
 * @throws RefusedError `data.altered`, and the problems of single fields.
 */
export function rebuild<T extends FamilyTypes>(bytes: Bytes<T>, data: CompletedData): Rebuilt<T> {
  const plan = planOf(bytes, checkCompleted(bytes, data));
  const assembled = bytes.assemble(plan);
  const params = (data.params ?? {}) as Readonly<Record<string, unknown>>;
  for (const [name, copy] of Object.entries(assembled.copies ?? {})) {
    if (canonicalJson(params[name] ?? null) === canonicalJson(copy)) continue;
    throw altered(`params.${name}`);
  }
  return { ...assembled, plan };
}

/**
 * Makes the items to sign from completed data. Pure.
 *
 * @param data - As encode answered it, without `params.checksum`.
 * @throws RefusedError `data.altered`, and the problems of single fields.
 */
export function itemsOf<T extends FamilyTypes>(bytes: Bytes<T>, data: CompletedData): EncodedItem[] {
  return rebuild(bytes, data).items;
}

/**
 * Joins completed data and a signature into a signed transaction. Pure.
 *
 * @param data - As encode answered it, without `params.checksum`.
 * @throws RefusedError as `itemsOf`; `signature.malformed`, `signature.mismatch`, `signature.otherTransaction`
 */
export async function signedOf<T extends FamilyTypes>(
  bytes: Bytes<T>,
  data: CompletedData,
  signature: string,
): Promise<SignedTransaction> {
  return finalized(bytes, rebuild(bytes, data), signature);
}

/**
 * Joins a transaction that was made again and its signature.
 *
 * @throws RefusedError `signature.malformed`, `signature.mismatch`, or `signature.otherTransaction` with `signature.changed` for each field that the
 *   wallet changed.
 */
export async function finalized<T extends FamilyTypes>(
  bytes: Bytes<T>,
  { plan, unsigned, items, copies }: Rebuilt<T>,
  signature: string,
): Promise<SignedTransaction> {
  try {
    return await bytes.finalize(plan, unsigned, signature);
  } catch (error) {
    if (!(error instanceof OtherTransactionError) || error.signed === undefined) throw error;
    const changes = changesIn(bytes, { items, copies }, error.signed);
    const [first, ...further] = error.problems;
    throw first === undefined ? error : new RefusedError([first, ...further, ...changes]);
  }
}
