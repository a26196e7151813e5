import type { DataOf, FamilyTypes, ModeOf, Params } from '../contract/family-types.ts';
import type { ModeWithAmount } from '../service/check-amount.ts';
import type { Simplify } from './simplify.ts';

/** `transaction.data` of an encode answer without errors. Broadcast takes it back. */
export type Completed<T extends FamilyTypes, M extends ModeOf<T> = ModeOf<T>> =
  M extends ModeOf<T>
    ? Simplify<
        Fields<M> & {
          /** What the bytes depend on. Send it back unchanged. */
          params: Params<T, M> & {
            /** Over all of `data`. Broadcast refuses data that were changed. */
            checksum: string;
          };
        }
      >
    : never;

/** `transaction.data` of a validate answer without errors. It has no checksum, because it is not for broadcast. */
export type Validated<T extends FamilyTypes, M extends ModeOf<T> = ModeOf<T>> =
  M extends ModeOf<T>
    ? Simplify<
        Fields<M> & {
          /** What the bytes would depend on. */
          params: Params<T, M>;
        }
      >
    : never;

/** `transaction.data` of an answer with errors. Computed fields may be missing. */
export type Unfinished<T extends FamilyTypes, M extends ModeOf<T> = ModeOf<T>> =
  M extends ModeOf<T>
    ? Simplify<
        Omit<DataOf[M], 'params'> & {
          /** What the bytes would depend on, if that was computed. */
          params?: Params<T, M> | undefined;
        }
      >
    : never;

type Fields<M extends keyof DataOf> = Omit<
  DataOf[M],
  'params' | 'fees' | (M extends ModeWithAmount ? 'amount' : never)
> & {
  /** The most that the sender can be charged, in the smallest unit. */
  fees: string;
} & (M extends ModeWithAmount
    ? {
        /** What is sent, in the smallest unit. With `useMaxAmount` it is what was computed. */
        amount: string;
      }
    : unknown);
