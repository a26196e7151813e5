import type { Engine } from '../engine.ts';
import type { NonceOptions } from './nonce.ts';
import type { MintOptions, TokenAccountOptions } from './tokens.ts';
import type { ValidatorOptions } from './validators.ts';

/** An account that is written without the rules of the runtime. */
interface AccountContent {
  lamports: bigint;
  /** Defaults to none. */
  data?: Uint8Array;
  /** The program that owns it. Defaults to the System program. */
  owner?: string;
  executable?: boolean;
}

/** Time and epoch of the chain. */
interface Moment {
  readonly slot: bigint;
  readonly blockHeight: bigint;
  readonly epoch: bigint;
  /** Seconds since 1970. */
  readonly unixTime: bigint;
}

/** A running litesvm, with the members that only Solana engines have. Amounts are lamports; accounts are base58 addresses. */
export interface SolanaEngine extends Engine {
  readonly family: 'solana';
  /** The settings with which a gateway uses this engine: `chains.solana` of its file. */
  readonly settings: {
    readonly endpoints: readonly { readonly url: string; readonly name: string; readonly maxBatch: number }[];
    readonly oldestBlockMs: number;
    readonly options: Readonly<Record<string, unknown>>;
  };
  /** Vote accounts, in the order in which they were made. */
  readonly voteAccounts: readonly string[];
  /**
   * Calls any JSON-RPC method of the engine. Integers that a `number` cannot hold are `bigint`. Nothing checks the answer's type.
   *
   * @throws RpcError when the engine refuses.
   */
  rpc<T = unknown>(method: string, params?: readonly unknown[]): Promise<T>;
  /** Time, slot and epoch of the chain. */
  now(): Moment;
  /** With `false` transactions wait until `mine` is called. */
  setAutomine(on: boolean): Promise<void>;
  /** Makes empty blocks. Time moves on by 350 ms for each. */
  advanceSlots(slots: bigint | number): Promise<void>;
  /** Moves on until all blockhashes that were handed out have expired. */
  expireBlockhash(): Promise<void>;
  /** Moves on to the start of a later epoch. Stake that was delegated or deactivated before is active or inactive then. */
  setEpoch(epoch: bigint | number): Promise<void>;
  /** Moves on by whole epochs. */
  advanceEpochs(epochs?: bigint | number): Promise<void>;
  /** While it is on, the stake program refuses everything, as in the first minutes of an epoch. */
  setRewardDistribution(on: boolean): Promise<void>;
  /** Sets the answer of getRecentPrioritizationFees: micro-lamports per compute unit of the newest slots, oldest first. */
  setPrioritizationFees(fees: readonly bigint[]): Promise<void>;
  /** Sets the price of a byte of an account, in lamports: 6,960 at first, as on mainnet-beta until 2026. Existing accounts keep their balances. */
  setRent(lamportsPerByte: bigint): Promise<void>;
  setBalance(address: string, lamports: bigint): Promise<void>;
  /** Writes a whole account. One without lamports is removed. */
  setAccount(address: string, content: AccountContent): Promise<void>;
  /** Makes one more validator. */
  createValidator(options?: ValidatorOptions): Promise<string>;
  /** Makes a mint, of either token program. */
  createMint(options?: MintOptions): Promise<string>;
  /** Makes a token account: the owner's associated one unless an address is given. */
  createTokenAccount(options: TokenAccountOptions): Promise<string>;
  /** Adds to a token account and to the supply, in smallest units. */
  mintTo(tokenAccount: string, amount: bigint): Promise<void>;
  freeze(tokenAccount: string): Promise<void>;
  thaw(tokenAccount: string): Promise<void>;
  /** The owner's associated token account of a mint. It need not exist. */
  associatedTokenAddress(owner: string, mint: string): Promise<string>;
  /** Makes a durable nonce that can be used at once. */
  createNonceAccount(options: NonceOptions): Promise<string>;
}
