import type * as z from 'zod';
import type { ChainId } from '../chain-ids.ts';
import type { ConnectOptions } from '../connect-options.ts';
import type { Mode } from '../schema/modes.ts';
import type { dataOfMode } from '../schema/transaction-data.ts';
import type { IdentifierKind } from './identifier-kinds.ts';

/**
 * The types of one family, in one bag: `interface Evm extends FamilyTypes` narrows what it has. The contract has no other type parameters but
 * the mode.
 */
export interface FamilyTypes {
  chainId: ChainId;
  /** The kinds of endpoints that it speaks with. */
  kind: string;
  options: ConnectOptions;
  /** What an opened chain knows: its data with what the options say. */
  context: unknown;
  /** What identifiers become when they are parsed. */
  values: Record<IdentifierKind, unknown>;
  /** The modes that the family has. */
  modes: { [M in Mode]?: ModeTypes };
  /** A transaction in the chain's own terms: one type for all modes. */
  plan: unknown;
  /** What `assemble` makes and `finalize` joins with a signature. */
  unsigned: unknown;
}

/** What differs between the modes of a family. */
export interface ModeTypes {
  /** Schema of the wishes. */
  wishes: z.ZodObject;
  /** What encode answers in `params`, as JSON. */
  params: object;
  /** Which of the wishes outside of `params` count. */
  honours?: PlainWish;
}

export type ModeOf<T extends FamilyTypes> = keyof T['modes'] & Mode;

type TypesOf<T extends FamilyTypes, M> = M extends keyof T['modes'] ? Extract<T['modes'][M], ModeTypes> : never;

export type WishesSchema<T extends FamilyTypes, M> = TypesOf<T, M>['wishes'];

/** Wishes as clients write them in `params`. */
export type WishInput<T extends FamilyTypes, M> = z.input<WishesSchema<T, M>>;

/** Wishes as core has read them; `fees`, `gas` and `nonce` where the mode honours them. */
export type Wishes<T extends FamilyTypes, M> = Named<z.output<WishesSchema<T, M>>> &
  Partial<Record<Honoured<T, M>, bigint>>;

/** All of them, where a mode does not say. */
export type Honoured<T extends FamilyTypes, M> =
  TypesOf<T, M> extends { honours: infer H extends PlainWish } ? H : PlainWish;

/** zod says of an object without members that all its members are `never`. Beside it nothing else could have members. */
type Named<Members> = string extends keyof Members ? unknown : Members;

export type Params<T extends FamilyTypes, M> = TypesOf<T, M>['params'];

/** Fields of an encode request that are wishes before they are computed. */
export const plainWishes = ['fees', 'gas', 'nonce'] as const;

export type PlainWish = (typeof plainWishes)[number];

/** The fields of each mode, as its schema reads them. */
export type DataOf = { [M in Mode]: z.output<(typeof dataOfMode)[M]> };
