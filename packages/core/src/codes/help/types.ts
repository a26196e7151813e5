import type { CodeOfKind, Kind } from '../index.ts';

/** One text for each code of some kinds, no more and no less: the compiler counts. Each says what to do about it. */
export type Help<K extends Kind = Kind> = Readonly<Record<CodeOfKind<K>, string>>;
