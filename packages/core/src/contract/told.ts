import type { DataOf, FamilyTypes, ModeOf, Params, WishesSchema } from './family-types.ts';

/**
 * Whether the bytes of a transaction tell a field of `transaction.data`. `validate` compares what they tell, and names what they do not tell. The
 * texts are clauses that say why: docs/signing.md shows them.
 */
export type Telling =
  | Counted
  /** The bytes need not tell it: it changes neither what happens nor what is paid. */
  | { readonly idle: string };

/** For fields that money depends on. */
type Counted =
  /** The bytes tell it. If an intent leaves it out, encode chooses it. */
  | 'told'
  /** The bytes tell it. If an intent leaves it out, encode leaves it out too. */
  | 'wished'
  /** The bytes tell it. An intent gives the most that it may be. */
  | 'most'
  /**
   * Some bytes of the mode do not tell it: `untold` of their explanation names it. With `proven`, these bytes follow from it, as with `hidden`. With
   * `most`, an intent gives the most that it may be. With `wished`, encode leaves it out if an intent does.
   */
  | { readonly sometimes: string; readonly proven?: true; readonly most?: true; readonly wished?: true }
  /** The bytes do not show it, but they follow from it: bytes that are made again from the answer of encode prove it. */
  | { readonly hidden: string }
  /** The bytes do not tell it, and do not follow from it. */
  | { readonly never: string };

/** The fields that can be idle in some family. */
type CanBeIdle = 'senderPubKey' | 'stakeId' | 'contractType';

/** The fields of a mode outside of `params`. The mode itself is always compared. */
type FieldOf<M extends keyof DataOf> = Exclude<keyof DataOf[M], 'mode' | 'params'> & string;

/** The members of `params`: wishes, and what encode puts there. */
type MemberOf<T extends FamilyTypes, M> = (KeyOf<Params<T, M>> | keyof WishesSchema<T, M>['shape']) & string;

/** The members of all forms that the params of a mode can have. */
type KeyOf<P> = P extends unknown ? keyof P : never;

/** How the bytes of each mode tell each field of an intent, and of an answer of encode. Without an entry for each of them it does not compile. */
export type Told<T extends FamilyTypes = FamilyTypes> = {
  readonly [M in keyof T['modes']]: M extends ModeOf<T>
    ? { readonly [F in FieldOf<M>]: F extends CanBeIdle ? Telling : Counted } & {
        readonly [P in `params.${MemberOf<T, M>}`]: Telling;
      }
    : never;
};
