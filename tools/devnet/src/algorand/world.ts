import { fromAddress } from './address.ts';
import { toAssetId } from './algod/account.ts';
import type { AccountSettings, AccountState, AssetId, AssetSettings, HoldingSettings } from './engine.ts';
import {
  type Account,
  type Asset,
  accountOf,
  deleteAccount,
  isEmpty,
  minBalanceOf,
  putAccount,
  putHolding,
  type State,
} from './ledger/state.ts';

/** @throws TypeError for what is no address. */
function checked(address: string): string {
  fromAddress(address);
  return address;
}

/** @throws TypeError */
function assetIn(state: State, assetId: AssetId): Asset {
  const asset = state.assets.get(toAssetId(assetId));
  if (asset === undefined) throw new TypeError(`There is no asset ${assetId}.`);
  return asset;
}

/** Creates an account or changes one. */
export function placeAccount(state: State, address: string, settings: AccountSettings, round: number): Account {
  const before = accountOf(state, checked(address));
  const { appSchema, participation, authAddr, ...rest } = settings;
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  const account: Account = {
    ...before,
    ...given,
    authAddr: authAddr === undefined ? before.authAddr : authAddr === '' ? undefined : checked(authAddr),
    participation: participation === undefined ? before.participation : (participation ?? undefined),
    uints: appSchema?.uints ?? before.uints,
    byteSlices: appSchema?.byteSlices ?? before.byteSlices,
    createdRound: before.createdRound || round,
  };
  if (isEmpty(account)) deleteAccount(state, account.address);
  else putAccount(state, account);
  return account;
}

const bytesOf = (text: string | Uint8Array | undefined, before: Uint8Array | undefined): Uint8Array =>
  text === undefined ? (before ?? new Uint8Array()) : new Uint8Array(Buffer.from(text as string));

/** Creates an asset or changes one. Its creator holds the total, unless it has a holding. */
export function placeAsset(state: State, settings: AssetSettings, round: number): Asset {
  const id = toAssetId(settings.id);
  const before = state.assets.get(id);
  const creator = checked(settings.creator);
  const asset: Asset = {
    id,
    creator,
    total: settings.total ?? before?.total ?? 10n ** 15n,
    decimals: settings.decimals ?? before?.decimals ?? 6,
    defaultFrozen: settings.defaultFrozen ?? before?.defaultFrozen ?? false,
    name: bytesOf(settings.name, before?.name),
    unitName: bytesOf(settings.unitName, before?.unitName),
    url: bytesOf(settings.url, before?.url),
    metadataHash: settings.metadataHash ?? before?.metadataHash,
    manager: settings.manager ?? before?.manager,
    reserve: settings.reserve ?? before?.reserve,
    freeze: settings.freeze ?? before?.freeze,
    clawback: settings.clawback ?? before?.clawback,
    createdRound: before?.createdRound ?? round,
  };
  state.assets.set(id, asset);
  state.destroyed.delete(id);
  const account = accountOf(state, creator);
  const holdings = new Map(account.holdings);
  if (!holdings.has(id)) holdings.set(id, { amount: asset.total, isFrozen: false, since: round });
  const createdRound = account.createdRound || round;
  putAccount(state, { ...account, createdRound, holdings, createdAssets: new Set(account.createdAssets).add(id) });
  return asset;
}

/** Opts in, or changes a holding. Also of an asset that was destroyed. */
export function placeHolding(
  state: State,
  address: string,
  assetId: AssetId,
  { amount, isFrozen }: HoldingSettings,
  round: number,
): void {
  const id = toAssetId(assetId);
  const asset = state.assets.get(id) ?? state.destroyed.get(id)?.asset ?? assetIn(state, id);
  const before = accountOf(state, checked(address)).holdings.get(id);
  putHolding(state, address, id, {
    amount: amount ?? before?.amount ?? 0n,
    isFrozen: isFrozen ?? before?.isFrozen ?? asset.defaultFrozen,
    since: before?.since ?? round,
  });
}

/** Ids of assets that fill an account. */
const firstFiller = 4_000_000_000n;

/** Opts in to so many new assets, with 1 of each. */
export function placeHoldings(state: State, address: string, count: number, creator: string, round: number): string[] {
  const used = [...state.assets.keys()].filter((id) => id >= firstFiller).length;
  const ids = Array.from({ length: count }, (_, index) => firstFiller + BigInt(used + index));
  const [holder, maker] = [accountOf(state, checked(address)), accountOf(state, creator)];
  const holdings = new Map(holder.holdings);
  for (const id of ids) {
    holdings.set(id, { amount: 1n, isFrozen: false, since: round });
    // The creator's side is left out: its record would be as long.
    state.assets.set(id, {
      id,
      creator: maker.address,
      total: 1n,
      decimals: 0,
      defaultFrozen: false,
      name: new Uint8Array(Buffer.from(`Filler ${id}`)),
      unitName: new Uint8Array(Buffer.from('FILL')),
      url: new Uint8Array(),
      metadataHash: undefined,
      manager: undefined,
      reserve: undefined,
      freeze: undefined,
      clawback: undefined,
      createdRound: round,
    });
  }
  putAccount(state, { ...holder, holdings, createdRound: holder.createdRound || round });
  return ids.map(String);
}

/** Takes the asset away. Holdings of others than the creator stay. */
export function destroyAsset(state: State, assetId: AssetId, round: number): void {
  const asset = assetIn(state, assetId);
  const account = accountOf(state, asset.creator);
  const createdAssets = new Set(account.createdAssets);
  createdAssets.delete(asset.id);
  const holdings = new Map(account.holdings);
  holdings.delete(asset.id);
  putAccount(state, { ...account, createdAssets, holdings });
  state.assets.delete(asset.id);
  state.destroyed.set(asset.id, { asset, round });
}

/** Adds microAlgos, or base units of an asset. */
export function mint(state: State, address: string, amount: bigint, assetId: AssetId | undefined, round: number): void {
  if (assetId === undefined) {
    placeAccount(state, address, { amount: accountOf(state, checked(address)).amount + amount }, round);
    return;
  }
  const held = accountOf(state, checked(address)).holdings.get(toAssetId(assetId))?.amount ?? 0n;
  placeHolding(state, address, assetId, { amount: held + amount }, round);
}

export function balanceIn(state: State, address: string, assetId: AssetId | undefined): bigint {
  const account = accountOf(state, checked(address));
  return assetId === undefined ? account.amount : (account.holdings.get(toAssetId(assetId))?.amount ?? 0n);
}

export function accountStateIn(state: State, address: string): AccountState | undefined {
  const account = state.accounts.get(checked(address));
  if (account === undefined) return undefined;
  const { amount, authAddr, status, incentiveEligible, participation } = account;
  const minBalance = minBalanceOf(account);
  return {
    amount,
    minBalance,
    available: amount > minBalance ? amount - minBalance : 0n,
    authAddr,
    status,
    incentiveEligible,
    participation,
    holdings: Object.fromEntries(
      [...account.holdings].map(([id, holding]) => [
        String(id),
        { amount: holding.amount, isFrozen: holding.isFrozen },
      ]),
    ),
    createdAssets: [...account.createdAssets].map(String),
  };
}
