import type * as z from 'zod';
import type { ChainId, ChainIdentity } from './catalogue.ts';
import type { FamilyName } from './family-names.ts';
import type { Problem } from './problem.ts';
import type { BalancePart, Balances } from './schema/account-state.ts';
import type { EncodedItem } from './schema/encoded.ts';
import type { Mode } from './schema/modes.ts';
import type { Token } from './schema/token.ts';
import type { CompletedData, Intent } from './schema/transaction-data.ts';
import type { ParsedTransaction } from './schema/transaction-record.ts';
import type { Validator } from './schema/validator.ts';
import type { KeyLikeIds, Secret } from './secrets.ts';
import type {
  AttemptEvent,
  Endpoint,
  EndpointKind,
  Fetch,
  Guard,
  NamedEndpoint,
  Operation,
  Upstream,
} from './upstream/index.ts';

/**
 * One chain family: how a group of chains that work alike is opened. Ten packages implement it, and nothing else about them is known to
 * the gateway.
 */
export interface ChainFamily<Options extends ConnectOptions = ConnectOptions, Context = unknown> {
  readonly name: FamilyName;
  readonly chainIds: readonly ChainId[];
  /** The options that the family adds to `ConnectOptions`, as they stand in a configuration file. None by default. */
  readonly optionsSchema?: z.ZodType | undefined;
  /** The interfaces that it speaks: each endpoint is of one of these kinds. */
  readonly upstreams: Readonly<Record<string, UpstreamKind<Context>>>;
  /** What is asked where nobody configures endpoints. Their order is that of the priority. A chain of `stopped` has none. */
  publicEndpoints(chainId: ChainId, options: Options): readonly (string | Endpoint)[];
  /** Simultaneous connections of one operation, if it needs more than the client's own number. Workers allow no more than that. */
  readonly maxConcurrent?: number | undefined;
  /** Those of its chains that make no blocks any more. They have no public endpoints: core answers for them until endpoints are configured. */
  readonly stopped?: Readonly<Partial<Record<ChainId, Stopped>>> | undefined;
  /** Made once for an opened chain: its data with what the options say. `options` are those of `OpenParts`. */
  context(chainId: ChainId, options: Options): Context;
  /** Wires one chain. Touches no network. */
  open(parts: OpenParts<Options, Context>): ChainAdapter;
}

/** One interface that a family speaks. */
export interface UpstreamKind<Context = unknown> extends Pick<EndpointKind, 'isDefault'> {
  /** Whether one endpoint of this kind alone makes a chain work: a node, or an index of the whole chain, not an explorer. For readiness checks. */
  readonly isNode?: boolean | undefined;
  /** Shows whether an endpoint serves this chain. Made once for an opened chain; undefined where the operator wants no check. */
  guard?(context: Context): Guard | undefined;
}

/** What a family is given to open a chain. */
export interface OpenParts<Options extends ConnectOptions = ConnectOptions, Context = unknown> {
  readonly chainId: ChainId;
  /**
   * With the endpoints that are asked, each with its name and kind. None for a chain of `stopped` that nobody serves: it opens all the same, and nobody
   * asks it anything.
   */
  readonly options: Options & { readonly endpoints: readonly NamedEndpoint[] };
  readonly context: Context;
  readonly upstream: Upstream;
}

/** A network that makes no blocks any more. Nodes may still answer from its last block, and take transactions that nobody will ever mine. */
export interface Stopped {
  /** `YYYY-MM-DD`, UTC: the day of its last block, or where that is not known the first day on which it had certainly ended. */
  readonly since: string;
  /** Why, and what became of the coin: whole sentences for people. */
  readonly reason: string;
}

/** What every family takes from outside. A family may add options of its own. */
export interface ConnectOptions {
  /** Tried in order; a failing one is set aside for a while. Defaults to the chain's public endpoints. A chain that has stopped has none. */
  readonly endpoints?: readonly (string | Endpoint)[] | undefined;
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
}

/**
 * One chain, opened: the verbs of its family. Every family walks the same way: `modes[mode]` (complete) -> `assemble` -> the client signs
 * -> `finalize` -> `submit`.
 */
export interface ChainAdapter {
  readonly chainId: ChainId;
  readonly identity: ChainIdentity;
  readonly upstream: Upstream;
  readonly identifiers: Identifiers;
  /** Which ids have a form of private keys; none by default. */
  readonly keyLikeIds?: KeyLikeIds;

  /**
   * The modes that the chain has: each turns an intent into completed data. A mode that is not here is not supported, and
   * `supportedFeatures` says so.
   */
  readonly modes: { readonly [M in Mode]?: Complete<M> };
  /** What a client may wish for in each mode. Any other wish is ignored, and the answer says so. */
  readonly wishes: { readonly [M in Mode]?: readonly Wish[] };
  /** Whether transactions carry a memo. Where they do not, a memo is answered with a warning. */
  readonly memo: boolean;

  /**
   * Makes the bytes to sign. Pure and deterministic: no network, clock, randomness or cache; the only place that makes bytes. Broadcast
   * calls it again and refuses anything that differs.
   *
   * @throws RefusedError `data.altered` if the data contradicts itself (fees that do not follow from `params`, say).
   */
  assemble(data: CompletedData): EncodedItem[];

  /**
   * Joins data, encoded items and signature into what is sent. Pure. Accepts every signature form of the wire contract and verifies the
   * signature against the sender.
   *
   * @throws RefusedError `signature.malformed`, `signature.mismatch` or `signature.otherTransaction`.
   */
  finalize(data: CompletedData, encoded: readonly EncodedItem[], signature: string): MaybePromise<SignedTransaction>;

  /**
   * Sends a signed transaction. Idempotent: a transaction that the chain already knows answers its hash.
   *
   * @returns The transaction hash as explorers show it.
   * @throws RefusedError a `broadcast.*` code when the node refused; UpstreamError when no endpoint answered.
   */
  submit(signed: SignedTransaction, data: CompletedData, operation: Operation): Promise<string>;

  /** Says what encoded items really do, from the bytes alone. */
  readonly explain?: (encoded: readonly EncodedItem[]) => Explanation;

  readonly reads: Reads;

  /** Chain-specific public facts for `params` of the chain's detail. */
  readonly facts?: Readonly<Record<string, unknown>> | undefined;

  /** What would turn on more on this chain, for operators, a sentence each: `isochain chains` prints them. */
  readonly hints?: readonly string[] | undefined;
}

/** A field of an encode request that means something before it was computed: `params.feeRate` is a member of `params`. */
export type Wish = 'fees' | 'gas' | 'nonce' | `params.${string}`;

export type MaybePromise<T> = T | Promise<T>;

/** Talks to the network: validates against the chain's rules, resolves `useMaxAmount`, computes fees, gas, nonce and params. */
export type Complete<M extends Mode = Mode> = (
  intent: CheckedIntent<M>,
  operation: Operation,
) => Promise<Completion<M>>;

/** An intent whose shape, amount and identifiers have been checked by the service. */
export interface CheckedIntent<M extends Mode = Mode> {
  /** As the client sent it, unknown and empty fields dropped: its identifiers are echoed unchanged. */
  readonly data: Intent<M>;
  /** Smallest unit; `'max'` for useMaxAmount; `undefined` where the mode needs none and none was given. */
  readonly amount: bigint | 'max' | undefined;
}

/** What came out of `complete`: without errors `data` is `CompletedData`; with errors it is as far as it got, and there is nothing to sign. */
export interface Completion<M extends Mode = Mode> {
  readonly data: Intent<M>;
  readonly errors: readonly Problem[];
  readonly warnings: readonly Problem[];
  /**
   * What the sender holds of the coin that pays the fees, in its smallest unit: fees that are high for it are warned of. Leave it out where it
   * is not known, or where somebody else pays.
   */
  readonly held?: bigint | undefined;
}

export interface SignedTransaction {
  /** What `submit` sends, in the family's own wire encoding. */
  readonly raw: string;
  /** The transaction hash as explorers show it, known before sending. */
  readonly hash: string;
}

/** What encoded items do, read from their bytes. */
export interface Explanation {
  /** As a transaction data object, with what can be read from the bytes. */
  readonly data: Readonly<Record<string, unknown>>;
  /** What in the items contradicts itself, such as a hash that is not the hash of the raw transaction. */
  readonly errors: readonly Problem[];
  /** What the bytes can cost at least, in the smallest unit, where they do not tell all (`data.fees`): on rollups the cost of L1 comes on top. */
  readonly leastFees?: bigint | undefined;
}

/**
 * Checks what names things on a chain. Each answers the canonical form (equal for equal things, so that the service can compare), or says
 * in a few words what is wrong.
 */
export interface Identifiers {
  /** An account id of the read side: an address, or an extended public key where the chain has them. */
  account(text: string): Checked;
  /** The address of a recipient, and of a sender unless `sender` says otherwise. */
  address(text: string): Checked;
  /** What stands in `senderAddress`, where that may be more than an address: an extended public key, say. */
  readonly sender?: ((text: string) => Checked) | undefined;
  token(text: string): Checked;
  validator(text: string): Checked;
  transaction(text: string): Checked;
  /**
   * The canonical address that a public key (as clients send it) belongs to. Undefined where a key does not determine an address.
   *
   * @param sender - Canonical: where a key has several addresses, the one that is the sender is answered, if it is among them.
   */
  readonly ownerOf?: (publicKey: string, sender: string | undefined) => Checked;
}

export type Checked =
  | { readonly ok: true; readonly canonical: string }
  | {
      readonly ok: false;
      /** Repeats nothing of the text. */
      readonly reason: string;
      readonly checksum?: boolean;
      readonly native?: boolean;
      /** Set where the family knows that it is a secret; what looks like one everywhere, core finds out itself. */
      readonly secret?: Secret;
    };

/** The kinds of movements that a history or transaction reader understands. */
export type AssetKind = BalancePart;

/** What can be read on the chain with the configured upstreams. What is absent cannot be read, and `supportedFeatures` says so. */
export interface Reads {
  readonly accountState?: {
    readonly parts: readonly BalancePart[];
    /**
     * @param account - Canonical.
     * @returns The parts that were asked for. An account that the chain does not know has zero balances.
     */
    read(account: string, wanted: AccountStateRequest, operation: Operation): Promise<Balances>;
  };
  readonly history?: {
    readonly kinds: readonly AssetKind[];
    /** Newest first. `cursor` is what an earlier answer gave as `next`; it must stay valid while blocks arrive. */
    read(account: string, page: PageRequest, operation: Operation): Promise<HistoryPage>;
  };
  readonly transaction?: {
    readonly kinds: readonly AssetKind[];
    /** @returns undefined if no upstream knows the transaction. */
    read(id: string, operation: Operation): Promise<ReadTransaction | undefined>;
  };
  readonly token?: {
    /** @returns The token, or why there is none. */
    read(id: string, operation: Operation): Promise<Token | { readonly missing: string }>;
  };
  readonly validators?: {
    read(page: PageRequest, operation: Operation): Promise<{ validators: Validator[]; next: string | undefined }>;
  };
  /** Pure. The first is the default. */
  readonly addresses?: (publicKey: string) => { type: string; address: string }[] | { readonly invalid: string };
}

export interface AccountStateRequest {
  readonly parts: ReadonlySet<BalancePart>;
  /** Hex; Babylon staking data on bitcoin needs it. */
  readonly publicKey: string | undefined;
}

export interface PageRequest {
  /** 1 to 100. */
  readonly limit: number;
  readonly cursor: string | undefined;
}

export interface ReadTransaction {
  readonly parsed: ParsedTransaction;
  readonly raw: unknown;
}

export interface HistoryPage {
  readonly transactions: readonly ReadTransaction[];
  readonly next: string | undefined;
}
