import { Asset, StrKey } from '@stellar/stellar-base';
import { type AssetId, assetType, codeOf, issuerOf } from '../asset.ts';
import type { Core } from '../core/core.ts';
import { predicateResource } from '../core/operations/predicate.ts';
import { type AccountEntry, type ClaimableBalance, lineFlags, lineKey, type State } from '../state.ts';
import { toText } from '../units.ts';
import { flagsResource, timeOf } from './account.ts';
import { link, pagedLink } from './links.ts';
import type { PageQuery } from './page.ts';
import { badField, Problem } from './problem.ts';

/** Sorts by paging token, and answers what comes after the cursor. For lists of what is there now. */
export function pageOfState<T extends { readonly paging_token: string }>(records: readonly T[], page: PageQuery): T[] {
  const sign = page.order === 'asc' ? 1 : -1;
  const compare = (left: string, right: string) => (left < right ? -sign : left > right ? sign : 0);
  const ordered = records.toSorted((left, right) => compare(left.paging_token, right.paging_token));
  const after = ordered.filter(({ paging_token }) => page.cursor === '' || compare(page.cursor, paging_token) < 0);
  return after.slice(0, page.limit);
}

/** Accounts by signer, sponsor or token. @throws Problem 400 */
export function findAccounts(state: State, query: URLSearchParams): AccountEntry[] {
  const signer = readAddress(query, 'signer');
  const sponsor = readAddress(query, 'sponsor');
  const asset = readAsset(query);
  if ([signer, sponsor, asset].filter((one) => one !== undefined).length !== 1) {
    throw new Problem(400, 'invalid_accounts_params', 'Invalid Accounts Parameters', 'Exactly one filter is required.');
  }
  const all = [...state.accounts.values()];
  if (signer !== undefined) {
    return all.filter(({ id, thresholds, signers }) =>
      id === signer ? thresholds.master > 0 : signers.some(({ key }) => key === signer),
    );
  }
  if (sponsor !== undefined) return all.filter((account) => isSponsored(state, account, sponsor));
  return all.filter(({ id }) => state.lines.has(lineKey(id, asset ?? '')));
}

function isSponsored(state: State, account: AccountEntry, sponsor: string): boolean {
  const lines = [...state.lines.values()].filter(({ owner }) => owner === account.id);
  const entries = [account, ...account.signers, ...account.data.values(), ...lines];
  return entries.some((entry) => entry.sponsor === sponsor);
}

/** @throws Problem 400 */
function readAddress(query: URLSearchParams, name: string): string | undefined {
  const text = query.get(name);
  if (text === null || text === '') return undefined;
  if (StrKey.isValidEd25519PublicKey(text)) return text;
  throw badField(name, 'Account ID must start with `G` and contain 56 alphanum characters');
}

/** @throws Problem 400 */
function readAsset(query: URLSearchParams): AssetId | undefined {
  const text = query.get('asset');
  if (text === null || text === '') return undefined;
  if (text === 'native') return text;
  const isValid = /^[A-Za-z0-9]{1,12}$/.test(codeOf(text)) && StrKey.isValidEd25519PublicKey(issuerOf(text));
  if (isValid) return text;
  throw badField(
    'asset',
    'Asset must be the string "native" or a string of the form "Code:IssuerAccountID" for issued assets.',
  );
}

/** `GET /assets`: tokens that somebody holds, or that lie in claimable balances. @throws Problem 400 */
export function assetResources(core: Core, query: URLSearchParams) {
  const state = core.historyState;
  const [code, issuer] = [query.get('asset_code') ?? '', query.get('asset_issuer') ?? ''];
  if (code !== '' && !/^[A-Za-z0-9]{1,12}$/.test(code))
    throw badField('asset_code', `${code} is not a valid asset code`);
  if (issuer !== '' && !StrKey.isValidEd25519PublicKey(issuer)) {
    throw badField('asset_issuer', `${issuer} is not a valid asset issuer`);
  }
  const known = new Set([
    ...[...state.lines.values()].map(({ asset }) => asset),
    ...[...state.claimable.values()].map(({ asset }) => asset).filter((asset) => asset !== 'native'),
  ]);
  return [...known]
    .filter((asset) => (code === '' || codeOf(asset) === code) && (issuer === '' || issuerOf(asset) === issuer))
    .map((asset) => assetResource(asset, core));
}

/** stellar-horizon:internal/resourceadapter/asset_stat.go. */
function assetResource(asset: AssetId, core: Core) {
  const state = core.historyState;
  const issuer = state.accounts.get(issuerOf(asset));
  const lines = [...state.lines.values()].filter((line) => line.asset === asset);
  const groups = {
    authorized: lines.filter(({ flags }) => (flags & lineFlags.authorized) !== 0),
    authorized_to_maintain_liabilities: lines.filter(({ flags }) => (flags & lineFlags.maintain) !== 0),
    unauthorized: lines.filter(({ flags }) => (flags & (lineFlags.authorized | lineFlags.maintain)) === 0),
  };
  const sum = (amounts: readonly { readonly balance: bigint }[]) =>
    amounts.reduce((total, { balance }) => total + balance, 0n);
  const claimable = [...state.claimable.values()].filter((one) => one.asset === asset);
  const domain = issuer?.homeDomain.trim() ?? '';
  const each = <T>(map: (group: typeof lines) => T) =>
    Object.fromEntries(Object.entries(groups).map(([name, group]) => [name, map(group)]));
  return {
    _links: { toml: { href: domain === '' ? '' : `https://${domain}/.well-known/stellar.toml` } },
    asset_type: assetType(asset),
    asset_code: codeOf(asset),
    asset_issuer: issuerOf(asset),
    paging_token: `${codeOf(asset)}_${issuerOf(asset)}_${assetType(asset)}`,
    contract_id: new Asset(codeOf(asset), issuerOf(asset)).contractId(core.passphrase),
    num_claimable_balances: claimable.length,
    num_liquidity_pools: 0,
    num_contracts: 0,
    accounts: each((group) => group.length),
    claimable_balances_amount: toText(claimable.reduce((total, { amount }) => total + amount, 0n)),
    liquidity_pools_amount: toText(0n),
    contracts_amount: toText(0n),
    balances: each((group) => toText(sum(group))),
    flags: flagsResource(issuer?.flags ?? 0),
  };
}

/** Claimable balances by token, sponsor or claimant. @throws Problem 400 */
export function findClaimable(state: State, query: URLSearchParams): ClaimableBalance[] {
  const [asset, sponsor, claimant] = [readAsset(query), readAddress(query, 'sponsor'), readAddress(query, 'claimant')];
  return [...state.claimable.values()].filter(
    (one) =>
      (asset === undefined || one.asset === asset) &&
      (sponsor === undefined || one.sponsor === sponsor) &&
      (claimant === undefined || one.claimants.some(({ destination }) => destination === claimant)),
  );
}

/** `GET /claimable_balances/{id}` (stellar-horizon:internal/resourceadapter/claimable_balances.go). */
export function claimableResource(entry: ClaimableBalance, core: Core) {
  const self = `/claimable_balances/${entry.id}`;
  return {
    _links: {
      self: link(self),
      transactions: pagedLink(`${self}/transactions`),
      operations: pagedLink(`${self}/operations`),
    },
    id: entry.id,
    asset: entry.asset,
    amount: toText(entry.amount),
    sponsor: entry.sponsor,
    last_modified_ledger: entry.lastModified,
    last_modified_time: timeOf(core, entry.lastModified),
    claimants: entry.claimants.map(({ destination, predicate }) => ({
      destination,
      predicate: predicateResource(predicate),
    })),
    flags: { clawback_enabled: entry.clawback },
    paging_token: `${entry.lastModified}-${entry.id}`,
  };
}
