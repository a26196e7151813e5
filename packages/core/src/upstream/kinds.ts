import type { Guard } from './guard.ts';

/** What is the same for all endpoints that speak one interface. */
export interface EndpointKind {
  /** Whether endpoints and requests without a kind are of this one. */
  readonly isDefault?: boolean | undefined;
  /** Is made once: reads with different guards are never coalesced. */
  readonly guard?: Guard | undefined;
}

/** Kinds of endpoints, by their names. */
export type EndpointKinds = Readonly<Record<string, EndpointKind>>;

/** The kind of what names none. Undefined if the kinds have no default. */
export function defaultKindOf(kinds: Readonly<Record<string, Pick<EndpointKind, 'isDefault'>>>): string | undefined {
  return Object.keys(kinds).find((kind) => kinds[kind]?.isDefault === true);
}
