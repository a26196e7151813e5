import type { Problem } from '../problem.ts';
import type { Operation } from '../upstream/index.ts';
import type { DataOf, FamilyTypes, Honoured, ModeOf, Params, Wishes, WishesSchema } from './family-types.ts';
import type { ParsedFields } from './identifiers.ts';
import type { Needs } from './needs.ts';

/** `transaction.data` as a family gets it, after core has checked it. */
interface Checked<T extends FamilyTypes, M extends ModeOf<T>> {
  readonly mode: M;
  /** The fields as texts. */
  readonly data: DataOf[M];
  /** The parsed identifiers of `data`. The family does not read their texts again. */
  readonly parsed: ParsedFields<T, M>;
}

/** An intent with a valid shape, amount, identifiers and wishes. */
export interface CheckedIntent<T extends FamilyTypes, M extends ModeOf<T>> extends Checked<T, M> {
  /** Smallest unit; `'max'` for useMaxAmount; `undefined` if the mode needs no amount and the client gave none. */
  readonly amount: bigint | 'max' | undefined;
  readonly wishes: Wishes<T, M>;
}

/** Completed data, fresh from encode or back for broadcast. Only its shape is trusted. */
export interface CheckedData<T extends FamilyTypes, M extends ModeOf<T>> extends Checked<T, M> {
  /** Smallest unit. */
  readonly amount: bigint | undefined;
  /** Smallest unit. */
  readonly fees: bigint;
  readonly gas: bigint | undefined;
  readonly nonce: bigint | undefined;
  /** As the client sent it, without the checksum. */
  readonly params: unknown;
}

/** One mode of a chain: completes intents. */
export interface ModeVerbs<T extends FamilyTypes, M extends ModeOf<T>> {
  /** Schema of the wishes in `params`. Each chain has its own, so it may parse values that exist on that chain only. */
  readonly wishes: WishesSchema<T, M>;
  /** The plain wishes (`fees`, `gas`, `nonce`) that the mode obeys. Core warns about the others. */
  readonly honours: readonly Honoured<T, M>[];
  /** Nothing by default. Where these kinds are not configured, the mode is not supported. */
  readonly needs?: Needs<T['kind']>;
  /** Reads everything that the decision needs from the network, in one snapshot. */
  ask(intent: CheckedIntent<T, M>, operation: Operation): Promise<Scene<T, M>>;
}

/** Everything that was read from the network for one intent. */
export interface Scene<T extends FamilyTypes, M extends ModeOf<T>> {
  /** Pure: no network, clock or randomness. The scene already holds what it needs from them. */
  decide(): Decision<T, M>;
}

/** A decision. With errors there is nothing to sign. */
export interface Decision<T extends FamilyTypes, M extends ModeOf<T>> {
  /** Computed fields. They replace the client's. With errors, some may be missing. */
  readonly computed: Computed<T, M>;
  readonly errors: readonly Problem[];
  readonly warnings: readonly Problem[];
  /**
   * The sender's balance of the coin that pays the fees, in its smallest unit. Core warns if the fees are high for it. Leave it out if it is
   * not known, or if somebody else pays.
   */
  readonly held?: bigint | undefined;
  /**
   * What such a transaction usually costs on the chain, in the smallest unit of its fees. Core warns if `fees` are more than three times that, unless the
   * client named them. It must not follow from the answers that it judges: it comes from data of the chain, or from another answer of the same round. Where
   * the client named the gas or the price, it counts with that. Leave it out where nothing reliable is known.
   */
  readonly usualFees?: bigint | undefined;
  /**
   * Asks the network to confirm the decision: simulates it, or proves the chosen coins. Core then decides again with the new scene. Called
   * only without errors, and never for quotes.
   *
   * @param plan - Makes the plan of the decision. It is a function because that may take long.
   */
  prove?(operation: Operation, plan: () => T['plan']): Promise<Scene<T, M>>;
}

/** Amounts and numbers as decimal texts. */
export type Computed<T extends FamilyTypes, M extends ModeOf<T>> = Partial<Omit<DataOf[M], 'mode' | 'params'>> & {
  readonly params?: Params<T, M> | undefined;
};
