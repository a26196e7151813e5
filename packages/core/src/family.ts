import type * as z from 'zod';
import type { ChainId } from './chain-ids.ts';
import type { Bytes, SignedTransaction } from './contract/bytes.ts';
import type { FamilyTypes, ModeOf } from './contract/family-types.ts';
import type { CheckedData, ModeVerbs } from './contract/mode.ts';
import type { Needs } from './contract/needs.ts';
import type { FamilyName } from './family-names.ts';
import type { Problem } from './problem.ts';
import type { BalancePart, Balances } from './schema/account-state.ts';
import type { Mode } from './schema/modes.ts';
import type { Token } from './schema/token.ts';
import type { ParsedTransaction } from './schema/transaction-record.ts';
import type { Validator } from './schema/validator.ts';
import type { Endpoint, EndpointKind, Guard, NamedEndpoint, Operation, Upstream } from './upstream/index.ts';

/**
 * One chain family: opens chains that work alike. Every family package implements it. The gateway knows nothing else about a family.
 */
export interface ChainFamily<T extends FamilyTypes = FamilyTypes> {
  readonly name: FamilyName;
  readonly chainIds: readonly T['chainId'][];
  /** Schema of the options that the family adds to `ConnectOptions`, as a configuration file spells them. None by default. */
  readonly optionsSchema?: z.ZodType | undefined;
  /** The kinds of endpoints that the family can ask. */
  readonly upstreams: Readonly<Record<T['kind'], UpstreamKind<T['context']>>>;
  /** The default endpoints, the preferred one first. A stopped chain has none. */
  publicEndpoints(chainId: T['chainId'], options: T['options']): readonly (string | Endpoint<T['kind']>)[];
  /** Simultaneous connections of one operation, if it needs more than the default of the client. Workers allow no more than the default. */
  readonly maxConcurrent?: number | undefined;
  /** Chains that make no blocks any more. They have no public endpoints. Core answers `chain.stopped` until endpoints are configured. */
  readonly stopped?: Readonly<Partial<Record<ChainId, Stopped>>> | undefined;
  /** The pure half of a chain. */
  bytes(chainId: T['chainId']): Bytes<T>;
  /** Made once for an opened chain: its data, and its options. `options` are the same as in `OpenParts`. */
  context(chainId: T['chainId'], options: T['options']): T['context'];
  /** Opens one chain. Touches no network. */
  open(parts: OpenParts<T>): ChainAdapter<T>;
}

/** One kind of endpoint that a family can ask. */
export interface UpstreamKind<Context = unknown> extends Pick<EndpointKind, 'isDefault' | 'maxBatch'> {
  /** True if one endpoint of this kind is enough for a chain to work: a node, or an index of the whole chain. For readiness checks. */
  readonly isNode?: boolean | undefined;
  /** Shows whether an endpoint serves this chain. Made once for an opened chain; undefined if the operator wants no check. */
  guard?(context: Context): Guard | undefined;
}

/** Everything that a family gets to open a chain. */
export interface OpenParts<T extends FamilyTypes = FamilyTypes> {
  readonly chainId: T['chainId'];
  readonly bytes: Bytes<T>;
  /**
   * Includes the endpoints, each with its name and kind. A stopped chain without configured endpoints has none. It opens, but nothing is asked.
   */
  readonly options: T['options'] & { readonly endpoints: readonly NamedEndpoint[] };
  readonly context: T['context'];
  readonly upstream: Upstream;
}

/** A network that makes no blocks any more. Nodes may still answer from its last block, and take transactions that are never mined. */
export interface Stopped {
  /** `YYYY-MM-DD`, UTC: the day of its last block. If that is not known: the first day on which it had certainly ended. */
  readonly since: string;
  /** Why it stopped, and what became of the coin: whole sentences for people. */
  readonly reason: string;
}

/**
 * One opened chain: its pure half and its network half. Every family takes the same steps: `ask` -> `decide` -> `plan` -> `assemble` -> the client
 * signs -> `finalize` -> `submit`.
 */
export interface ChainAdapter<T extends FamilyTypes = FamilyTypes> {
  readonly bytes: Bytes<T>;
  readonly upstream: Upstream;

  /** The modes of the chain. A mode that is absent, or has `needs` that are not met, is not supported. `supportedFeatures` says so. */
  readonly modes: { readonly [M in keyof T['modes']]?: M extends ModeOf<T> ? ModeVerbs<T, M> : never };
  /**
   * Why the chain has no such mode or read, and what happens instead: clauses that go on after "Mode withdraw is not supported on Cosmos Hub: ". Leave
   * out modes without more to say. Every read that `reads` lacks must say why.
   */
  readonly absent?: Readonly<Partial<Record<Mode | keyof Reads, string>>> | undefined;
  /** True if transactions can carry a memo. If not, core warns that the memo is ignored. */
  readonly memo: T['memo'];

  /**
   * Sends a signed transaction. Idempotent: it answers the hash of a transaction that the chain knows already.
   *
   * @returns The transaction hash as explorers show it.
   * @throws RefusedError with a `broadcast.*` code if the node refused. UpstreamError if no endpoint answered. Core judges both: where an endpoint may
   *   have the transaction (`Operation.lost`), a refusal becomes `broadcast.uncertain`, unless the family names a proof (`proven`).
   */
  submit(signed: SignedTransaction, plan: T['plan'], operation: Operation): Promise<string>;

  /**
   * Asks the chain about fields of an answer of encode that are not in its bytes, and do not follow from them. Only where the bytes cannot be explained,
   * and after they were made again. Without it, and if no endpoint answers, core warns that nobody compared these fields.
   */
  confirm?(data: CheckedData<T, ModeOf<T>>, operation: Operation): Promise<Confirmation>;

  readonly reads: Reads<T['kind']>;

  /** Chain-specific public facts, for `params` of the chain's detail. */
  readonly facts?: Readonly<Record<string, unknown>> | undefined;

  /** Sentences for operators: what they can configure to make more work on this chain. `isochain chains` prints them. */
  readonly hints?: readonly string[] | undefined;
}

/** A read that answers several parts: balances, or movements that it understands. */
export interface PartedRead<Kind extends string = string> {
  readonly parts: readonly BalancePart[];
  /** Nothing by default. Where these kinds are not configured, the part cannot be read. */
  readonly needs?: { readonly [P in BalancePart]?: Needs<Kind> };
}

/** What the chain says about fields that bytes do not tell. */
export interface Confirmation {
  /** Fields that are as the chain has them. */
  readonly confirmed: readonly string[];
  /** A problem for each field that is not. */
  readonly errors: readonly Problem[];
}

/** What can be read on the chain. A member that is absent, or has `needs` that are not met, cannot be read. `supportedFeatures` says so. */
export interface Reads<Kind extends string = string> {
  readonly accountState?: PartedRead<Kind> & {
    /**
     * @param account - Canonical.
     * @returns The wanted parts. An account that the chain does not know has zero balances.
     */
    read(account: string, wanted: AccountStateRequest, operation: Operation): Promise<ReadBalances>;
  };
  readonly history?: PartedRead<Kind> & {
    /** Newest first. `cursor` is `next` of an earlier page. It must stay valid while blocks arrive. */
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
  /** The tokens that the bundled list and the options name, the operator's first. Other tokens work by their id. No network. */
  readonly tokens?: () => Promise<readonly Token[]>;
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

export interface ReadBalances extends Balances {
  /** What is left out because it could not be read, as nouns. The answer warns of it. None by default. */
  readonly unread?: readonly string[];
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
  /** How many transactions are left out because not even their ids could be read. None by default. The answer warns of them. */
  readonly unlisted?: number;
  /** Movements that the upstream does not list transactions for, as nouns in the plural. The answer warns of them. None by default. */
  readonly maybeMissing?: readonly string[];
  readonly next: string | undefined;
}
