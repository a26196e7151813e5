import type { HexAddress } from './address.ts';
import type { Hex, Resource } from './protocol.ts';

/** How much of a resource an account has used, and when it last did. */
export interface Meter {
  /** Bytes or energy, as of `slot`. It shrinks to nothing within the window. */
  usage: bigint;
  /** Slots of 3 seconds since the genesis block. */
  slot: number;
  /** Thousandths of a slot. */
  window: bigint;
}

export interface Permission {
  readonly id: number;
  readonly name: string;
  readonly threshold: number;
  readonly keys: readonly { readonly address: HexAddress; readonly weight: number }[];
  /** 32 bytes: a bit for each type of contract. Only active permissions have it. */
  readonly operations?: Hex;
}

export interface Unfreezing {
  readonly resource: Resource;
  readonly amount: bigint;
  /** Milliseconds. */
  readonly expireTime: number;
}

/** Sun of a stake for each resource. */
export type Stakes = Record<'BANDWIDTH' | 'ENERGY', bigint>;

export interface AccountState {
  readonly address: HexAddress;
  type: 'Normal' | 'Contract';
  /** Text. Empty if it was never set. */
  name: string;
  balance: bigint;
  /** Milliseconds, as all times here. 0 if never. */
  createTime: number;
  latestOperationTime: number;
  latestWithdrawTime: number;
  free: Meter;
  net: Meter;
  energy: Meter;
  frozen: Stakes;
  unfrozen: Unfreezing[];
  /** Of Stake 1.0. */
  legacy: Stakes;
  legacyExpireTime: number;
  /** What the account lent to others, and what others lent to it. */
  delegated: Stakes;
  acquired: Stakes;
  votes: { address: HexAddress; count: bigint }[];
  allowance: bigint;
  /** Rewards that no vote, unfreezing or claim has moved into `allowance` so far. */
  pendingReward: bigint;
  /** TRC-10 balances by id. */
  assets: Map<string, bigint>;
  ownerPermission: Permission | undefined;
  activePermissions: Permission[];
}

/** A TRC-10 token. Texts are text here. */
export interface Asset {
  readonly id: string;
  readonly owner: HexAddress;
  readonly name: string;
  readonly abbreviation: string;
  readonly precision: number;
  readonly totalSupply: bigint;
  readonly url: string;
  readonly description: string;
}

export interface ContractState {
  readonly address: HexAddress;
  readonly origin: HexAddress;
  readonly name: string;
  readonly abi: readonly unknown[];
  readonly bytecode: Hex;
  /** Ten-thousandths that calls cost on top. */
  energyFactor: bigint;
}

export interface Witness {
  readonly address: HexAddress;
  readonly url: string;
  /** Votes of accounts that are not in this engine. */
  votes: bigint;
  /** With the votes of accounts, as of the last maintenance. */
  countedVotes: bigint;
  totalProduced: bigint;
  totalMissed: bigint;
  /** Percentage that the representative keeps. */
  brokerage: number;
}

/** A resource that one account lent to another. */
export interface Delegation {
  readonly from: HexAddress;
  readonly to: HexAddress;
  /** What can be taken back at once. */
  free: Stakes;
  locked: Stakes;
  /** Milliseconds, for each resource that is locked. */
  expireTimes: Record<'BANDWIDTH' | 'ENERGY', number>;
}

/** All that transactions change. A block keeps the state after it: nothing changes a state that a block has. */
export interface State {
  readonly accounts: Map<HexAddress, AccountState>;
  readonly assets: Map<string, Asset>;
  readonly contracts: Map<HexAddress, ContractState>;
  readonly witnesses: Map<HexAddress, Witness>;
  readonly delegations: Map<string, Delegation>;
  readonly parameters: Map<string, bigint>;
  totalNetWeight: bigint;
  totalEnergyWeight: bigint;
  /** The pool that the free bandwidth of all accounts comes from. */
  publicNetLimit: bigint;
  publicNet: Meter;
}

/** 24 hours in slots, in thousandths. */
export const fullWindow = 28_800_000n;

function idle(): Meter {
  return { usage: 0n, slot: 0, window: fullWindow };
}

export function noStakes(): Stakes {
  return { BANDWIDTH: 0n, ENERGY: 0n };
}

/** Which contracts the active permission of a new account may sign. Of recorded accounts of 2026. */
const defaultOperations = '7fff1fc0033efb0f000000000000000000000000000000000000000000000000';

export function ownerPermissionOf(address: HexAddress): Permission {
  return { id: 0, name: 'owner', threshold: 1, keys: [{ address, weight: 1 }] };
}

export function activePermissionOf(address: HexAddress): Permission {
  return { id: 2, name: 'active', threshold: 1, keys: [{ address, weight: 1 }], operations: defaultOperations };
}

/** An account as an activation leaves it. */
export function newAccount(address: HexAddress, createTime: number): AccountState {
  return {
    address,
    type: 'Normal',
    name: '',
    balance: 0n,
    createTime,
    latestOperationTime: 0,
    latestWithdrawTime: 0,
    free: idle(),
    net: idle(),
    energy: idle(),
    frozen: noStakes(),
    unfrozen: [],
    legacy: noStakes(),
    legacyExpireTime: 0,
    delegated: noStakes(),
    acquired: noStakes(),
    votes: [],
    allowance: 0n,
    pendingReward: 0n,
    assets: new Map(),
    ownerPermission: ownerPermissionOf(address),
    activePermissions: [activePermissionOf(address)],
  };
}

export function parameter(state: State, key: string): bigint {
  const value = state.parameters.get(key);
  if (value === undefined) throw new TypeError(`There is no parameter ${key}.`);
  return value;
}

/** Sun that count as Tron power: every stake, also what is lent to others. */
export function tronPower({ frozen, legacy, delegated }: AccountState): bigint {
  return [frozen, legacy, delegated].reduce((sum, one) => sum + one.BANDWIDTH + one.ENERGY, 0n);
}

/** A copy that can be changed. Whole accounts are copied by hand, because `structuredClone` takes 3 ms for those of all witnesses. */
export function copyState(state: State): State {
  return {
    ...state,
    accounts: mapped(state.accounts, copyAccount),
    assets: new Map(state.assets),
    contracts: mapped(state.contracts, (one) => ({ ...one })),
    witnesses: mapped(state.witnesses, (one) => ({ ...one })),
    delegations: mapped(state.delegations, (one) => structuredClone(one)),
    parameters: new Map(state.parameters),
    publicNet: { ...state.publicNet },
  };
}

export function copyAccount(account: AccountState): AccountState {
  return {
    ...account,
    free: { ...account.free },
    net: { ...account.net },
    energy: { ...account.energy },
    frozen: { ...account.frozen },
    unfrozen: [...account.unfrozen],
    legacy: { ...account.legacy },
    delegated: { ...account.delegated },
    acquired: { ...account.acquired },
    votes: account.votes.map((vote) => ({ ...vote })),
    assets: new Map(account.assets),
    activePermissions: [...account.activePermissions],
  };
}

function mapped<K, V>(map: ReadonlyMap<K, V>, copy: (value: V) => V): Map<K, V> {
  return new Map(Array.from(map, ([key, value]) => [key, copy(value)]));
}

/** An account must exist here: what calls this has checked it. */
export function existing(state: State, address: HexAddress): AccountState {
  const account = state.accounts.get(address);
  if (account === undefined) throw new TypeError(`There is no account ${address}.`);
  return account;
}
