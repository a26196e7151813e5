import type { FamilyTypes, Honoured, ModeOf, PlainWish, TakesMemo, WishInput } from '../contract/family-types.ts';
import type { FieldsOfMode } from '../schema/wire-types.data.ts';
import type { ModeWithAmount } from '../service/check-amount.ts';
import type { Simplify } from './simplify.ts';

/**
 * The input of encode for one mode of a family: the mode's fields, with its wishes in `params`. Amounts are decimal texts in the smallest unit.
 *
 * @example
 * const intent: IntentInput<Evm, 'transfer'> = { mode: 'transfer', senderAddress, recipientAddress, amount: '1' };
 */
export type IntentInput<T extends FamilyTypes, M extends ModeOf<T> = ModeOf<T>> =
  M extends ModeOf<T>
    ? Simplify<
        Omit<FieldsOfMode[M], Special<T, M>> & {
          /** What else the transaction shall be like: the wishes of the mode. */
          params?: WishInput<T, M> | undefined;
        } & Amount<M> &
          Memo<T, M>
      >
    : never;

/** Fields with types that depend on more than their schema. */
type Special<T extends FamilyTypes, M> =
  | 'params'
  | 'memo'
  | Exclude<PlainWish, Honoured<T, M>>
  | (M extends ModeWithAmount ? 'amount' | 'useMaxAmount' : never);

type Amount<M> = M extends ModeWithAmount
  ?
      | {
          /** Amount in the smallest unit. Use either this or `useMaxAmount`. */
          amount: string;
          /** Lets the chain compute the amount, to use all available funds. */
          useMaxAmount?: false | undefined;
        }
      | {
          /** Lets the chain compute the amount, to use all available funds. */
          useMaxAmount: true;
          /** Amount in the smallest unit. Use either this or `useMaxAmount`. */
          amount?: undefined;
        }
  : unknown;

/** A text may be in a variable that the compiler does not compare with these fields. So the field is there, and takes nothing. */
type Memo<T extends FamilyTypes, M> =
  TakesMemo<T, M> extends true
    ? {
        /** Text that the transaction carries for its recipient. */
        memo?: string | undefined;
      }
    : {
        /** The transaction cannot carry a memo. An exchange that asks for one cannot be paid with it. */
        memo?: undefined;
      };
