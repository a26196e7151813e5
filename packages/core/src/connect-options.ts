import type { ChainId } from './chain-ids.ts';
import type { Parsed } from './contract/identifier-kinds.ts';
import type { AttemptEvent, Endpoint, Fetch } from './upstream/index.ts';

/** What every family takes from outside. A family names its kinds of endpoints, and may add options of its own. */
export interface ConnectOptions<Kind extends string = string> {
  /** Tried in order; a failing one is set aside for a while. Defaults to the chain's public endpoints. A chain that has stopped has none. */
  readonly endpoints?: readonly (string | Endpoint<Kind>)[] | undefined;
  /** Defaults to the global `fetch`. Tests hand in a replaying one, platforms a leaner one. */
  readonly fetch?: Fetch | undefined;
  /** Milliseconds since 1970. Defaults to `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** One attempt at one endpoint, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /**
   * How old the latest block of an endpoint may be, in milliseconds. One with an older one is passed over, and where all stand still nothing is encoded
   * or sent. By default ten minutes or a hundred blocks, whichever is longer. 0 switches the check off: for development chains that make blocks only
   * when they are told to, or whose clock stands still.
   */
  readonly oldestBlockMs?: number | undefined;
  /** Equal reads in flight are made once: across all operations (`shared`, the default), or within one (`operation`, for Workers). */
  readonly coalesce?: 'shared' | 'operation' | undefined;
  /** Told of every attempt at an endpoint, for logs, metrics and traces. */
  readonly onAttempt?: ((attempt: AttemptEvent) => void) | undefined;
  /**
   * Reads identifiers of other chains, for conversions across chains. Answers undefined for a chain that is not there. Without it, only
   * conversions within one chain are taken.
   */
  readonly identifiersOf?: ((chainId: ChainId) => Promise<ForeignIdentifiers | undefined>) | undefined;
}

/** What conversions need to know of the chain that they lead to. */
export interface ForeignIdentifiers {
  recipient(text: string): Parsed<unknown>;
  token(text: string): Parsed<unknown>;
}
