import { native, toAccount, toAsset } from './asset.ts';
import { startingSequence } from './core/operations/create-account.ts';
import { available, minBalance } from './core/reserves.ts';
import type { AccountSettings, AccountState, AuthFlags, Liabilities, TrustlineSettings } from './engine.ts';
import { type AccountEntry, accountFlags, type Line, lineFlags, lineKey, newAccount, type State } from './state.ts';
import { highest } from './units.ts';

/** @throws TypeError */
export function accountIn(state: State, address: string): AccountEntry {
  const account = state.accounts.get(toAccount(address));
  if (account === undefined) throw new TypeError(`There is no account ${toAccount(address)}.`);
  return account;
}

/** @throws TypeError */
export function lineIn(state: State, address: string, tokenId: string): Line {
  const line = state.lines.get(lineKey(toAccount(address), toAsset(tokenId)));
  if (line === undefined) throw new TypeError(`${toAccount(address)} has no trustline for ${tokenId}.`);
  return line;
}

/** Creates an account or changes one. Entries that it gets or loses count as subentries. */
export function placeAccount(state: State, address: string, settings: AccountSettings, ledger: number): AccountEntry {
  const id = toAccount(address);
  const account = state.accounts.get(id) ?? newAccount(id, 0n, startingSequence(ledger), ledger);
  state.accounts.set(id, account);
  const { signers, thresholds, data, flags, sponsor } = settings;
  account.lastModified = ledger;
  account.balance = settings.balance ?? account.balance;
  account.sequence = settings.sequence ?? account.sequence;
  account.homeDomain = settings.homeDomain ?? account.homeDomain;
  account.thresholds = { ...account.thresholds, ...thresholds };
  for (const [name, on] of Object.entries(flags ?? {})) {
    const bit = accountFlags[name as keyof AuthFlags];
    account.flags = on ? account.flags | bit : account.flags & ~bit;
  }
  if (signers !== undefined) {
    account.subentries += signers.length - account.signers.length;
    account.signers = signers.map(({ key, weight, sponsor: payer }) => ({ key, weight, sponsor: payer }));
  }
  if (data !== undefined) {
    account.subentries -= account.data.size;
    account.data.clear();
    for (const [name, text] of Object.entries(data)) setData(account, name, text);
  }
  account.subentries += settings.subentries ?? 0;
  account.numSponsoring = settings.numSponsoring ?? account.numSponsoring;
  account.numSponsored = settings.numSponsored ?? account.numSponsored;
  if (sponsor !== undefined && account.sponsor === undefined) {
    accountIn(state, sponsor).numSponsoring += 2;
    account.numSponsored += 2;
    account.sponsor = toAccount(sponsor);
  }
  return account;
}

/** Sets a data entry, or takes it away. The text is stored as it is. */
export function setData(account: AccountEntry, name: string, text: string | undefined): void {
  const isThere = account.data.has(name);
  if (text === undefined) {
    account.data.delete(name);
    account.subentries -= isThere ? 1 : 0;
    return;
  }
  account.data.set(name, { value: Buffer.from(text).toString('base64'), sponsor: undefined });
  account.subentries += isThere ? 0 : 1;
}

/** Creates a trustline or changes one. */
export function placeTrustline(
  state: State,
  address: string,
  tokenId: string,
  settings: TrustlineSettings,
  ledger: number,
): Line {
  const owner = accountIn(state, address);
  const asset = toAsset(tokenId);
  const key = lineKey(owner.id, asset);
  const present = state.lines.get(key);
  if (present === undefined) owner.subentries += 1;
  const line: Line = present ?? {
    owner: owner.id,
    asset,
    balance: 0n,
    limit: highest,
    flags: lineFlags.authorized,
    buying: 0n,
    selling: 0n,
    sponsor: undefined,
    poolUseCount: 0,
    lastModified: ledger,
  };
  state.lines.set(key, line);
  const { authorized, clawback, liabilities, sponsor } = settings;
  line.lastModified = ledger;
  line.balance = settings.balance ?? line.balance;
  line.limit = settings.limit ?? line.limit;
  line.poolUseCount = settings.poolUseCount ?? line.poolUseCount;
  line.selling = liabilities?.selling ?? line.selling;
  line.buying = liabilities?.buying ?? line.buying;
  if (authorized !== undefined) {
    const bits = authorized === 'maintain' ? lineFlags.maintain : authorized ? lineFlags.authorized : 0;
    line.flags = (line.flags & lineFlags.clawback) | bits;
  }
  if (clawback !== undefined)
    line.flags = clawback ? line.flags | lineFlags.clawback : line.flags & ~lineFlags.clawback;
  if (sponsor !== undefined && line.sponsor === undefined) {
    accountIn(state, sponsor).numSponsoring += 1;
    owner.numSponsored += 1;
    line.sponsor = toAccount(sponsor);
  }
  return line;
}

/** Adds to what offers bind, or sets it. */
export function setLiabilities(
  state: State,
  address: string,
  { selling, buying }: Liabilities,
  tokenId: string | undefined,
): void {
  const holder = tokenId === undefined ? accountIn(state, address) : lineIn(state, address, tokenId);
  holder.selling = selling ?? holder.selling;
  holder.buying = buying ?? holder.buying;
}

/** Mints XLM or a token. */
export function mint(state: State, address: string, amount: bigint, tokenId: string | undefined, ledger: number): void {
  if (tokenId === undefined) {
    const id = toAccount(address);
    const account = state.accounts.get(id) ?? placeAccount(state, id, {}, ledger);
    account.balance += amount;
    account.lastModified = ledger;
    return;
  }
  const line = state.lines.get(lineKey(toAccount(address), toAsset(tokenId)));
  placeTrustline(state, address, tokenId, { balance: (line?.balance ?? 0n) + amount }, ledger);
}

export function balanceIn(state: State, address: string, tokenId: string | undefined): bigint {
  const asset = toAsset(tokenId);
  const id = toAccount(address);
  const holder = asset === native ? state.accounts.get(id) : state.lines.get(lineKey(id, asset));
  return holder?.balance ?? 0n;
}

export function accountStateIn(state: State, address: string, baseReserve: bigint): AccountState | undefined {
  const account = state.accounts.get(toAccount(address));
  if (account === undefined) return undefined;
  const { balance, sequence, subentries, numSponsoring, numSponsored, thresholds, homeDomain, flags } = account;
  const has = (bit: number) => (flags & bit) !== 0;
  return {
    balance,
    sequence,
    subentries,
    numSponsoring,
    numSponsored,
    minBalance: minBalance(account, baseReserve),
    available: available(account, baseReserve),
    thresholds: { ...thresholds },
    flags: {
      required: has(accountFlags.required),
      revocable: has(accountFlags.revocable),
      immutable: has(accountFlags.immutable),
      clawback: has(accountFlags.clawback),
    },
    signers: account.signers.map(({ key, weight, sponsor }) => ({ key, weight, ...(sponsor && { sponsor }) })),
    data: Object.fromEntries([...account.data].map(([name, { value }]) => [name, value])),
    homeDomain,
  };
}
