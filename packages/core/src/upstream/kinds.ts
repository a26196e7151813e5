import type { Guard } from './guard.ts';

/** Facts about all endpoints of one kind. */
export interface EndpointKind {
  /** True if endpoints and requests without a kind have this one. */
  readonly isDefault?: boolean | undefined;
  /** Make it once: reads with different guards are never coalesced. */
  readonly guard?: Guard | undefined;
  /** Calls in one JSON-RPC batch, for endpoints without `maxBatch`. Set it if all servers of this kind take that many. By default the client's. */
  readonly maxBatch?: number | undefined;
}

/** Kinds of endpoints, by their names. */
export type EndpointKinds = Readonly<Record<string, EndpointKind>>;

/** The default kind. Undefined if there is none. */
export function defaultKindOf(kinds: Readonly<Record<string, Pick<EndpointKind, 'isDefault'>>>): string | undefined {
  return Object.keys(kinds).find((kind) => kinds[kind]?.isDefault === true);
}
