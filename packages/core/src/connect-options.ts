import type { ChainId } from './chain-ids.ts';
import type { Parsed } from './contract/identifier-kinds.ts';
import type { AttemptEvent, Endpoint, Fetch, RemarkEvent } from './upstream/index.ts';

/** Options of every family. A family narrows `Kind` to its kinds of endpoints, and may add options of its own. */
export interface ConnectOptions<Kind extends string = string> {
  /** Tried in order; a failing one is set aside for a while. Defaults to the chain's public endpoints. A stopped chain has none. */
  readonly endpoints?: readonly (string | Endpoint<Kind>)[] | undefined;
  /** Defaults to the global `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** Milliseconds since 1970. Defaults to `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** Timeout of one attempt at one endpoint, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /**
   * How old the latest block of an endpoint may be, in milliseconds. An endpoint with an older block is passed over. If all stand still, nothing
   * is encoded or sent. By default ten minutes or a hundred blocks, whichever is longer. 0 switches the check off: for development chains that
   * make blocks only on demand, or have a clock that stands still.
   */
  readonly oldestBlockMs?: number | undefined;
  /** Equal reads in flight are made once: across all operations (`shared`, the default), or within one operation (`operation`, for Workers). */
  readonly coalesce?: 'shared' | 'operation' | undefined;
  /** Called for every attempt at an endpoint, for logs, metrics and traces. */
  readonly onAttempt?: ((attempt: AttemptEvent) => void) | undefined;
  /** Called once for each remark about an endpoint that works, such as a version that was not tested. For logs. */
  readonly onRemark?: ((remark: RemarkEvent) => void) | undefined;
  /**
   * What processes that serve the same chain tell each other. Without it, a process does not know of broadcasts of others whose answers were lost.
   */
  readonly notes?: SharedNotes | undefined;
  /**
   * Gives access to identifiers of other chains, for conversions across chains. Answers undefined for a chain that is not served. Without it,
   * only conversions within one chain are accepted.
   */
  readonly identifiersOf?: ((chainId: ChainId) => Promise<ForeignIdentifiers | undefined>) | undefined;
}

/** Short texts in a store that processes share. A method that fails costs nothing but what it would have told. */
export interface SharedNotes {
  get(key: string): Promise<string | undefined>;
  /** @param seconds - How long it has to be kept. */
  set(key: string, text: string, seconds: number): Promise<void>;
  delete(key: string): Promise<void>;
}

/** Reads identifiers of the target chain of a conversion. */
export interface ForeignIdentifiers {
  recipient(text: string): Parsed<unknown>;
  token(text: string): Parsed<unknown>;
}
