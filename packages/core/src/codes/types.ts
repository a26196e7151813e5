/** The kind of a code. */
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

/** The codes of some nouns. Each code is in the file of its noun, and so only once. */
export type Codes<Noun extends string> = Readonly<Record<`${Noun}.${string}`, Definition>>;

export interface Definition {
  /** The gateway maps kinds, not codes, to HTTP statuses. */
  readonly kind: Kind;
  /** Template of the client's message. `{name}` is filled from the context. A part in brackets is left out if the context lacks a name in it. */
  readonly message: string;
  /** What to do, as a sentence after the message. A template, too. It is left out where it would be wrong (`withoutAdvice`). */
  readonly advice?: string;
  /** Names of the context that the message does not have: facts for programs alone. */
  readonly facts?: readonly string[];
}
