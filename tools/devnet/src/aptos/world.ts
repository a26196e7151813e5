import { type Address, aptCoin, namedObject, normalType, pairedAsset, storeAddress, toAddress } from './address.ts';
import type { NewAsset, NewCoin, PoolState } from './engine.ts';
import { buyIn, noShares } from './framework/shares.ts';
import { countPower, isValidator } from './framework/stake.ts';
import { type Asset, type CoinInfo, coinStoreKey, type Pool, type State, type Store } from './state.ts';

/** Issues what no transaction issued. Its address begins with a zero, which the node's JSON leaves out. */
export const issuer = toAddress('0x0dec0de15c4a1f00dec0de15c4a1f00dec0de15c4a1f00dec0de15c4a1f00dec');

const apt = 100_000_000n;

/** 14 days: the recurring lockup of mainnet since September 2024 (mainnet-proposals, 2024-09-11-reduce-stake-lockup-duration). */
const lockup = 14 * 86_400;
const epochsOfYear = (365 * 86_400) / 7_200;

/** A state with APT and the staking configuration of mainnet, without pools and accounts. */
export function emptyState(): State {
  const state: State = {
    accounts: new Map(),
    coins: new Map(),
    assets: new Map(),
    coinStores: new Map(),
    stores: new Map(),
    refusing: new Set(),
    nonces: new Map(),
    pools: new Map(),
    staking: {
      minimum: 1_000_000n * apt,
      maximum: 50_000_000n * apt,
      powerIncreaseLimit: 20n,
      ...rewardRate(2.6),
      lockup,
      totalPower: 0n,
      joiningPower: 0n,
    },
    names: new Map(),
    epoch: 15_000,
    epochEnd: 0,
  };
  addCoin(state, { name: 'Aptos Coin', symbol: 'APT', decimals: 8, type: aptCoin, paired: true });
  return state;
}

/** The fraction of an epoch, as the chain computes it of a yearly rate: the denominator is as large as it can be (staking_config.move: get_reward_rate). */
export function rewardRate(percentOfYear: number): { rate: bigint; rateDenominator: bigint } {
  const largest = 1_000_000n;
  if (percentOfYear === 0) return { rate: 0n, rateDenominator: 1n };
  const denominator = (largest * BigInt(epochsOfYear) * 10_000n) / BigInt(Math.round(percentOfYear * 100));
  return { rate: largest, rateDenominator: denominator };
}

export function addAsset(state: State, options: NewAsset & { readonly coin?: string } = {}): Address {
  const { name = 'Test Asset', symbol = 'TEST', decimals = 6, coin, maximum } = options;
  const address = options.address === undefined ? freshAddress(state, symbol) : toAddress(options.address);
  const keeps = options.keeps ?? 0n;
  const refuses = options.refuses ?? false;
  const asset: Asset = {
    address,
    name,
    symbol,
    decimals,
    iconUri: options.iconUri ?? '',
    projectUri: options.projectUri ?? '',
    creator: coin === undefined ? issuer : toAddress('0x1'),
    maximum,
    supply: 0n,
    coin,
    hook: keeps > 0n || refuses ? { keeps, refuses } : undefined,
  };
  state.assets.set(address, asset);
  for (const holder of options.holders ?? []) addToStore(state, toAddress(holder), address, options.amountEach ?? 0n);
  return address;
}

export function addCoin(state: State, options: NewCoin = {}): string {
  const { name = 'Test Coin', symbol = 'TEST', decimals = 8, paired = false } = options;
  const type = normalType(options.type ?? `${issuer}::coin_${state.coins.size}::Coin`);
  const info: CoinInfo = { type, name, symbol, decimals, supply: 0n, paired: undefined };
  if (paired) {
    info.paired = addAsset(state, { name, symbol, decimals, address: pairedAsset(type), coin: type });
  }
  state.coins.set(type, info);
  for (const holder of options.holders ?? []) addToCoinStore(state, toAddress(holder), type, options.amountEach ?? 0n);
  return type;
}

/** Mints into the primary store, which comes into being. */
export function addToStore(state: State, owner: Address, asset: Address, amount: bigint): Store {
  const address = storeAddress(owner, asset);
  const store = state.stores.get(address) ?? { address, owner, asset, balance: 0n, frozen: false };
  store.balance += amount;
  state.stores.set(address, store);
  const found = state.assets.get(asset);
  if (found === undefined) throw new TypeError(`There is no fungible asset ${asset}.`);
  found.supply += amount;
  return store;
}

/** Mints into the coin store, which comes into being. */
export function addToCoinStore(state: State, owner: Address, type: string, amount: bigint): void {
  const key = coinStoreKey(owner, type);
  const store = state.coinStores.get(key) ?? { owner, type, balance: 0n, frozen: false };
  store.balance += amount;
  state.coinStores.set(key, store);
  const info = state.coins.get(type);
  if (info === undefined) throw new TypeError(`There is no coin ${type}.`);
  info.supply += amount;
}

/** By coin type or address. A paired coin gets into the store of its asset, any other into a coin store. */
export function mint(state: State, owner: Address, tokenId: string, amount: bigint): void {
  if (!tokenId.includes('::')) {
    addToStore(state, owner, toAddress(tokenId), amount);
    return;
  }
  const type = normalType(tokenId);
  const info = state.coins.get(type);
  if (info === undefined) throw new TypeError(`There is no coin ${type}.`);
  if (info.paired === undefined) addToCoinStore(state, owner, type, amount);
  else addToStore(state, owner, info.paired, amount);
}

interface FirstPool {
  readonly commission: bigint;
  /** APT. */
  readonly own: bigint;
  readonly state?: PoolState;
  readonly domain?: string;
  readonly hasAllowlist?: boolean;
  /** How many seconds after the start its lockup ends. */
  readonly lockupLeft: number;
}

/** The pools at the start. */
const firstPools: readonly FirstPool[] = [
  { commission: 900n, own: 20_000_000n, domain: 'isochain-validator', lockupLeft: 10 * 86_400 },
  { commission: 2285n, own: 12_345_678n, lockupLeft: 5 * 86_400 + 3_601 },
  { commission: 500n, own: 8_000_000n, hasAllowlist: true, lockupLeft: 13 * 86_400 },
  { commission: 1000n, own: 1_500_000n, state: 'inactive', lockupLeft: 2 * 86_400 },
  { commission: 0n, own: 49_999_990n, lockupLeft: 7 * 86_400 },
  { commission: 10_000n, own: 1_000_000n, state: 'pending_active', lockupLeft: 14 * 86_400 },
];

/** Opens the pools. Their prices of shares are uneven from the start, as after years of rewards. */
export function addPools(state: State, now: number): void {
  for (const [index, first] of firstPools.entries()) {
    const operator = namedObject(issuer, `operator ${index}`);
    const address = namedObject(operator, 'delegation pool');
    const pool: Pool = {
      address,
      operator,
      commission: first.commission,
      state: first.state ?? 'active',
      lockedUntil: now + first.lockupLeft,
      stake: { active: first.own * apt, inactive: 0n, pendingActive: 0n, pendingInactive: 0n },
      activeShares: noShares(),
      inactiveShares: new Map([[0, noShares()]]),
      withdrawals: new Map(),
      cycle: 0,
      totalInactive: 0n,
      allowlist: first.hasAllowlist ? new Set([operator]) : undefined,
    };
    buyIn(pool.activeShares, operator, (first.own * apt * 7n) / 8n);
    // Rewards so far: a share is worth more than when the pool was opened.
    pool.activeShares.coins = pool.stake.active;
    state.pools.set(address, pool);
    if (first.domain !== undefined) state.names.set(operator, first.domain);
  }
  countPower(state);
}

/** Moves a pool into or out of the validator set at once, with its stake. */
export function movePool(state: State, pool: Pool, next: PoolState): void {
  pool.state = next;
  if (!isValidator(pool)) {
    pool.stake.active += pool.stake.pendingActive;
    pool.stake.pendingActive = 0n;
  }
  countPower(state);
}

function freshAddress(state: State, symbol: string): Address {
  return namedObject(issuer, `${symbol} ${state.assets.size}`);
}
