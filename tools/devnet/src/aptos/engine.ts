import type { Engine, Token } from '../engine.ts';
import type { AptosAccount } from './accounts.ts';

/** A request that the stand-in got. */
export interface RestCall {
  readonly method: 'GET' | 'POST';
  /** Without the query, decoded: `/v1/accounts/0x1/resource/0x1::coin::CoinInfo<0x1::aptos_coin::AptosCoin>`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** JSON that was read, the bytes of a body in BCS, or undefined. */
  readonly body: unknown;
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

/** How a delegation pool stands in the validator set. */
export type PoolState = 'active' | 'pending_active' | 'pending_inactive' | 'inactive';

/** A delegation pool. Amounts are octas. */
export interface PoolSummary {
  readonly address: string;
  readonly operator: string;
  /** Hundredths of a percent: 900 is 9 %. */
  readonly commission: number;
  readonly state: PoolState;
  /** Seconds since 1970. */
  readonly lockedUntil: number;
  readonly active: bigint;
  readonly pendingActive: bigint;
  readonly pendingInactive: bigint;
  readonly inactive: bigint;
  /** Whether only listed delegators may add stake. */
  readonly hasAllowlist: boolean;
  /** The primary name of its operator, without `.apt`. */
  readonly domain: string | undefined;
}

/** What a delegator has in a pool, in octas, as the view `get_stake` answers it. */
interface DelegatorStake {
  readonly active: bigint;
  readonly inactive: bigint;
  readonly pendingInactive: bigint;
}

export interface NewAsset {
  readonly name?: string;
  readonly symbol?: string;
  readonly decimals?: number;
  /** Where the metadata lies. By default a new object. */
  readonly address?: string;
  readonly iconUri?: string;
  readonly projectUri?: string;
  readonly holders?: readonly string[];
  readonly amountEach?: bigint;
  /** Its hook keeps this much of each transfer, in hundredths of a percent: a dispatchable asset (AIP-73). */
  readonly keeps?: bigint;
  /** Its hook aborts each transfer. */
  readonly refuses?: boolean;
  /** The most that can exist. A token (NFT) has 1 and no decimals. */
  readonly maximum?: bigint;
}

export interface NewCoin {
  readonly name?: string;
  readonly symbol?: string;
  readonly decimals?: number;
  /** Its type: `0x..::module::Name`. By default a new one. */
  readonly type?: string;
  /** Whether it is migrated: has a paired fungible asset. Defaults to false. */
  readonly paired?: boolean;
  /** Get coin stores that hold the coin. */
  readonly holders?: readonly string[];
  readonly amountEach?: bigint;
}

/** Execution and I/O gas in units, by kind of call. Storage is added to it, at the chain's prices in octas. */
export interface GasUnits {
  readonly transfer: bigint;
  readonly coinTransfer: bigint;
  readonly assetTransfer: bigint;
  readonly register: bigint;
  readonly addStake: bigint;
  readonly unlock: bigint;
  readonly reactivate: bigint;
  readonly withdraw: bigint;
  /** Of a call that aborts, and of any other. */
  readonly other: bigint;
}

/** Octas per gas unit, as `/v1/estimate_gas_price` answers them. */
export interface GasPrices {
  readonly deprioritized: bigint;
  readonly regular: bigint;
  readonly prioritized: bigint;
}

/** How the node answers in places where real ones differ. */
export interface NodeBehaviour {
  /** Accounts without Account resource: the default with sequence number 0, or 404 `account_not_found`. */
  readonly absentAccounts: 'default' | 'not_found';
  /** Where a node that has pruned a transaction sends its readers, in the body of the 410. Undefined: nowhere. */
  readonly archivalEndpoint: string | undefined;
  /** Whether the charge of the gas is one more Withdraw event of a successful transaction. It was in 2024; clients must do with both. */
  readonly chargeIsEvent: boolean;
}

export interface AptosOptions {
  /** The isochain chain id that the engine stands in for. Defaults to 'aptos'. */
  chainId?: 'aptos' | 'aptos-testnet';
  /** The byte in transactions that names the network. By default 1 for `aptos` and 2 for `aptos-testnet`. */
  nativeChainId?: number;
  /** The chain's time at the start. Defaults to the present. */
  startTime?: Date;
  /** The clock that the chain follows, in milliseconds since 1970. By default time stands still, and goes on by an eighth of a second with each block. */
  now?: () => number;
  /** Leaves out accounts, tokens and pools. Defaults to `false`. */
  bare?: boolean;
  /** Accounts without Account resource: the node answers a default, or 404. Defaults to 'default'. */
  absentAccounts?: NodeBehaviour['absentAccounts'];
}

/**
 * A stand-in of an Aptos node and of its indexer, with the members that only it has. Addresses may be short or long, amounts are octas or base units.
 * A token id is a coin type or the address of a fungible asset's metadata.
 */
export interface AptosEngine extends Engine {
  readonly family: 'aptos';
  /** The REST interface: `http://127.0.0.1:<port>/v1`. */
  readonly url: string;
  /** The indexer: `{url}/graphql`. */
  readonly indexerUrl: string;
  readonly accounts: readonly AptosAccount[];
  /** An account of the SingleKey scheme. It is funded and exists. */
  readonly singleKeyAccount: AptosAccount;
  readonly tokens: readonly Token[];
  /** Ids of the tokens that the stand-in starts with. Undefined in a bare one. */
  readonly tokenIds: {
    /** The demo token: a fungible asset. */
    readonly demo: string;
    /** A coin that has been migrated: the accounts have some in coin stores and some in stores of its paired asset. */
    readonly migratedCoin: string;
    /** The paired asset of `migratedCoin`. */
    readonly pairedAsset: string;
    /** A coin that never was migrated. */
    readonly plainCoin: string;
    /** A dispatchable asset whose hook keeps 1 % of each transfer. */
    readonly keeping: string;
    /** A fungible asset with decimals 0 and supply 1, which the first account holds. */
    readonly nft: string;
    /** USDC, at the address that it has on the chain. */
    readonly usdc: string;
    /** USDt, at its address on mainnet. Undefined on other networks. */
    readonly usdt: string | undefined;
  };
  readonly settings: {
    readonly endpoints: readonly { readonly url: string; readonly name: string; readonly kind: 'node' | 'indexer' }[];
    readonly oldestBlockMs: number;
    readonly options: Readonly<Record<string, unknown>>;
  };

  /** Ledger time, in milliseconds since 1970. */
  now(): number;
  /** Lets seconds pass, with the epochs that end meanwhile, and makes a block at the end. */
  advance(seconds: number): Promise<void>;
  /** With `false` transactions wait in the mempool until `mine` is called. */
  setAutomine(on: boolean): Promise<void>;
  /** Forgets a transaction that waits, as a mempool that restarts. */
  drop(hash: string): void;

  /** Adds APT, or base units of a token, to the primary store. A coin that is not paired gets a coin store. Creates no account. */
  fund(address: string, amount: bigint, tokenId?: string): Promise<void>;
  /** What the account holds of a token. A coin and its paired asset count together, under both names. */
  balance(address: string, tokenId?: string): Promise<bigint>;
  /** Adds to the CoinStore of a coin, which comes into being. */
  fundCoinStore(address: string, amount: bigint, coinType: string): void;
  /** Creates the Account resource. With a key it is one of another scheme: multi-key, keyless, a rotated one. */
  placeAccount(address: string, more?: { authenticationKey?: string; sequenceNumber?: bigint }): void;
  /** Sets the authentication key, as a rotation does. The account exists afterwards. */
  rotate(address: string, authenticationKey: string): void;
  setSequenceNumber(address: string, sequenceNumber: bigint): void;
  sequenceNumber(address: string): bigint;
  /** Whether coins for which the account has no store may be sent to it: `0x1::aptos_account::DirectTransferConfig`. */
  refuseDirectTransfers(address: string, on?: boolean): void;
  /** Freezes the store (or the coin store) of an owner. */
  freeze(tokenId: string, owner: string, on?: boolean): void;
  /** Creates a fungible asset and answers the address of its metadata. */
  createAsset(options?: NewAsset): string;
  /** Publishes a coin and answers its type. */
  createCoin(options?: NewCoin): string;
  /** Gives an address a primary name of the Aptos Names Service, without `.apt`. */
  setName(address: string, domain: string): void;

  setGasPrices(prices: Partial<GasPrices>): void;
  setGas(units: Partial<GasUnits>): void;
  setBehaviour(behaviour: Partial<NodeBehaviour>): void;
  /** Octas that each transaction gets back, as one does that frees storage. 0 at the start. */
  setStorageRefund(octas: bigint): void;
  /** Octas per gas unit that the chain demands at least. 100 on all networks. */
  setMinimumGasPrice(octas: bigint): void;
  /** How many transactions the mempool takes. */
  setMempoolCapacity(transactions: number): void;

  /** All delegation pools. */
  validators(): readonly PoolSummary[];
  /** What a delegator has in a pool now. */
  stakeOf(pool: string, delegator: string): DelegatorStake;
  /** Lets a pool leave the validator set, or join it. An inactive one keeps its lockup. */
  setPoolState(pool: string, state: PoolState): void;
  setCommission(pool: string, basisPoints: number): void;
  /** Turns the allow-list on with these delegators, or off with undefined. */
  setAllowlist(pool: string, delegators: readonly string[] | undefined): void;
  /** When the lockup of a pool ends, in seconds since 1970. */
  setLockup(pool: string, lockedUntil: number): void;
  /** The most that a pool may hold, in octas. */
  setMaximumStake(octas: bigint): void;
  /** By how much percent the voting power of the set may grow in an epoch. */
  setPowerIncreaseLimit(percent: number): void;
  /** The yearly reward rate in percent. */
  setRewardRate(percent: number): void;

  /** Prunes transactions and states before a version: reads of them get 410. By default before the next one. */
  prune(beforeVersion?: bigint): void;
  /** How many versions the indexer is behind the node. */
  setIndexerLag(versions: number): void;
  /** Whether the indexer answers. A broken one answers 503. */
  setIndexerDown(down: boolean): void;

  /** Runs something, and takes back afterwards all that it did to the chain. One at a time, and nothing else meanwhile. */
  rehearse<T>(run: () => Promise<T>): Promise<T>;
  /** Sees every request and may answer in place of the engine. Undefined takes it away. */
  intercept(interceptor: RestInterceptor | undefined): void;
  /** The next request to a path (`/v1/transactions`) gets this answer. */
  failNext(path: string, reply: RestReply): void;
  /** All requests so far, oldest first. */
  readonly requests: readonly RestCall[];
}
