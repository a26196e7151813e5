/** What sort of bad news a code is. */
export type Kind =
  | 'request'
  | 'mediaType'
  | 'tooLarge'
  | 'tooSlow'
  | 'unauthorized'
  | 'forbidden'
  | 'rateLimited'
  | 'notFound'
  | 'methodNotAllowed'
  | 'notBuilt'
  | 'gone'
  | 'chain'
  | 'refused'
  | 'conflict'
  | 'warning'
  | 'stopping'
  | 'upstream'
  | 'timeout'
  | 'internal';

/** The codes of some nouns. A code stands in the file of its noun, and so only once. */
export type Codes<Noun extends string> = Readonly<Record<`${Noun}.${string}`, Definition>>;

/** What a code is. */
export interface Definition {
  /** The gateway maps kinds, not codes, to HTTP statuses. */
  readonly kind: Kind;
  /** Template of the sentence that a client reads: `{name}` is filled from the context. A part in brackets is left out where the context lacks a name of it. */
  readonly message: string;
}
