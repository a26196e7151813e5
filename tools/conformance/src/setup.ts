import type {
  Code,
  CompletedData,
  EncodedItem,
  Family,
  FamilyTypes,
  Mode,
  SupportedFeatures,
  Token,
} from '@isochain/core';
import type { AttemptOutcome, Endpoint } from '@isochain/core/upstream';
import type { Arbitrary } from 'fast-check';
import type { Interceptor, WireCall } from './wire.ts';

/** A key of the engine's chain: the part that the suite needs. A family's own type adds the key itself. */
export interface TestAccount {
  /** In the form that the family answers with. */
  readonly address: string;
  /** As clients send it in `senderPubKey`, where keys determine addresses. */
  readonly publicKey?: string | undefined;
}

/** The chain itself: reads and acts on it independently, never through the family. */
export interface Ledger<Account extends TestAccount> {
  /** Tokens that `fund` can give. Where the family transfers tokens there must be one. */
  readonly tokens: readonly Token[];
  /**
   * The key of this number, always the same one. It exists nowhere on the chain before it is funded.
   *
   * @param index - From 1 up to some hundreds.
   */
  account(index: number): Account | Promise<Account>;
  /** Adds to a balance, in the smallest unit. */
  fund(address: string, amount: bigint, tokenId?: string): Promise<void>;
  /** What an account holds in the smallest unit: 0 if it does not exist. */
  balance(address: string, tokenId?: string): Promise<bigint>;
  /** Has what was broadcast confirmed: makes a block, or waits for one. */
  mine(): Promise<void>;
}

/** A real engine of the chain, or a faithful stand-in, and how the family's client reaches it. */
export interface TestEngine<Account extends TestAccount, Options> extends Ledger<Account> {
  readonly endpoints: readonly Endpoint[];
  /** Carries requests to `endpoints`. Defaults to the global `fetch`; engines that live in this process hand in their own. */
  readonly fetch?: typeof fetch | undefined;
  /** What `connect` takes beyond endpoints and `fetch`. */
  readonly options?: Omit<Options, 'endpoints' | 'fetch'> | undefined;
  /** Ends the engine and leaves nothing behind. */
  stop(): Promise<void>;
}

/** The input of a signer: exactly what a client has after encode. */
export interface SigningRequest<Account extends TestAccount> {
  readonly encoded: readonly EncodedItem[];
  readonly data: CompletedData;
  readonly account: Account;
}

/** What happens in one example: who sends what to whom. */
export interface Scene<Account extends TestAccount> {
  /** Holds `amounts.funds` and, if there are tokens, `amounts.tokenFunds` of the first one. */
  readonly sender: Account;
  /** Unused so far. */
  readonly recipient: Account;
  readonly engine: Ledger<Account>;
}

/** What a transaction moves from the sender to the recipient, in the smallest unit. */
export interface Moved {
  /** What the recipient gets: less than the amount where an account is opened with a part of it. */
  readonly recipient: bigint;
  /** What the sender loses beside fees: less than the amount where a part of it comes back. */
  readonly sender: bigint;
}

/** What an upstream speaks. `json-rpc 1`: batches, and answers that tell no version. */
export type Speaks = 'json-rpc' | 'json-rpc 1' | 'rest';

/** An intent of a mode other than the transfers, which the suite makes up itself. */
export interface Example<Account extends TestAccount> {
  /** For test names and round-trip budgets: 'stake', 'unstake a part'. */
  readonly name: string;
  readonly mode: Mode;
  /** Prepares what the mode needs (a stake to withdraw, say), and says what to encode. */
  intent(scene: Scene<Account>): Promise<Record<string, unknown>> | Record<string, unknown>;
  /** What it moves, to be judged by balances. Without it nothing but `check` judges the example. */
  readonly moves?: 'native' | 'token' | undefined;
  /** What it moves, if that is not exactly the amount of the data. */
  expect?(data: CompletedData): Moved;
  /** Checks on the chain itself that it happened. */
  check?(scene: Scene<Account>, data: CompletedData): Promise<void> | void;
}

/** What happens on chains beside the intents of the family. A family makes each of them, or says why its chains do not have it. */
export const deedKinds = [
  'a transaction that fails',
  'fees that another account pays',
  'several movements in one transaction',
  'a contract that pays back',
  'a sender from outside',
] as const;

type DeedKind = (typeof deedKinds)[number];

/** A transaction that no intent of the family makes, and that moves what accounts hold. */
export interface Deed<Account extends TestAccount> {
  readonly kind: DeedKind;
  /** For messages, where a family has several of a kind. */
  readonly name?: string;
  /** True if no upstream of the engine tells all that it moves. Then its entries are not added up, and each must have the warning `transaction.untold`. */
  readonly isUntold?: true;
  /**
   * Makes it, with software that is not ours, and has it confirmed. What it needs before (a contract, an allowance) is made in the same call, and must not
   * move what the two accounts of the scene hold.
   *
   * @returns The id, as `/transaction` takes it.
   */
  make(scene: Scene<Account>): Promise<string>;
}

/** The most sequential round trips that operations may take on an endpoint with this batch limit. */
interface RoundTripBudget {
  /** Calls in one JSON-RPC batch; undefined for interfaces without batches. */
  readonly maxBatch: number | undefined;
  /** By example: `transfer`, `transfer max`, `transferToken`, `transferToken max`, and the names of the family's own. */
  readonly encode: Readonly<Record<string, number>>;
  readonly state: number;
  readonly broadcast: number;
}

type Paths<T> = T extends boolean
  ? never
  : { [K in keyof T & string]: T[K] extends boolean ? K : `${K}.${Paths<T[K]>}` }[keyof T & string];

/** A flag of `supportedFeatures`: 'read.validators', 'write.transaction.type.stake'. */
export type Feature = Paths<SupportedFeatures>;

/** How a node refuses what is broadcast. */
export interface BroadcastRefusal {
  /** What it means, as the family's table says. */
  readonly code: Code;
  /** For test names. */
  readonly words: string;
  /** Refuses every broadcast, and passes on everything else. */
  readonly intercept: Interceptor;
  /** What broadcast may answer if all endpoints say so. By default `code`. None if that is not tried. */
  readonly alone?: readonly Code[];
}

/** All that a family hands in. README.md says how each is used. */
export interface FamilySetup<
  T extends FamilyTypes = FamilyTypes,
  Account extends TestAccount = TestAccount,
  Form extends string = string,
> {
  readonly family: Family<T>;
  readonly chainId: T['chainId'];
  start(): Promise<TestEngine<Account, T['options']>>;

  /** Signature forms that the wire contract promises for this family. The first is the usual one. */
  readonly forms: readonly [Form, ...Form[]];
  /** Signs with software that is not ours, and writes the signature in every form. Should decode the bytes and refuse to sign what `data` does not say. */
  sign(request: SigningRequest<Account>): Record<Form, string> | Promise<Record<Form, string>>;
  /**
   * Whether two texts name the very same signature in different forms (a `v` left out, unused bits of base64): then one is no forgery of the
   * other. Hex in another case is the suite's own business. By default no two texts do.
   */
  sameSignature?(original: string, other: string): boolean;

  readonly amounts: {
    /** What senders get. */
    readonly funds: bigint;
    /** What is sent: fees are below a tenth of it. */
    readonly usual: bigint;
    /** The least that can be sent: fees are above a tenth of it. */
    readonly least: bigint;
    readonly tokenFunds: bigint;
    readonly token: bigint;
  };
  /** What a sender needs beside funds before it can send: an account that is deployed, a key that was changed. Asked before it is funded. */
  prepareSender?(sender: Account, engine: Ledger<Account>): Promise<void>;
  /** What a recipient needs before it can receive: an opening balance, a trust line. */
  prepareRecipient?(recipient: Account, token: Token | undefined, engine: Ledger<Account>): Promise<void>;
  /** What the two transfers move, if that is not exactly the amount. */
  expect?(data: CompletedData): Moved;
  /** True if only the chain tells which key an address has, so that the wrong key of another account is found out by asking. */
  readonly keyOnlyOnChain?: true;
  /** Native coins that a recipient gets with a transfer of tokens. None by default. */
  readonly comesWithTokens?: bigint;
  /** True if the chain refuses transfers of native coins from an account to itself. Those of tokens work. */
  readonly onlyTokensToSelf?: true;
  /** Examples whose entries in the history of the recipient have no block height, because the index does not tell it. */
  readonly heightless?: readonly string[];
  /** Modes with no room for a memo, on a chain whose transfers have one: core's warning `memo.ignored` says so. */
  readonly withoutMemo?: readonly Mode[];
  /** Modes whose transactions hold no amount, because all that the account has counts: so their data has none either. */
  readonly withoutAmount?: readonly Mode[];
  /** A value for each wish in `params`, by name. No example wishes for just this. Without wishes none is needed. */
  readonly wishes?: Readonly<Record<string, unknown>>;
  /** Values of wishes that encode grants, in the modes that have them. */
  readonly granted?: Readonly<Record<string, unknown>>;
  /** Modes that need wishes in `params`. An earlier answer, whose `params` are dropped, is refused there. */
  readonly needsWishes?: readonly Mode[];
  /** The most that a maximum transfer of native coins may leave behind. 0 by default. */
  maxLeaves?(data: CompletedData): bigint;
  /** Examples of the modes beyond the two transfers: at least one for each that the family has. */
  readonly examples?: readonly Example<Account>[];
  /** What else happens to accounts, for the lives of `books`. */
  readonly deeds?: readonly Deed<Account>[];
  /** Why the chains of the family do not have a kind of deed. */
  readonly withoutDeeds?: Readonly<Partial<Record<DeedKind, string>>>;
  /** Every flag of `supportedFeatures` that is false. A feature that appears or vanishes fails a test. */
  readonly unsupported: readonly Feature[];

  /**
   * Fields of completed data of this mode that the bytes need not hold, as they move nothing (`params.expiresAt`): only the checksum stands for them.
   * Each is a field that somebody could change unseen, so there should be few. No field is exempt by itself: a public key, say, is free where the
   * address tells it, and not where the key decides the address. Where only one change moves nothing, it is named: `params.prevTxs: removed`.
   */
  unbound?(data: CompletedData): readonly string[];

  /** Fields of data that the engine computes anew with each block, so that two encodes of one intent differ in them. None by default. */
  readonly drifting?: readonly string[];

  /** Another spelling of an address, where there is one. */
  respell?(address: string): string;
  readonly invalid: {
    /** Not addresses of this chain, each in its own way: too short, of another chain, with a wrong checksum. */
    readonly addresses: readonly [string, ...string[]];
    readonly tokens?: readonly string[];
    readonly transactions: readonly [string, ...string[]];
    readonly publicKeys?: readonly string[];
  };
  readonly unknown: {
    /** A well-formed id of no transaction. */
    readonly transaction: string;
    /** A well-formed id of no token. */
    readonly token?: string;
  };

  readonly roundTrips: readonly [RoundTripBudget, ...RoundTripBudget[]];
  /** What the engine's endpoints speak: decides which faults can happen. By kind where they differ; `node` are those without a kind. */
  readonly speaks: Speaks | Readonly<Record<string, Speaks>>;
  readonly refusals: {
    /** The file with the family's table of refusals. */
    readonly table: URL;
    /** Whether a request sends a transaction. */
    isBroadcast(call: WireCall): boolean;
    /** At least one for each `broadcast.*` code of the table, and one with words that nobody knows. */
    readonly rows: readonly BroadcastRefusal[];
  };
  /** Answers as a node of another network would, for all that tells networks apart. */
  readonly wrongNetwork: {
    readonly intercept: Interceptor;
    /** How an attempt at it ends. `rejected` by default. */
    readonly outcomes?: readonly AttemptOutcome[];
  };
  /** Another chain of the family whose transactions differ in their bytes. */
  readonly otherChainId?: T['chainId'];

  /**
   * Completed data such as encode makes, at random and without any network, for the property test. Without it the test is left out: hand it in
   * once per family.
   *
   * @param accounts - Some keys that can sign.
   */
  randomCompleted?(
    accounts: readonly Account[],
  ): Arbitrary<{ readonly data: CompletedData; readonly account: Account }>;
}
