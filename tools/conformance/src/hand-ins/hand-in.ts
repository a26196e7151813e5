import type { ChainId, CompletedData, EncodedItem, FamilyName, Mode } from '@isochain/core';
import type { RecordsHandIn } from '../records/hand-in.ts';
import type { StandIn } from './stand-in.ts';

/**
 * What tools need to know about a family: the export `handIn` of `packages/<package>/test/hand-in.ts`. Tools find it by this path, so no tool names
 * a family. `docs/add-a-family.md` says what each member is for.
 */
export interface HandIn {
  /** Name of the family on the wire: `bitcoin`. */
  readonly family: FamilyName;
  /** Name of the package's export, which connects to its chains: `utxo`. */
  readonly exportName: string;
  /** Signs with an ordinary wallet library, and none of our own code. */
  readonly sign: Signer;
  readonly demo: DemoPlan;
  readonly bench: BenchHandIn;
  readonly knownTransaction: KnownTransaction;
  readonly examples: Examples;
  /** Programs that `/docs` shows beside encode and broadcast. None where another family's programs sign the same way. */
  readonly programs?: Programs;
  /**
   * The files that decide how much is paid, to whom, and whether it is sent at all: globs from the package's `src`. The tool for mutants adds those
   * that are called the same in every family.
   */
  readonly moneyPaths: readonly string[];
  /** Pages with tables that are made from the family's code, by their paths. Each function takes the page as it is, and answers it with its tables made anew. */
  readonly pages?: Readonly<Record<string, (page: string) => string>>;
  /** Set if the family weighs more than others may, because its library does: KB gzipped without core, and why that is right. */
  readonly weight?: { readonly maxKilobytes: number; readonly reason: string };
  /** What the replay of records needs, loaded only there. */
  records(): Promise<RecordsHandIn>;
}

/** A publicly known key, like those of devnet's accounts. */
export interface SigningAccount {
  readonly address: string;
  /** Derivation path of the key. */
  readonly path: string;
  /** Hex with 0x. */
  readonly privateKey: string;
}

/** Signs what encode answered, as a wallet would. Answers a signature in a form that broadcast takes. */
export type Signer = (encoded: readonly ItemToSign[], account: SigningAccount) => string | Promise<string>;

/** An item of `encoded`, as a client without our types sees it. */
interface ItemToSign {
  /** In hex. */
  readonly hash?: { readonly value: string } | undefined;
  readonly raw?: { readonly format: string; readonly value: string } | undefined;
}

/** What the demo moves on each engine of the family, in the smallest unit. Amounts end in an odd unit, so that rounding shows. */
interface DemoPlan {
  /** Amount of native coins. */
  readonly transfer: string;
  /** Of the demo token. Undefined where there is none. */
  readonly transferToken?: string;
  /** Undefined if stakes are nothing that is unstaked and withdrawn, epochs apart. */
  readonly stake?: string;
  /** Undefined if stakes are not delegations, which earn rewards, move between validators, and come back by themselves. */
  readonly delegation?: DelegationPlan;
  /** What is frozen and then voted with, each in a transaction of its own. Undefined if stakes take one. */
  readonly votes?: string;
  /** What is staked with each pool that the chain lists. Undefined if stakes are nothing that a pool keeps and returns as a whole. */
  readonly pools?: string;
  /** What is staked and moved to another validator, and comes back only after a time and with a withdrawal. */
  readonly exits?: ExitPlan;
  /** What is staked with a pool that keeps stakes until a lockup ends, and adds rewards to them. Undefined if stakes are nothing of the kind. */
  readonly lockup?: string;
  /** Undefined if accounts exist without anybody's doing, or hold any token. */
  readonly opening?: OpeningPlan;
  /** Undefined if stakes are anything else than keys with which the account itself takes part in the consensus. */
  readonly registration?: RegistrationPlan;
  /** True if an account of the engine is funded and not deployed: it begins with a transaction of its own. */
  readonly deploys?: boolean;
  /** True if the chain charges less than the announced fees: then a maximum leaves the rest. */
  readonly leavesFees?: boolean;
  /** True if the accounts of the engine are of different kinds: then each of them makes the transfer. */
  readonly eachAccount?: boolean;
  /** True if coins travel with tokens and stakes and pay for the work of other contracts: these cost more than the fees of the transaction alone. */
  readonly attaches?: boolean;
  /** By how much amounts may differ, because the chain charges accounts for time and for what they receive. 0 by default. */
  readonly slack?: string;
}

/** The last account of the engine does not exist. It begins with a transfer, enables the demo token, and gets some of it with a memo. */
export interface OpeningPlan {
  /** Of native coins, in the smallest unit: enough for the reserve of the account and of the token, and for fees. */
  readonly amount: string;
  /** Of the demo token. */
  readonly token: string;
  readonly memo: string;
}

/** The first account takes part in the consensus with all that it holds, and ends it. */
export interface RegistrationPlan {
  /** The keys, as the `params` of the intent. */
  readonly params: Readonly<Record<string, unknown>>;
}

/** `redelegated` and `unstaked` are parts of `staked`, together less than all of it. */
export interface DelegationPlan {
  readonly staked: string;
  readonly redelegated: string;
  readonly unstaked: string;
}

/** `moved` is a part of `staked`. All of it is unstaked and withdrawn. */
export interface ExitPlan {
  readonly staked: string;
  readonly moved: string;
  /** Only on these chains: the engines of others have no staking contracts. */
  readonly chains: readonly ChainId[];
}

/** One chain of the family as the bench sees it: an upstream that plays it, and what to ask. */
export interface BenchHandIn {
  /** The chain that stands for the family. */
  readonly chainId: ChainId;
  /** Settings of an endpoint beside its URL. */
  readonly endpoint: { readonly maxBatch?: number; readonly kind?: string };
  readonly answer: StandIn;
  /** Like `answer`, but for another chain of the family. The gateway must notice that. */
  readonly lie: StandIn;
  /**
   * `transaction.data` of a transfer that is accepted. Another sender for each number: equal reads in flight are made once, and different clients
   * do not ask for the same account.
   */
  transfer(number: number): Readonly<Record<string, string>>;
  /** An account whose state is asked for. */
  account(number: number): string;
  /** Hex, for address/encode. */
  readonly publicKey: string;
  /** The same bytes made with a library alone, where a library does that and our overhead is worth measuring. */
  readonly library?: {
    /** For the report: what is called, such as "viem's `serializeTransaction` and `keccak256`". */
    readonly calls: string;
    /** How many times as long `assemble` may take at most. */
    readonly mostTimes: number;
    /** The same transfer twice: as completed data, and as a call of the library that answers the hash to sign in hex. Another one for each number. */
    transfer(number: number): { readonly data: CompletedData; hash(): string };
  };
}

/** A transaction that is known from outside of this project, to be assembled wherever a package says that it runs. */
export interface KnownTransaction {
  readonly chainId: ChainId;
  /** Completed data, without a checksum. */
  readonly data: object;
  readonly encoded: readonly EncodedItem[];
}

/** What `/docs` and `/openapi.json` show. `npm run generate` puts the examples of all families into the gateway. */
export interface Examples {
  /** The account that sends the intents, in their order: an account of the development profile that nothing else spends from. */
  sender(): Promise<SigningAccount>;
  /** At least one for each mode that the family has, by a name that begins with the family's. */
  readonly intents: Readonly<Record<string, IntentExample>>;
  /**
   * Requests and answers of operations, by their name in the gateway. An operation shows one example, so each stands in one hand-in only: a new
   * family has none here, unless it is the first that can show one.
   */
  readonly operations?: Readonly<Record<string, OperationExample>>;
}

/** What a client asks encode for, in one mode on one chain. */
interface IntentExample {
  readonly summary: string;
  readonly chainId: ChainId;
  /** What it takes beyond the development profile: the program of an engine that not every machine has, or `the real network`. */
  readonly needs?: string;
  readonly data: Readonly<Record<string, unknown>> & { readonly mode: Mode };
}

/** What an operation is sent, and what the development profile answers right after its start. Times may differ. */
export interface OperationExample {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly request?: unknown;
  readonly response: unknown;
}

/** Programs that encode a transfer, sign it and broadcast it: one for each way to sign. */
export interface Programs {
  /** Pays where tests run them: an account of the development profile, with its key as these programs want it. */
  sender(): Promise<Pick<SigningAccount, 'address' | 'privateKey'> & { readonly publicKey?: string | undefined }>;
  /** Whether `senderPubKey` is sent, because a chain knows the key of an account only after its first transaction. */
  readonly sendsKey?: boolean;
  readonly chainId: ChainId;
  readonly recipient: string;
  /** In the smallest unit. */
  readonly amount: string;
  readonly signing: readonly SigningProgram[];
}

export interface SigningProgram {
  /** Different for each program of all families: `ethers`. */
  readonly label: string;
  /** Import statements. */
  readonly imports: string;
  /** Statements that make `signature` of `transaction` and `PRIVATE_KEY`. */
  readonly sign: string;
}
