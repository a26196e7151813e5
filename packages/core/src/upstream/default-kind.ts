/** What endpoints need to know of their kind. */
export interface KindDefaults {
  /** True if endpoints and requests without a kind have this one. */
  readonly isDefault?: boolean | undefined;
  /** Calls in one JSON-RPC batch, for endpoints without `maxBatch`. Set it if all servers of this kind take that many. By default the client's. */
  readonly maxBatch?: number | undefined;
}

/** The default kind. Undefined if there is none. */
export function defaultKindOf(kinds: Readonly<Record<string, Pick<KindDefaults, 'isDefault'>>>): string | undefined {
  return Object.keys(kinds).find((kind) => kinds[kind]?.isDefault === true);
}
