import type { Address, TypeName } from './address.ts';
import type { PoolState } from './engine.ts';
import type { Shares } from './framework/shares.ts';

/** `0x1::account::Account`. */
export interface AccountState {
  authenticationKey: string;
  sequenceNumber: bigint;
}

/** `0x1::coin::CoinInfo<T>`. */
export interface CoinInfo {
  readonly type: TypeName;
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
  supply: bigint;
  /** The asset that it is paired with, if it was migrated. */
  paired: Address | undefined;
}

/** `0x1::fungible_asset::Metadata`. */
export interface Asset {
  readonly address: Address;
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
  readonly iconUri: string;
  readonly projectUri: string;
  readonly creator: Address;
  readonly maximum: bigint | undefined;
  supply: bigint;
  /** The coin that it belongs to. */
  readonly coin: TypeName | undefined;
  /** What its hook does. Undefined: it has none. */
  readonly hook: { readonly keeps: bigint; readonly refuses: boolean } | undefined;
}

/** `0x1::coin::CoinStore<T>`. */
export interface CoinStore {
  readonly owner: Address;
  readonly type: TypeName;
  balance: bigint;
  frozen: boolean;
}

/** `0x1::fungible_asset::FungibleStore`. */
export interface Store {
  readonly address: Address;
  readonly owner: Address;
  readonly asset: Address;
  balance: bigint;
  frozen: boolean;
}

/** A delegation pool with the stake pool below it. Amounts are octas. */
export interface Pool {
  readonly address: Address;
  readonly operator: Address;
  commission: bigint;
  state: PoolState;
  /** Seconds since 1970. */
  lockedUntil: number;
  /** `0x1::stake::StakePool`. */
  readonly stake: { active: bigint; inactive: bigint; pendingActive: bigint; pendingInactive: bigint };
  readonly activeShares: Shares;
  /** Shares of unlocked stake, by observed lockup cycle. The last one is that of the current cycle. */
  readonly inactiveShares: Map<number, Shares>;
  /** The lockup cycle of each delegator's pending withdrawal. */
  readonly withdrawals: Map<Address, number>;
  cycle: number;
  totalInactive: bigint;
  allowlist: Set<Address> | undefined;
}

/** What staking has beside the pools. */
interface StakingConfig {
  minimum: bigint;
  maximum: bigint;
  /** Percent. */
  powerIncreaseLimit: bigint;
  /** Of an epoch: a fraction. */
  rate: bigint;
  rateDenominator: bigint;
  lockup: number;
  /** `0x1::stake::ValidatorSet`. */
  totalPower: bigint;
  joiningPower: bigint;
}

/** All that transactions read and write. Plain data, so that it can be cloned. */
export interface State {
  readonly accounts: Map<Address, AccountState>;
  readonly coins: Map<TypeName, CoinInfo>;
  readonly assets: Map<Address, Asset>;
  /** By `owner|type`. */
  readonly coinStores: Map<string, CoinStore>;
  readonly stores: Map<Address, Store>;
  /** Owners that refuse coins for which they have no store. */
  readonly refusing: Set<Address>;
  /** Nonces of orderless transactions that were used, by `sender:nonce`, with their expiration in seconds. */
  readonly nonces: Map<string, bigint>;
  readonly pools: Map<Address, Pool>;
  readonly staking: StakingConfig;
  /** Primary names, without `.apt`. */
  readonly names: Map<Address, string>;
  epoch: number;
  /** Milliseconds since 1970. */
  epochEnd: number;
}

export function copyState(state: State): State {
  return structuredClone(state);
}

export const coinStoreKey = (owner: Address, type: TypeName): string => `${owner}|${type}`;
