import type { AccountStatus, Participation } from '../engine.ts';

export interface Holding {
  /** Base units. */
  readonly amount: bigint;
  readonly isFrozen: boolean;
  /** The round of the opt-in. */
  readonly since: number;
}

/** An account. It is replaced, and never changed. Amounts are microAlgos. */
export interface Account {
  readonly address: string;
  readonly amount: bigint;
  readonly authAddr: string | undefined;
  readonly status: AccountStatus;
  readonly participation: Participation | undefined;
  readonly incentiveEligible: boolean;
  readonly lastProposed: number;
  readonly lastHeartbeat: number;
  /** How many applications it is opted in to. */
  readonly apps: number;
  readonly createdApps: number;
  readonly uints: number;
  readonly byteSlices: number;
  readonly extraPages: number;
  readonly boxes: number;
  readonly boxBytes: number;
  readonly sigType: 'sig' | 'msig' | 'lsig' | undefined;
  readonly holdings: ReadonlyMap<bigint, Holding>;
  readonly createdAssets: ReadonlySet<bigint>;
  readonly createdRound: number;
}

/** An asset. It is replaced, and never changed. Addresses that are not set are undefined. */
export interface Asset {
  readonly id: bigint;
  readonly creator: string;
  readonly total: bigint;
  readonly decimals: number;
  readonly defaultFrozen: boolean;
  /** Bytes, which need be no text. */
  readonly name: Uint8Array;
  readonly unitName: Uint8Array;
  readonly url: Uint8Array;
  readonly metadataHash: Uint8Array | undefined;
  readonly manager: string | undefined;
  readonly reserve: string | undefined;
  readonly freeze: string | undefined;
  readonly clawback: string | undefined;
  readonly createdRound: number;
}

/** All that transactions read and write. A copy is cheap: entries are shared. */
export interface State {
  readonly accounts: Map<string, Account>;
  readonly assets: Map<bigint, Asset>;
  /** Assets that were destroyed, with the round. Only the indexer has them. */
  readonly destroyed: Map<bigint, { readonly asset: Asset; readonly round: number }>;
  /** The last round in which a lease is held, by `sender|lease`. */
  readonly leases: Map<string, bigint>;
  /** How many transactions there were: new assets are numbered by it. */
  counter: bigint;
}

export function emptyState(): State {
  return { accounts: new Map(), assets: new Map(), destroyed: new Map(), leases: new Map(), counter: 3_000_000_000n };
}

export function copyState({ accounts, assets, destroyed, leases, counter }: State): State {
  return {
    accounts: new Map(accounts),
    assets: new Map(assets),
    destroyed: new Map(destroyed),
    leases: new Map(leases),
    counter,
  };
}

/** An address that nobody has used is an account as well. */
function emptyAccount(address: string): Account {
  return {
    address,
    amount: 0n,
    authAddr: undefined,
    status: 'Offline',
    participation: undefined,
    incentiveEligible: false,
    lastProposed: 0,
    lastHeartbeat: 0,
    apps: 0,
    createdApps: 0,
    uints: 0,
    byteSlices: 0,
    extraPages: 0,
    boxes: 0,
    boxBytes: 0,
    sigType: undefined,
    holdings: new Map(),
    createdAssets: new Set(),
    createdRound: 0,
  };
}

export const accountOf = (state: State, address: string): Account =>
  state.accounts.get(address) ?? emptyAccount(address);

/** Whether an account is as if nobody had used it. */
export function isEmpty(account: Account): boolean {
  const { amount, authAddr, status, participation, holdings, createdAssets } = account;
  const counts = [
    account.apps,
    account.createdApps,
    account.boxes,
    account.extraPages,
    account.uints,
    account.byteSlices,
  ];
  return (
    amount === 0n &&
    authAddr === undefined &&
    status === 'Offline' &&
    participation === undefined &&
    !account.incentiveEligible &&
    holdings.size === 0 &&
    createdAssets.size === 0 &&
    counts.every((count) => count === 0)
  );
}

/**
 * Replaces an account. One that paid everything is not deleted: the level of rewards stays in its record, so it needs its minimum balance
 * (go-algorand:data/basics/userBalance.go WithUpdatedRewards).
 */
export function putAccount(state: State, account: Account): void {
  state.accounts.set(account.address, account);
}

/** Deletes an account: it needs no minimum balance then (go-algorand:ledger/eval/eval.go CloseAccount). */
export function deleteAccount(state: State, address: string): void {
  state.accounts.delete(address);
}

/** Sets a holding, or takes it away. */
export function putHolding(state: State, address: string, id: bigint, holding: Holding | undefined): void {
  const account = accountOf(state, address);
  const holdings = new Map(account.holdings);
  if (holding === undefined) holdings.delete(id);
  else holdings.set(id, holding);
  putAccount(state, { ...account, holdings });
}

/**
 * What an account must keep, in microAlgos: 100,000, as much for each holding, application and extra page, the entries of its applications' schemas, and its boxes
 * (go-algorand:data/basics/userBalance.go MinBalance, config/consensus.go of v41).
 */
export function minBalanceOf(account: Account): bigint {
  const { holdings, apps, createdApps, extraPages, uints, byteSlices, boxes, boxBytes } = account;
  const flat = 100_000 * (1 + holdings.size + apps + createdApps + extraPages);
  const entries = 25_000 * (uints + byteSlices) + 3_500 * uints + 25_000 * byteSlices;
  return BigInt(flat + entries + 2_500 * boxes + 400 * boxBytes);
}
