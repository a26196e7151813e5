export type * from './bytes.ts';
export type {
  DataOf,
  FamilyTypes,
  Honoured,
  ModeOf,
  ModeTypes,
  Params,
  PlainWish,
  Wishes,
  WishesSchema,
  WishInput,
} from './family-types.ts';
export type { Identified, IdentifierField, IdentifierKind, Parsed, Unidentified } from './identifier-kinds.ts';
export type { Identifiers, ParsedFields } from './identifiers.ts';
export type * from './mode.ts';
export type * from './needs.ts';
export type { Telling, Told } from './told.ts';
