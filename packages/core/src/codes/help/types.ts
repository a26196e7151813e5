import type { CodeOfKind, Kind } from '../index.ts';

/** Advice for each code of some kinds. The compiler checks that every code has a text. */
export type Help<K extends Kind = Kind> = Readonly<Record<CodeOfKind<K>, string>>;
