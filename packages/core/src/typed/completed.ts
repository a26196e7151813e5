import type { DataOf, FamilyTypes, ModeOf, Params } from '../contract/family-types.ts';
import type { ModeWithAmount } from '../service/check-amount.ts';
import type { Simplify } from './simplify.ts';

/** `transaction.data` as encode answers it where there are no errors, and as broadcast takes it back. */
export type Completed<T extends FamilyTypes, M extends ModeOf<T> = ModeOf<T>> =
  M extends ModeOf<T> ? Simplify<Fields<M> & { params: Params<T, M> & { checksum: string } }> : never;

/** The same as validate answers it: nothing is to be sent with it, so it has no checksum. */
export type Validated<T extends FamilyTypes, M extends ModeOf<T> = ModeOf<T>> =
  M extends ModeOf<T> ? Simplify<Fields<M> & { params: Params<T, M> }> : never;

/** As far as it got, where there are errors. */
export type Unfinished<T extends FamilyTypes, M extends ModeOf<T> = ModeOf<T>> =
  M extends ModeOf<T> ? Simplify<Omit<DataOf[M], 'params'> & { params?: Params<T, M> | undefined }> : never;

type Fields<M extends keyof DataOf> = Omit<
  DataOf[M],
  'params' | 'fees' | (M extends ModeWithAmount ? 'amount' : never)
> & {
  fees: string;
} & (M extends ModeWithAmount ? { amount: string } : unknown);
