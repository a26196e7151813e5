import type { FamilyTypes, ModeOf } from '../contract/family-types.ts';
import type { Problem } from '../problem.ts';
import type { EncodedItem } from '../schema/encoded.ts';
import type { CallOptions } from '../service/call-options.ts';
import type { BroadcastResult, Chain } from '../service/chain.ts';
import type { Completed, Unfinished, Validated } from './completed.ts';
import type { IntentInput } from './intent-input.ts';

/**
 * A chain of a family that is known, as `connect` of its package answers it: what it takes and answers has the types of the family's own modes. It is
 * a `Chain` as well, which takes anything.
 */
export interface TypedChain<T extends FamilyTypes> extends Omit<Chain, 'id' | 'encode' | 'validate' | 'broadcast'> {
  readonly id: T['chainId'];

  /**
   * Turns an intent into bytes to sign. `ok` of the answer tells whether there are any.
   *
   * @param data - Amounts in the smallest unit.
   */
  encode<M extends ModeOf<T>>(
    data: { mode: M } & IntentInput<T, M>,
    options?: CallOptions,
  ): Promise<TypedEncodeResult<T, M>>;

  /** As encode, without bytes to sign. */
  validate<M extends ModeOf<T>>(
    data: { mode: M } & IntentInput<T, M>,
    encoded?: undefined,
    options?: CallOptions,
  ): Promise<TypedValidateResult<T, M>>;

  /**
   * Says from the bytes alone what they really do. No network. There is an error for each field in which they differ from `data`, and one if they
   * can cost more than its `fees`.
   *
   * @param data - What they should do, or `transaction.data` of an answer.
   */
  validate<M extends ModeOf<T>>(
    data: { mode: M } & (IntentInput<T, M> | Completed<T, M>),
    encoded: readonly EncodedItem[],
    options?: CallOptions,
  ): Promise<ExplainResult<T>>;

  /**
   * Sends what was signed. Equal broadcasts that are under way at the same time are sent once, and share the answer.
   *
   * @param input - `data` and `encoded` exactly as encode returned them, and the signature in any form of the wire contract.
   * @returns The transaction hash; and a warning for each field of `data` that was ignored, if there is any.
   */
  broadcast(input: TypedBroadcastInput<T>, options?: CallOptions): Promise<BroadcastResult>;
}

/** What broadcast takes: `transaction` of an answer of encode, and a signature. */
export interface TypedBroadcastInput<T extends FamilyTypes> {
  readonly data: Completed<T>;
  readonly encoded: readonly EncodedItem[];
  readonly signature: string;
}

interface Answer<T extends FamilyTypes> {
  readonly chainId: T['chainId'];
  readonly status: { readonly errors: Problem[]; readonly warnings: Problem[] };
}

/** Answer of encode. Where `ok` is false, `status.errors` says why, and `data` is as far as it got. */
export type TypedEncodeResult<T extends FamilyTypes, M extends ModeOf<T> = ModeOf<T>> = Answer<T> &
  (
    | { readonly ok: true; readonly transaction: { data: Completed<T, M>; encoded: EncodedItem[] } }
    | { readonly ok: false; readonly transaction: { data: Unfinished<T, M>; encoded: [] } }
  );

/** Answer of validate. */
export type TypedValidateResult<T extends FamilyTypes, M extends ModeOf<T> = ModeOf<T>> = Answer<T> &
  (
    | { readonly ok: true; readonly transaction: { data: Validated<T, M> } }
    | { readonly ok: false; readonly transaction: { data: Unfinished<T, M> } }
  );

/** What bytes do. `data` is as a transaction data object, with what can be read from the bytes. */
export interface ExplainResult<T extends FamilyTypes> extends Answer<T> {
  readonly ok: boolean;
  readonly transaction: { data: Record<string, unknown> };
}
