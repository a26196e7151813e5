import type { Engine, Token } from '../engine.ts';
import type { AlgorandAccount } from './accounts.ts';

/** A request that the stand-in got. */
export interface RestCall {
  readonly server: 'algod' | 'indexer';
  readonly method: 'GET' | 'POST';
  /** Without the query, decoded: `/v2/accounts/ABC...`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Empty if there is none. */
  readonly body: Uint8Array;
}

export interface RestReply {
  readonly status: number;
  /** A text or bytes are sent as they are. Everything else is written as JSON, with integers of full length for bigints. */
  readonly body: unknown;
  /** Added to the usual ones, or in place of them. An undefined one is left out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** Sees each request, and may answer in place of the engine. `answer` is what the engine says. */
export type RestInterceptor = (
  call: RestCall,
  answer: () => Promise<RestReply>,
) => RestReply | undefined | Promise<RestReply | undefined>;

/** Ids of assets: decimal, as in the service. */
export type AssetId = string | number | bigint;

export type AccountStatus = 'Online' | 'Offline' | 'Not Participating';

/** Participation keys. Keys are base64: 32 bytes, the state proof key 64. Rounds are numbers. */
export interface Participation {
  readonly voteKey: string;
  readonly selectionKey: string;
  readonly stateProofKey?: string;
  readonly voteFirst: number;
  readonly voteLast: number;
  readonly voteKeyDilution: number;
}

/** What an account shall be like. What is left out stays as it is, or is that of a new account. Amounts are microAlgos. */
export interface AccountSettings {
  readonly amount?: bigint;
  /** The address that authorizes its transactions in place of its own key. `undefined` leaves it, an empty text takes it away. */
  readonly authAddr?: string;
  readonly status?: AccountStatus;
  /** Empty participation is `null`. */
  readonly participation?: Participation | null;
  readonly incentiveEligible?: boolean;
  readonly lastProposed?: number;
  readonly lastHeartbeat?: number;
  /** How many applications it is opted in to. */
  readonly apps?: number;
  readonly createdApps?: number;
  /** Of created and opted in applications together. */
  readonly appSchema?: { readonly uints: number; readonly byteSlices: number };
  readonly extraPages?: number;
  readonly boxes?: number;
  readonly boxBytes?: number;
  /** How the indexer says that the account signs. By default it tells what it has seen. */
  readonly sigType?: 'sig' | 'msig' | 'lsig';
}

/** What an asset shall be like. Amounts are base units. */
export interface AssetSettings {
  readonly id: AssetId;
  /** The creator. It is created if it does not exist, and holds the whole total unless it has a holding. */
  readonly creator: string;
  /** By default 10^15. */
  readonly total?: bigint;
  /** By default 6. */
  readonly decimals?: number;
  /** A text, or bytes that need be no text. */
  readonly name?: string | Uint8Array;
  readonly unitName?: string | Uint8Array;
  readonly url?: string | Uint8Array;
  /** 32 bytes. */
  readonly metadataHash?: Uint8Array;
  readonly defaultFrozen?: boolean;
  /** By default none. An empty text takes it away. */
  readonly manager?: string;
  readonly reserve?: string;
  readonly freeze?: string;
  readonly clawback?: string;
}

export interface HoldingSettings {
  /** Base units. */
  readonly amount?: bigint;
  /** By default that of the asset. */
  readonly isFrozen?: boolean;
}

/** An account as the ledger has it. Amounts are microAlgos, those of holdings base units. */
export interface AccountState {
  readonly amount: bigint;
  readonly minBalance: bigint;
  /** Amount without the minimum balance, at least 0. */
  readonly available: bigint;
  readonly authAddr: string | undefined;
  readonly status: AccountStatus;
  readonly incentiveEligible: boolean;
  readonly participation: Participation | undefined;
  /** By decimal asset id. */
  readonly holdings: Readonly<Record<string, { readonly amount: bigint; readonly isFrozen: boolean }>>;
  /** Decimal ids. */
  readonly createdAssets: readonly string[];
}

/** What `/v2/status` says in place of the usual. What is left out is as usual. */
export interface StatusSettings {
  /** Milliseconds. */
  readonly timeSinceLastRoundMs?: number;
  /** Milliseconds. More than 0 while a node catches up. */
  readonly catchupTimeMs?: number;
  /** Whether it has stopped at a round of a consensus version that it does not know. */
  readonly stopped?: boolean;
  /** Whether it fetches a catchpoint: parameters, submissions and pending transactions get 503 then. */
  readonly catchpoint?: boolean;
}

/** A transaction that was posted, as far as it could be decoded. */
export interface Submission {
  readonly txId: string;
  /** Whether the bytes are the canonical encoding of the signed transaction. A node takes others too, and encodes them again. */
  readonly canonical: boolean;
  readonly accepted: boolean;
}

export interface AlgorandOptions {
  /** Defaults to `mainnet-v1.0`. */
  genesisId?: string;
  /** Base64. Defaults to that of the main network. */
  genesisHash?: string;
  /** The last round at the start. Defaults to 55,000,000. */
  round?: number;
  /** The time of the first round. Defaults to the present. A part of a second is dropped. */
  startTime?: Date;
  /** The clock that the chain follows, in milliseconds since 1970. By default time stands still, and goes on by 2.8 seconds with each round. */
  now?: () => number;
  /** Leaves out accounts and assets. Defaults to `false`. */
  bare?: boolean;
  /** What `X-Algo-API-Token` of requests to algod must be. By default none is needed. */
  token?: string;
  /** How many assets and applications an account may have before its description with all of them is refused. Defaults to 1,000. */
  maxResources?: number;
}

/**
 * A stand-in of an Algorand node (algod) and of its indexer, with the members that only it has. Amounts are microAlgos, or base units of an asset.
 */
export interface AlgorandEngine extends Engine {
  readonly family: 'algorand';
  /** The same as `algodUrl`. */
  readonly url: string;
  readonly algodUrl: string;
  readonly indexerUrl: string;
  readonly genesisId: string;
  /** Base64. */
  readonly genesisHash: string;
  /** The first four hold 10,000 ALGO each. The last one has a key and does not exist. */
  readonly accounts: readonly AlgorandAccount[];
  /** With their keys. They hold 1,000 ALGO each. */
  readonly others: {
    /** Created the assets, except USDC. It may freeze and claw back the frozen ones. */
    readonly creator: AlgorandAccount;
    /** Takes fees, and can pay nothing. Nobody has its key. */
    readonly feeSink: string;
  };
  readonly tokens: readonly Token[];
  /** Decimal ids of the assets that the stand-in starts with. Empty in a bare one. */
  readonly assetIds: {
    /** 6 decimals. Accounts 0 and 1 hold 1,000,000 each. */
    readonly demo: string;
    /** USDC as on the chain, 6 decimals. Accounts 0 and 1 hold 1,000 each. */
    readonly usdc: string;
    /** 0 decimals, total 2^64-1. Account 0 holds 2^63, account 1 holds 0. */
    readonly huge: string;
    /** Its names are no text, so that answers have them as base64 alone. Account 0 holds 5. */
    readonly unprintable: string;
    /** Account 0 holds 1,000, account 1 has a frozen holding of 100. */
    readonly frozen: string;
    /** Holdings are frozen from the start. Account 0 has one that was opened for it, of 1,000. */
    readonly defaultFrozen: string;
  };
  readonly settings: {
    readonly endpoints: readonly {
      readonly url: string;
      readonly name: string;
      readonly kind: 'algod' | 'indexer';
    }[];
    readonly oldestBlockMs: number;
    readonly options: Readonly<Record<string, unknown>>;
  };

  /** The chain's time in milliseconds since 1970. */
  now(): number;
  /** Lets so many seconds pass, and the rounds of that time. Transactions that wait because of `setAutomine(false)` go on waiting, and expire. */
  advance(seconds: number): Promise<void>;
  /** With `false` transactions wait in the pool until `mine`. */
  setAutomine(on: boolean): Promise<void>;
  /** The last round of the node, and the last one that the indexer has. */
  rounds(): { readonly node: number; readonly indexer: number };
  /** Jumps to a later round. Waiting transactions go on waiting, and expire. */
  setRound(round: number): void;

  /** Adds microAlgos, or base units of an asset. An account that has not opted in to the asset is opted in. */
  fund(address: string, amount: bigint, assetId?: AssetId): Promise<void>;
  /** What the account holds, 0 if there is no account or holding. */
  balance(address: string, assetId?: AssetId): Promise<bigint>;
  /** Creates an account or changes one. */
  placeAccount(address: string, settings?: AccountSettings): void;
  /** Creates an asset or changes one. */
  placeAsset(settings: AssetSettings): void;
  /** Opts an account in to an asset, or changes its holding. The account's minimum balance grows. */
  placeHolding(address: string, assetId: AssetId, settings?: HoldingSettings): void;
  /** Opts an account in to so many new assets of 0 decimals, with 1 of each. Answers their ids. */
  placeHoldings(address: string, count: number): readonly string[];
  /** Takes the asset away. Holdings stay, as on the chain. */
  destroyAsset(assetId: AssetId): void;
  /** Changes who authorizes for an account. To itself takes it back. */
  rekey(address: string, to: string): void;
  /** Undefined if the account does not exist. */
  accountState(address: string): AccountState | undefined;
  /**
   * Puts a transaction into the indexer's history, in a round of its own, as the indexer answers it (`tx-type`, `sender`, `application-transaction`, `inner-txns`...).
   * Members that every transaction has are filled in. It changes no balance. Answers its id.
   */
  placeHistory(transaction: Readonly<Record<string, unknown>>): string;

  /** microAlgos: `minFee` for a transaction, 1,000 at the start; `perByte` 0. The pool demands both. */
  setFees(fees: { readonly minFee?: bigint; readonly perByte?: bigint }): void;
  /** Whether the pool is full: submissions are refused. */
  capacityReached(on: boolean): void;
  setStatus(status: StatusSettings): void;
  /** How many rounds the indexer stays behind at most. It never goes back: it stands still until the node is so far ahead. */
  setIndexerLag(rounds: number): void;

  /** Throws a waiting transaction out of the pool. The node tells the reason as `pool-error`. */
  evict(txId: string, reason?: string): void;
  /** Forgets a waiting transaction. The node does not know it any more. */
  dropPending(txId: string): void;
  /** The node forgets all confirmed and evicted transactions, as after 1,000 rounds. The indexer has them. */
  prunePending(): void;
  /** Transactions that wait in the pool. */
  pending(): readonly string[];
  /** All transactions that were posted, oldest first. */
  readonly submissions: readonly Submission[];

  /** Runs something, and takes back afterwards all that it did to the chain. One at a time, and nothing else meanwhile. */
  rehearse<T>(run: () => Promise<T>): Promise<T>;
  /** Sees every request to both servers and may answer in place of the engine. Undefined takes it away. */
  intercept(interceptor: RestInterceptor | undefined): void;
  /** The next request to a path (`/v2/transactions`) gets this answer. Both servers have some paths in common: name the one that is meant. */
  failNext(path: string, reply: RestReply, server?: 'algod' | 'indexer'): void;
  /** All requests so far, oldest first. */
  readonly requests: readonly RestCall[];
}
