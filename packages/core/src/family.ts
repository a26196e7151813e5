import type * as z from 'zod';
import type { ChainId } from './chain-ids.ts';
import type { Bytes, SignedTransaction } from './contract/bytes.ts';
import type { FamilyTypes, ModeOf } from './contract/family-types.ts';
import type { ModeVerbs } from './contract/mode.ts';
import type { Needs } from './contract/needs.ts';
import type { FamilyName } from './family-names.ts';
import type { BalancePart, Balances } from './schema/account-state.ts';
import type { Token } from './schema/token.ts';
import type { ParsedTransaction } from './schema/transaction-record.ts';
import type { Validator } from './schema/validator.ts';
import type { Endpoint, EndpointKind, Guard, NamedEndpoint, Operation, Upstream } from './upstream/index.ts';

/**
 * One chain family: how a group of chains that work alike is opened. Ten packages implement it, and nothing else about them is known to
 * the gateway.
 */
export interface ChainFamily<T extends FamilyTypes = FamilyTypes> {
  readonly name: FamilyName;
  readonly chainIds: readonly T['chainId'][];
  /** The options that the family adds to `ConnectOptions`, as they stand in a configuration file. None by default. */
  readonly optionsSchema?: z.ZodType | undefined;
  /** The interfaces that it speaks: each endpoint is of one of these kinds. */
  readonly upstreams: Readonly<Record<T['kind'], UpstreamKind<T['context']>>>;
  /** What is asked where nobody configures endpoints. Their order is that of the priority. A chain of `stopped` has none. */
  publicEndpoints(chainId: T['chainId'], options: T['options']): readonly (string | Endpoint<T['kind']>)[];
  /** Simultaneous connections of one operation, if it needs more than the client's own number. Workers allow no more than that. */
  readonly maxConcurrent?: number | undefined;
  /** Those of its chains that make no blocks any more. They have no public endpoints: core answers for them until endpoints are configured. */
  readonly stopped?: Readonly<Partial<Record<ChainId, Stopped>>> | undefined;
  /** The pure half of a chain. */
  bytes(chainId: T['chainId']): Bytes<T>;
  /** Made once for an opened chain: its data with what the options say. `options` are those of `OpenParts`. */
  context(chainId: T['chainId'], options: T['options']): T['context'];
  /** Wires one chain. Touches no network. */
  open(parts: OpenParts<T>): ChainAdapter<T>;
}

/** One interface that a family speaks. */
export interface UpstreamKind<Context = unknown> extends Pick<EndpointKind, 'isDefault'> {
  /** Whether one endpoint of this kind alone makes a chain work: a node, or an index of the whole chain, not an explorer. For readiness checks. */
  readonly isNode?: boolean | undefined;
  /** Shows whether an endpoint serves this chain. Made once for an opened chain; undefined where the operator wants no check. */
  guard?(context: Context): Guard | undefined;
}

/** What a family is given to open a chain. */
export interface OpenParts<T extends FamilyTypes = FamilyTypes> {
  readonly chainId: T['chainId'];
  readonly bytes: Bytes<T>;
  /**
   * With the endpoints that are asked, each with its name and kind. None for a chain of `stopped` that nobody serves: it opens all the same, and nobody
   * asks it anything.
   */
  readonly options: T['options'] & { readonly endpoints: readonly NamedEndpoint[] };
  readonly context: T['context'];
  readonly upstream: Upstream;
}

/** A network that makes no blocks any more. Nodes may still answer from its last block, and take transactions that nobody will ever mine. */
export interface Stopped {
  /** `YYYY-MM-DD`, UTC: the day of its last block, or where that is not known the first day on which it had certainly ended. */
  readonly since: string;
  /** Why, and what became of the coin: whole sentences for people. */
  readonly reason: string;
}

/**
 * One chain, opened: its pure half, and the half with a network. Every family walks the same way: `ask` -> `decide` -> `plan` -> `assemble` -> the
 * client signs -> `finalize` -> `submit`.
 */
export interface ChainAdapter<T extends FamilyTypes = FamilyTypes> {
  readonly bytes: Bytes<T>;
  readonly upstream: Upstream;

  /** A mode that is not here, or whose `needs` are not met, is not supported. `supportedFeatures` says so. */
  readonly modes: { readonly [M in keyof T['modes']]?: M extends ModeOf<T> ? ModeVerbs<T, M> : never };
  /** Whether transactions carry a memo. Where they do not, a memo is answered with a warning. */
  readonly memo: boolean;

  /**
   * Sends a signed transaction. Idempotent: a transaction that the chain already knows answers its hash.
   *
   * @returns The transaction hash as explorers show it.
   * @throws RefusedError a `broadcast.*` code when the node refused; UpstreamError when no endpoint answered.
   */
  submit(signed: SignedTransaction, plan: T['plan'], operation: Operation): Promise<string>;

  readonly reads: Reads<T['kind']>;

  /** Chain-specific public facts for `params` of the chain's detail. */
  readonly facts?: Readonly<Record<string, unknown>> | undefined;

  /** What would turn on more on this chain, for operators, a sentence each: `isochain chains` prints them. */
  readonly hints?: readonly string[] | undefined;
}

/** A read that answers several parts: balances, or movements that it understands. */
export interface PartedRead<Kind extends string = string> {
  readonly parts: readonly BalancePart[];
  /** Nothing by default. Where these kinds are not configured, the part cannot be read. */
  readonly needs?: { readonly [P in BalancePart]?: Needs<Kind> };
}

/** What can be read on the chain. What is absent, or whose `needs` are not met, cannot be read. `supportedFeatures` says so. */
export interface Reads<Kind extends string = string> {
  readonly accountState?: PartedRead<Kind> & {
    /**
     * @param account - Canonical.
     * @returns The parts that were asked for. An account that the chain does not know has zero balances.
     */
    read(account: string, wanted: AccountStateRequest, operation: Operation): Promise<Balances>;
  };
  readonly history?: PartedRead<Kind> & {
    /** Newest first. `cursor` is what an earlier answer gave as `next`; it must stay valid while blocks arrive. */
    read(account: string, page: PageRequest, operation: Operation): Promise<HistoryPage>;
  };
  readonly transaction?: PartedRead<Kind> & {
    /** @returns undefined if no upstream knows the transaction. */
    read(id: string, operation: Operation): Promise<ReadTransaction | undefined>;
  };
  readonly token?: {
    readonly needs?: Needs<Kind>;
    /** @returns The token, or why there is none. */
    read(id: string, operation: Operation): Promise<Token | { readonly missing: string }>;
  };
  readonly validators?: {
    readonly needs?: Needs<Kind>;
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
