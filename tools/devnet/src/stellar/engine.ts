import type { Engine, Token } from '../engine.ts';
import type { StellarAccount } from './accounts.ts';

/** A request that the stand-in got. */
export interface RestCall {
  readonly method: 'GET' | 'POST';
  /** Without the query, decoded: `/accounts/GA.../operations`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The text of the body. Empty if there is none. */
  readonly body: string;
}

export interface RestReply {
  readonly status: number;
  readonly body: unknown;
  /** Added to the usual ones, or in place of them. An undefined one is left out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** Sees each request, and may answer in place of the engine. `answer` is what the engine says. */
export type RestInterceptor = (
  call: RestCall,
  answer: () => Promise<RestReply>,
) => RestReply | undefined | Promise<RestReply | undefined>;

interface Thresholds {
  /** The weight of the account's own key. */
  readonly master: number;
  readonly low: number;
  readonly med: number;
  readonly high: number;
}

export interface AuthFlags {
  readonly required: boolean;
  readonly revocable: boolean;
  readonly immutable: boolean;
  readonly clawback: boolean;
}

/** An additional signer of an account. */
interface SignerEntry {
  /** G..., T..., X... or P... */
  readonly key: string;
  readonly weight: number;
  readonly sponsor?: string;
}

/** What an account shall be like. What is left out stays as it is, or is that of a new account. Amounts are stroops. */
export interface AccountSettings {
  readonly balance?: bigint;
  readonly sequence?: bigint;
  /** In place of the present ones. Each counts as a subentry. */
  readonly signers?: readonly SignerEntry[];
  readonly thresholds?: Partial<Thresholds>;
  readonly flags?: Partial<AuthFlags>;
  /** In place of the present ones. Values are text. Each counts as a subentry. */
  readonly data?: Readonly<Record<string, string>>;
  readonly homeDomain?: string;
  readonly numSponsoring?: number;
  readonly numSponsored?: number;
  /** The account that pays for the two base reserves of this one. */
  readonly sponsor?: string;
  /** Subentries that the stand-in does not have one by one, as offers. They count in addition to lines, signers and data. */
  readonly subentries?: number;
}

/** What a trustline shall be like. What is left out stays as it is, or is that of a new one. Amounts are base units, of 7 decimals. */
export interface TrustlineSettings {
  readonly balance?: bigint;
  /** By default the highest. */
  readonly limit?: bigint;
  /** 'maintain': authorized to maintain liabilities alone. A new line is authorized. */
  readonly authorized?: boolean | 'maintain';
  readonly clawback?: boolean;
  readonly liabilities?: Liabilities;
  /** The account that pays for the reserve. Its counter and that of the owner go along. */
  readonly sponsor?: string;
  /** How many pool shares of the owner are built on the line: it cannot be deleted then. */
  readonly poolUseCount?: number;
}

export interface Liabilities {
  readonly selling?: bigint;
  readonly buying?: bigint;
}

/** An account as core has it. Amounts are stroops. */
export interface AccountState {
  readonly balance: bigint;
  readonly sequence: bigint;
  readonly subentries: number;
  readonly numSponsoring: number;
  readonly numSponsored: number;
  /** What the reserve takes. */
  readonly minBalance: bigint;
  /** Balance without reserve and selling liabilities. */
  readonly available: bigint;
  readonly thresholds: Thresholds;
  readonly flags: AuthFlags;
  readonly signers: readonly SignerEntry[];
  /** Values in base64. */
  readonly data: Readonly<Record<string, string>>;
  readonly homeDomain: string;
}

/** Stroops for an operation, as `/fee_stats` tells them. */
export interface FeeDistribution {
  readonly max: bigint;
  readonly min: bigint;
  readonly mode: bigint;
  readonly p10: bigint;
  readonly p20: bigint;
  readonly p30: bigint;
  readonly p40: bigint;
  readonly p50: bigint;
  readonly p60: bigint;
  readonly p70: bigint;
  readonly p80: bigint;
  readonly p90: bigint;
  readonly p95: bigint;
  readonly p99: bigint;
}

/** What `/fee_stats` answers. It is a setting, and does not follow what the stand-in charges. */
export interface FeeStats {
  readonly lastLedgerBaseFee: bigint;
  /** A fraction: 0.97. */
  readonly capacityUsage: number;
  readonly feeCharged: FeeDistribution;
  readonly maxFee: FeeDistribution;
}

export interface FeeStatsSettings {
  readonly lastLedgerBaseFee?: bigint;
  readonly capacityUsage?: number;
  readonly feeCharged?: Partial<FeeDistribution>;
  readonly maxFee?: Partial<FeeDistribution>;
}

/** What happens to a submission that times out: core has it and its ledger closes, or core never got it. */
export interface TimeoutOutcome {
  /** `true`: it is in the queue, and lands with the next ledger (`closeLedger`). */
  readonly lands: boolean;
}

/** A ledger that was closed. */
interface LedgerSummary {
  readonly sequence: number;
  /** Seconds since 1970. */
  readonly closeTime: number;
}

export interface StellarOptions {
  /** The isochain chain id that the engine stands in for. Defaults to 'stellar'. */
  chainId?: 'stellar' | 'stellar-testnet';
  /** The network's passphrase. By default that of the chain id. */
  passphrase?: string;
  /** The close time of the first ledger. Defaults to the present. A part of a second is dropped. */
  startTime?: Date;
  /** The clock that the chain follows, in milliseconds since 1970. By default time stands still, and goes on by 5 seconds with each ledger. */
  now?: () => number;
  /** Leaves out accounts and tokens. Defaults to `false`. */
  bare?: boolean;
}

/**
 * A stand-in of a Horizon server with its stellar-core, with the members that only it has. Addresses are G..., a muxed one (M...) means its account.
 * Amounts are stroops, or base units of 7 decimals. A token id is `CODE:ISSUER`.
 */
export interface StellarEngine extends Engine {
  readonly family: 'stellar';
  /** Horizon: `http://127.0.0.1:<port>`. */
  readonly url: string;
  readonly passphrase: string;
  /** The first four hold 10,000 XLM each. The last one does not exist. */
  readonly accounts: readonly StellarAccount[];
  /** With their keys. They exist, and hold 1,000 XLM each. */
  readonly issuers: {
    /** Issues DEMO and the token with a code of 12 letters. */
    readonly demo: StellarAccount;
    /** Must approve holders: AUTH_REQUIRED and AUTH_REVOCABLE. */
    readonly regulated: StellarAccount;
  };
  readonly tokens: readonly Token[];
  /** Ids of the tokens that the stand-in starts with. Empty in a bare one. */
  readonly tokenIds: {
    /** Accounts 0 and 1 hold 1,000,000 each. */
    readonly demo: string;
    /** USDC as on the chain. On `stellar` account 0 holds 1,000; nobody holds its issuer's key. */
    readonly usdc: string;
    /** Account 0 has an authorized line with 1,000, account 1 one that waits for approval. */
    readonly regulated: string;
    /** Its code has 12 letters. Account 0 holds 1,000. */
    readonly longCode: string;
  };
  readonly settings: {
    readonly endpoints: readonly { readonly url: string; readonly name: string; readonly kind: 'horizon' }[];
    readonly oldestBlockMs: number;
    readonly options: Readonly<Record<string, unknown>>;
  };

  /** The chain's time in milliseconds since 1970: the close time of the last ledger, in whole seconds. */
  now(): number;
  /** Closes a ledger that is so many seconds later than the last one, with the waiting transactions. */
  advance(seconds: number): Promise<void>;
  /** Closes ledgers, by default one, with the waiting transactions. The same as `mine`. */
  closeLedger(count?: number): Promise<void>;
  /** With `false` transactions wait in core's queue until `closeLedger`. */
  setAutomine(on: boolean): Promise<void>;
  /** The last closed ledger of core, and the last one that history has. */
  ledgers(): { readonly core: LedgerSummary; readonly history: LedgerSummary };
  /** Forgets a transaction that waits in core's queue. */
  dropPending(hash: string): void;

  /**
   * Adds XLM, or base units of a token. Without a token an account that does not exist is created. With one the account must exist, and a missing trustline is
   * created, authorized.
   */
  fund(address: string, amount: bigint, tokenId?: string): Promise<void>;
  /** What the account holds, 0 if there is no account or trustline. */
  balance(address: string, tokenId?: string): Promise<bigint>;
  /** Creates an account or changes one. */
  placeAccount(address: string, settings?: AccountSettings): void;
  /** Creates a trustline or changes one. Both accounts must exist. */
  placeTrustline(address: string, tokenId: string, settings?: TrustlineSettings): void;
  /** What offers of the account bind, of XLM or of a token. Sets no offers and no subentries. */
  setLiabilities(address: string, liabilities: Liabilities, tokenId?: string): void;
  /** Places an offer as far as balances feel it: a subentry, and liabilities on what it sells and buys. Without token id it is XLM. */
  placeOffer(
    address: string,
    offer: { readonly selling?: string; readonly buying?: string; readonly amount: bigint; readonly receives: bigint },
  ): void;
  /** Sets `config.memo_required` to 1, or takes it away (SEP-29). */
  requireMemo(address: string, on?: boolean): void;
  /** Sets the last sequence number that was used. */
  setSequence(address: string, sequence: bigint): void;
  /** Undefined if the account does not exist. */
  accountState(address: string): AccountState | undefined;
  /** Freezes an account, or a trustline of it: transactions that use it get tx_frozen_key_accessed (CAP-77). */
  freezeKey(address: string, tokenId?: string, on?: boolean): void;

  setFeeStats(stats: FeeStatsSettings): void;
  /** Stroops for an operation that included transactions are charged, if they bid as much. 100 at the start. */
  setFees(stroops: bigint): void;
  /** The network's minimum for an operation. 100 at the start. */
  setBaseFee(stroops: bigint): void;
  /** Stroops. 5,000,000 at the start. */
  setBaseReserve(stroops: bigint): void;
  /** Full ledgers: bids for an operation below it get tx_insufficient_fee, with the fee that is needed. Undefined: none. */
  setSurge(stroops: bigint | undefined): void;

  /** How many ledgers history and account state of Horizon stay behind core at most. It never goes back: it stands still until core is so far ahead. */
  setHistoryLag(ledgers: number): void;
  /** Whether `POST /transactions_async` answers: yes, 403 `transaction_submission_disabled`, or 404 as of an old Horizon. */
  setAsync(state: 'on' | 'disabled' | 'absent'): void;
  /** Whether Horizon takes itself for synced with core. If not, submissions get 503 `stale_history`. */
  setStale(stale: boolean): void;
  /** The next submission to `POST /transactions` gets 504 `transaction_submission_timeout`. */
  timeoutNext(outcome: TimeoutOutcome): void;
  /** Deletes the history of ledgers before this one, by default before the last. Reads of it get 404 or 410. */
  prune(beforeLedger?: number): void;

  /** Runs something, and takes back afterwards all that it did to the chain. One at a time, and nothing else meanwhile. */
  rehearse<T>(run: () => Promise<T>): Promise<T>;
  /** Sees every request and may answer in place of the engine. Undefined takes it away. */
  intercept(interceptor: RestInterceptor | undefined): void;
  /** The next request to a path (`/transactions`) gets this answer. */
  failNext(path: string, reply: RestReply): void;
  /** All requests so far, oldest first. */
  readonly requests: readonly RestCall[];
}
