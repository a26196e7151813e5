import type { Account, Engine, Token } from '../engine.ts';

/** The contract that an account is. `braavos` is its implementation 1.2.0. */
export type AccountKind =
  | 'argent-0.3.0'
  | 'argent-0.3.1'
  | 'argent-0.4.0'
  | 'argent-0.5.0'
  | 'openzeppelin-1.0.0'
  | 'openzeppelin-0.17'
  | 'braavos'
  | 'braavos-moa';

/** A funded account. Keys are felts in hex with `0x` and without leading zeros, addresses have 64 digits. */
export interface StarknetAccount extends Account {
  /** The x coordinate of the key. */
  readonly publicKey: string;
  readonly kind: AccountKind;
  /** Whether the contract stands at the address. If not, it takes a DEPLOY_ACCOUNT transaction, and only coins are there. */
  readonly isDeployed: boolean;
}

/** What all engines of the family have. Addresses have any form, amounts are base units (FRI for STRK), results have `0x` and 64 digits. */
export interface StarknetEngine extends Engine {
  readonly family: 'starknet';
  readonly accounts: readonly StarknetAccount[];
  readonly tokens: readonly Token[];
  /**
   * Calls any JSON-RPC method of the engine. Nothing checks the answer's type.
   *
   * @throws RpcError when the engine refuses.
   */
  rpc<T = unknown>(method: string, params?: object): Promise<T>;
  /** Adds to the STRK of any address, or to its balance of a token. */
  fund(address: string, amount: bigint, tokenId?: string): Promise<void>;
  /** STRK, or the balance of a token. */
  balance(address: string, tokenId?: string): Promise<bigint>;
  /** Lets seconds pass, and makes a block at the end of them. */
  advance(seconds: number): Promise<void>;
}

/** What the real engine has beside that. */
export interface StarknetDevnet extends StarknetEngine {
  /** An account of OpenZeppelin 1.0.0 that the engine began with: deployed, with 10,000 STRK. */
  readonly openZeppelin: StarknetAccount;
  readonly pid: number;
}

/** A key of another curve, as Argent's accounts know them. */
type SignerKind = 'starknet' | 'secp256k1' | 'secp256r1' | 'eip191' | 'webauthn';

interface Signer {
  /** Defaults to 'starknet'. */
  readonly kind?: SignerKind;
  /** The felt of the key: a Stark key, an Ethereum address, or what identifies the key of another curve. */
  readonly publicKey: string;
}

export interface PlacedAccountOptions {
  /** Argent 0.5.0: owners beside the first. */
  readonly owners?: readonly Signer[];
  /** The curve of the first owner. Defaults to 'starknet'. */
  readonly ownerKind?: SignerKind;
  /** Argent: the guardian. */
  readonly guardian?: Signer;
  /** Braavos: a strong signer, which then alone may sign. */
  readonly strongSigner?: 'secp256r1' | 'webauthn';
  /** Braavos: how many signers must sign. Defaults to 0, which means one. */
  readonly multisigThreshold?: number;
  /** Another address than the one that follows from the key. */
  readonly address?: string;
  /** Another class hash at the address: of an older implementation, or one that nobody knows. */
  readonly classHash?: string;
  /** FRI. Defaults to 10,000 STRK. */
  readonly amount?: bigint;
}

/** How a token behaves. */
export type TokenKind =
  /** ERC-20 with parties in the keys of its event, and texts as ByteArray: OpenZeppelin for Cairo 1. */
  | 'indexed'
  /** As STRK and ETH on the chain: parties in the data of its event, texts as one felt. */
  | 'data-only'
  /** It answers `balance_of` and not `balanceOf`. */
  | 'snake-case'
  /** Its transfers fail in a contract that it calls, so that the reason is two levels down. */
  | 'reverting'
  /** Its transfers fail with "Pausable: paused". */
  | 'paused'
  /** One percent of a transfer is burned on the way. */
  | 'fee-on-transfer'
  /** Its transfers answer 0, and nothing moves. */
  | 'returns-false';

export interface TokenOptions {
  readonly kind?: TokenKind;
  readonly name?: string;
  readonly symbol?: string;
  readonly decimals?: number;
  /** Defaults to one that follows from the other options. */
  readonly address?: string;
  /** Each gets `amountEach`. */
  readonly holders?: readonly string[];
  readonly amountEach?: bigint;
}

/** FRI per unit of gas. What is left out stays. */
export interface GasPrices {
  readonly l1?: bigint;
  readonly l2?: bigint;
  readonly l1Data?: bigint;
}

/** How much gas transactions use. What is left out stays. */
export interface GasUsage {
  /** L2 gas of `__execute__` with one call. */
  readonly invoke?: bigint;
  /** L2 gas of each further call. */
  readonly perCall?: bigint;
  /** L2 gas of a deployment, without its validation. */
  readonly deploy?: bigint;
  readonly l1?: bigint;
  readonly l1Data?: bigint;
  /** L1 data gas of a deployment. */
  readonly deployL1Data?: bigint;
  /** What transactions then use, in hundredths of the estimate. Defaults to 100. */
  readonly actualPercent?: bigint;
}

/** A request that the engine got: each call of a batch is one. */
export interface RpcCall {
  readonly method: string;
  readonly params: unknown;
}

/** The answer to one call, or what the engine would answer. */
export interface RpcAnswer {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** Sees each call, and may answer in place of the engine. `answer` is what the engine says. */
export type RpcInterceptor = (call: RpcCall, answer: () => Promise<RpcAnswer>) => RpcAnswer | Promise<RpcAnswer>;

/** A validator, which the staking contract calls a staker. Amounts in FRI. */
export interface ValidatorSummary {
  readonly address: string;
  /** The pool for STRK. Undefined if it takes no delegations. */
  readonly pool: string | undefined;
  /** What others delegated to that pool. */
  readonly delegated: bigint;
  /** Its own stake. */
  readonly ownStake: bigint;
  /** Hundredths of a percent: 1,000 is 10 %. */
  readonly commission: number;
  readonly state: 'active' | 'leaving' | 'removed';
}

/** A position in a pool. Amounts in FRI. */
export interface PoolMember {
  readonly amount: bigint;
  readonly unclaimedRewards: bigint;
  readonly unpoolAmount: bigint;
  /** Seconds since 1970. Undefined without a pending intent. */
  readonly unpoolTime: number | undefined;
  readonly rewardAddress: string;
}

/** `each`: every transaction gets a block at once. `pre-confirmed`: they wait in the next block. `received`: they wait in the mempool. */
export type MiningMode = 'each' | 'pre-confirmed' | 'received';

/** A stand-in of a Starknet node and of Voyager's index, with the members that only it has. */
export interface StarknetStandIn extends StarknetEngine {
  readonly settings: Engine['settings'];
  /** STRK and ETH, as addresses. */
  readonly strk: string;
  readonly eth: string;
  /** The staking contract. */
  readonly staking: string;
  /** Seconds since 1970 of the latest block. */
  now(): number;
  /** Whether transactions get a block at once. Defaults to 'each'. */
  setMining(mode: MiningMode): void;
  /** Drops a transaction that waits in the mempool, as a node does after 300 seconds. */
  drop(transactionHash: string): void;
  /** The version of JSON-RPC that the node speaks: 0.8 knows the tag `pending`, 0.10 tells the place of an event. Defaults to '0.10.2'. */
  setSpecVersion(version: '0.8.1' | '0.9.0' | '0.10.2'): void;
  /** Prices of the next blocks. */
  setGasPrices(prices: GasPrices): void;
  setUsage(usage: GasUsage): void;
  /** The smallest price of L2 gas that the sequencer's gateway takes. Defaults to 8e9 FRI. */
  setGasPriceFloor(fri: bigint): void;
  /** Places a deployed account and funds it. Answers its address. */
  deployAccount(kind: AccountKind, publicKey: string, options?: PlacedAccountOptions): string;
  /** The address that an account has before it is deployed. */
  addressOf(kind: AccountKind, publicKey: string): string;
  /** Removes an account's contract and nonce: its coins stay. */
  undeploy(address: string): void;
  /** Another class at an address, as an upgrade does. */
  setClassHash(address: string, classHash: string): void;
  setNonce(address: string, nonce: bigint): void;
  nonce(address: string): bigint;
  /** Places a token and answers its address. */
  deployToken(options?: TokenOptions): string;
  /** Validators in the order of the staking contract. */
  validators(): readonly ValidatorSummary[];
  /** A pool whose token is not STRK, of the first validator. */
  readonly bitcoinPool: string;
  /** A pool that names the first validator, and that the staking contract does not list. */
  readonly fakePool: string;
  /** Undefined if the account never was a member. */
  poolMember(pool: string, member: string): PoolMember | undefined;
  /** Rewards that a claim pays out. */
  addReward(pool: string, member: string, amount: bigint): void;
  /** Hundredths of a percent. */
  setCommission(validator: string, commission: number): void;
  /** `leaving` is an exit that waits, `removed` one that is done: its funds are back in the pools. */
  setValidatorState(validator: string, state: 'active' | 'leaving' | 'removed'): void;
  setStakingPaused(on: boolean): void;
  /** Whether `get_stakers` answers peer ids too, as the contract does from April 2026 on. Defaults to `true`. */
  setPeerIds(on: boolean): void;
  /** Takes functions away from the staking contract, as in its older versions. */
  withoutStakingFunctions(names: readonly string[]): void;
  /** Runs something, and takes back afterwards all that it did to the chain. One at a time, and nothing else meanwhile. */
  rehearse<T>(run: () => Promise<T>): Promise<T>;
  /** Sees every call and may answer in place of the engine. Undefined takes it away. */
  intercept(interceptor: RpcInterceptor | undefined): void;
  /** The next call of a method gets this answer. */
  failNext(method: string, answer: RpcAnswer): void;
  /** All calls so far, oldest first. */
  readonly requests: readonly RpcCall[];
  /** The base URL of Voyager's index. */
  readonly voyagerUrl: string;
}
