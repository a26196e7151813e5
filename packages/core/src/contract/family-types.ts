import type * as z from 'zod';
import type { ChainId } from '../chain-ids.ts';
import type { ConnectOptions } from '../connect-options.ts';
import type { Mode } from '../schema/modes.ts';
import type { FieldsOfMode } from '../schema/wire-types.data.ts';
import type { IdentifierKind } from './identifier-kinds.ts';

/**
 * The types of one family, in one interface: `interface Evm extends FamilyTypes` narrows the members. The contract has no other type parameter
 * except the mode.
 */
export interface FamilyTypes {
  chainId: ChainId;
  /** The kinds of endpoints that the family can ask. */
  kind: string;
  options: ConnectOptions;
  /** An opened chain: its data, and its options. */
  context: unknown;
  /** The value of each kind of identifier after parsing. */
  values: Record<IdentifierKind, unknown>;
  /** The modes that the family has. */
  modes: { [M in Mode]?: ModeTypes };
  /** The texts of all wishes, by mode: the file `wishes.data.ts`, which `npm run generate` makes of their schemas. */
  wishTexts?: object;
  /** Whether transactions can carry a memo. If not, an intent with one does not compile. */
  memo: boolean;
  /** A transaction in the chain's own terms: one type for all modes. */
  plan: unknown;
  /** Made by `assemble`. `finalize` joins it with a signature. */
  unsigned: unknown;
}

/** What differs between the modes of a family. */
export interface ModeTypes {
  /** Schema of the wishes. */
  wishes: z.ZodObject;
  /** `params` of an encode answer, as JSON. */
  params: object;
  /** The plain wishes (`fees`, `gas`, `nonce`) that the mode obeys. */
  honours?: PlainWish;
  /** `false` if the transactions of this mode carry no memo, though others of the family do. */
  memo?: boolean;
}

export type ModeOf<T extends FamilyTypes> = keyof T['modes'] & Mode;

type TypesOf<T extends FamilyTypes, M> = M extends keyof T['modes'] ? Extract<T['modes'][M], ModeTypes> : never;

export type WishesSchema<T extends FamilyTypes, M> = TypesOf<T, M>['wishes'];

/** Wishes as clients write them in `params`. Their schema decides the types. Editors show no text of a schema, so the texts are those of `wishTexts`. */
export type WishInput<T extends FamilyTypes, M> = WithTexts<TextsOf<T, M>, z.input<WishesSchema<T, M>>>;

type TextsOf<T extends FamilyTypes, M> = T extends { wishTexts: infer Texts }
  ? M extends keyof Texts
    ? Texts[M]
    : unknown
  : unknown;

/** A mapped type keeps the texts of the members that it goes through. */
type WithTexts<Texts, Wishes> = unknown extends Texts
  ? Wishes
  : Wishes & { [Name in keyof Texts]?: Name extends keyof Wishes ? Wishes[Name] : never };

/** Wishes as core has read them, with `fees`, `gas` and `nonce` if the mode honours them. */
export type Wishes<T extends FamilyTypes, M> = Named<z.output<WishesSchema<T, M>>> &
  Partial<Record<Honoured<T, M>, bigint>>;

/** The plain wishes that a mode obeys. All three if the mode does not say. */
export type Honoured<T extends FamilyTypes, M> =
  TypesOf<T, M> extends { honours: infer H extends PlainWish } ? H : PlainWish;

/** Whether a transaction of a mode can carry a memo. */
export type TakesMemo<T extends FamilyTypes, M> = [T['memo']] extends [false]
  ? false
  : TypesOf<T, M> extends { memo: false }
    ? false
    : true;

/**
 * zod types an object without members as `Record<string, never>`. An intersection with that type could have no members either. Where the family is not
 * known, members of any name may be there: a type with optional members alone would be incompatible with wishes of other names.
 */
type Named<Members> = string extends keyof Members
  ? [Members[keyof Members]] extends [never]
    ? unknown
    : Readonly<Record<string, unknown>>
  : Members;

export type Params<T extends FamilyTypes, M> = TypesOf<T, M>['params'];

/** Fields that are wishes in an encode request, and computed in its answer. */
export const plainWishes = ['fees', 'gas', 'nonce'] as const;

export type PlainWish = (typeof plainWishes)[number];

/** The fields of each mode, as its schema reads them. */
export type DataOf = FieldsOfMode;
