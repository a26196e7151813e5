import type { Engine, Token } from '../engine.ts';
import type { Interceptor, Reply } from './server.ts';
import type { AccountState, Permission } from './state.ts';
import type { Trc20Options } from './tokens.ts';

/** What an account can use of a resource, and has used. Left out: stays. */
interface ResourceSettings {
  /** `NetLimit` from stakes of others. */
  readonly net?: bigint;
  readonly netUsed?: bigint;
  readonly freeNetUsed?: bigint;
  /** `EnergyLimit` from stakes of others. */
  readonly energy?: bigint;
  readonly energyUsed?: bigint;
}

interface Trc10Options {
  readonly id?: string;
  readonly name?: string;
  readonly abbreviation?: string;
  readonly precision?: number;
  readonly totalSupply?: bigint;
  readonly holders?: readonly string[];
  readonly amountEach?: bigint;
}

/** A representative as the engine keeps it. */
interface WitnessSummary {
  /** Base58. */
  readonly address: string;
  readonly url: string;
  readonly votes: bigint;
  /** Percent. */
  readonly brokerage: number;
}

/** A request that the engine got. */
interface RequestSummary {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/**
 * A stand-in of a Tron node and of TronGrid, with the members that only it has. Addresses have any form, amounts are sun or base units.
 */
export interface TronEngine extends Engine {
  readonly family: 'tron';
  readonly tokens: readonly Token[];
  readonly settings: {
    readonly endpoints: readonly { readonly url: string; readonly name: string; readonly kind: 'node' | 'trongrid' }[];
    readonly oldestBlockMs: number;
    readonly options: Readonly<Record<string, unknown>>;
  };
  /** Milliseconds of the last block. */
  now(): number;
  /** Lets milliseconds pass, rounded up to slots, and makes a block at the end of them. */
  advance(milliseconds: number): Promise<void>;
  /** With `false` transactions wait in the pool until `mine` is called. */
  setAutomine(on: boolean): Promise<void>;
  /** How many blocks the solid head is behind. */
  setSolidLag(blocks: number): void;
  /** Adds to a balance and activates the account. With a token it adds base units of that, and activates nothing. */
  fund(address: string, amount: bigint, tokenId?: string): Promise<void>;
  /** TRX, or base units of a token. 0 for an address that was never activated. */
  balance(address: string, tokenId?: string): Promise<bigint>;
  /** The whole account, as a copy. Undefined if it was never activated. */
  account(address: string): AccountState | undefined;
  /** Changes anything of an account, which it activates. */
  changeAccount(address: string, change: (account: AccountState) => void): Promise<void>;
  /** Deploys a TRC-20 token and answers its address in base58. */
  deployTrc20(
    options?: Omit<Trc20Options, 'address' | 'holders'> & { address?: string; holders?: readonly string[] },
  ): Promise<string>;
  /** Deploys a contract that spends tokens of its callers, and takes coins: contracts/tron/Distributor.sol. Answers its address in base58. */
  deployDistributor(): Promise<string>;
  /** Issues a TRC-10 token and answers its number. */
  createTrc10(options?: Trc10Options): Promise<string>;
  /** Forbids an account to send a token of kind `usdt`. */
  blacklist(token: string, address: string, on?: boolean): Promise<void>;
  /** What a token of kind `usdt` keeps of a transfer. */
  setTokenFee(token: string, basisPoints: bigint, maximum: bigint): Promise<void>;
  /** Ten-thousandths that calls of a contract cost on top: the dynamic factor. */
  setEnergyFactor(contract: string, factor: bigint): Promise<void>;
  /** Whether an address counts as a contract. It has no code then. */
  setContractType(address: string, on?: boolean): Promise<void>;
  /** A parameter of the chain, by the name of `getchainparameters`. Undefined removes it from the answer. */
  setParameter(key: string, value: bigint | undefined): Promise<void>;
  setResources(address: string, resources: ResourceSettings): Promise<void>;
  /** How much free bandwidth the whole network has left. */
  setPublicNet(left: bigint): Promise<void>;
  setPermissions(address: string, owner: Permission | undefined, active?: readonly Permission[]): Promise<void>;
  /** Rewards that a claim pays out. */
  addReward(address: string, amount: bigint): Promise<void>;
  /** Ends the waiting time of all that an account has unfrozen. */
  endUnfreezing(address: string): Promise<void>;
  setVotes(address: string, votes: readonly { readonly address: string; readonly count: bigint }[]): Promise<void>;
  setBrokerage(witness: string, percent: number): Promise<void>;
  /** Super representatives, partners and candidates, most votes first. */
  witnesses(): readonly WitnessSummary[];
  /** While it is on, live votes cannot be read. */
  setMaintenance(on: boolean): void;
  /** vm.estimateEnergy: whether the node answers `estimateenergy`. Off as on most nodes. */
  setEstimatesEnergy(on: boolean): void;
  /** node.rpc.trxCacheEnable: whether a refused transaction counts as known when it is sent again. Off by default. */
  setIdCache(on: boolean): void;
  /** Adds a row to the internal transactions of the index. */
  addInternalTransaction(row: { from: string; to: string; value: bigint; rejected?: boolean; txId?: string }): void;
  /** Runs something, and takes back afterwards all that it did to the chain. One at a time, and nothing else meanwhile. */
  rehearse<T>(run: () => Promise<T>): Promise<T>;
  /** Sees every request and may answer in place of the engine. Undefined takes it away. */
  intercept(interceptor: Interceptor | undefined): void;
  /** The next request to a path (`/wallet/getblock`) gets this answer. */
  failNext(path: string, reply: Reply): void;
  /** All requests so far, oldest first. */
  readonly requests: readonly RequestSummary[];
}
