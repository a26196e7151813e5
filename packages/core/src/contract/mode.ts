import type { Problem } from '../problem.ts';
import type { Operation } from '../upstream/index.ts';
import type { DataOf, FamilyTypes, Honoured, ModeOf, Params, Wishes, WishesSchema } from './family-types.ts';
import type { ParsedFields } from './identifiers.ts';
import type { Needs } from './needs.ts';

/** What core has read of `transaction.data` before a family sees it. */
interface Checked<T extends FamilyTypes, M extends ModeOf<T>> {
  readonly mode: M;
  /** The fields as texts. */
  readonly data: DataOf[M];
  /** The identifiers among them: whatever stands here is not read again. */
  readonly parsed: ParsedFields<T, M>;
}

/** An intent whose shape, amount, identifiers and wishes are as they should be. */
export interface CheckedIntent<T extends FamilyTypes, M extends ModeOf<T>> extends Checked<T, M> {
  /** Smallest unit; `'max'` for useMaxAmount; `undefined` where the mode needs none and none was given. */
  readonly amount: bigint | 'max' | undefined;
  readonly wishes: Wishes<T, M>;
}

/** Completed data, as it was computed or as it comes back for broadcast. Nothing in it is trusted but its shape. */
export interface CheckedData<T extends FamilyTypes, M extends ModeOf<T>> extends Checked<T, M> {
  /** Smallest unit. */
  readonly amount: bigint | undefined;
  /** Smallest unit. */
  readonly fees: bigint;
  readonly gas: bigint | undefined;
  readonly nonce: bigint | undefined;
  /** As it came, but for the checksum. */
  readonly params: unknown;
}

/** One mode of a chain: how an intent is completed. */
export interface ModeVerbs<T extends FamilyTypes, M extends ModeOf<T>> {
  /** What a client may wish for in `params`. Made for each chain, so it may parse what only that chain has. */
  readonly wishes: WishesSchema<T, M>;
  /** Which of the wishes outside of `params` count. Core warns of the others. */
  readonly honours: readonly Honoured<T, M>[];
  /** Nothing by default. Where these kinds are not configured, the mode is not supported. */
  readonly needs?: Needs<T['kind']>;
  /** Reads everything that the decision needs from the network, in one snapshot. */
  ask(intent: CheckedIntent<T, M>, operation: Operation): Promise<Scene<T, M>>;
}

/** Everything that was read, and what follows from it. */
export interface Scene<T extends FamilyTypes, M extends ModeOf<T>> {
  /** Pure: it asks nobody, and reads neither clock nor chance. What it needs of these is in the scene. */
  decide(): Decision<T, M>;
}

/** What was decided. With errors there is nothing to sign. */
export interface Decision<T extends FamilyTypes, M extends ModeOf<T>> {
  /** Computed fields. Core lays them over what the client sent. With errors it is as far as it got. */
  readonly computed: Computed<T, M>;
  readonly errors: readonly Problem[];
  readonly warnings: readonly Problem[];
  /**
   * What the sender holds of the coin that pays the fees, in its smallest unit: core warns of fees that are high for it. Leave it out where it
   * is not known, or where somebody else pays.
   */
  readonly held?: bigint | undefined;
  /**
   * Asks the network about the very thing that was decided: simulates it, or proves the coins that were chosen. Core then decides anew. Only
   * called where there are no errors; quotes leave it out.
   *
   * @param plan - What was decided, as a plan. Made when it is asked for, as it may take long.
   */
  prove?(operation: Operation, plan: () => T['plan']): Promise<Scene<T, M>>;
}

/** Amounts and numbers as decimal texts. */
export type Computed<T extends FamilyTypes, M extends ModeOf<T>> = Partial<Omit<DataOf[M], 'mode' | 'params'>> & {
  readonly params?: Params<T, M> | undefined;
};
