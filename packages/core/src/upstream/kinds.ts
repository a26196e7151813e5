import type { KindDefaults } from './default-kind.ts';
import type { Guard } from './guard.ts';

/** Facts about all endpoints of one kind. */
export interface EndpointKind extends KindDefaults {
  /** Make it once: reads with different guards are never coalesced. */
  readonly guard?: Guard | undefined;
}

/** Kinds of endpoints, by their names. */
export type EndpointKinds = Readonly<Record<string, EndpointKind>>;
