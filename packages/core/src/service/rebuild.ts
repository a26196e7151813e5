import type { Assembled, Bytes, SignedTransaction } from '../contract/bytes.ts';
import type { FamilyTypes, ModeOf } from '../contract/family-types.ts';
import type { CheckedData } from '../contract/mode.ts';
import { altered, refuse } from '../errors.ts';
import type { EncodedItem } from '../schema/encoded.ts';
import type { CompletedData } from '../schema/transaction-data.ts';
import { canonicalJson } from './canonical-json.ts';
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
  const { plan, unsigned } = rebuild(bytes, data);
  return bytes.finalize(plan, unsigned, signature);
}
