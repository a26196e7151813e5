import { basicAccountJson, holdingsOf } from '../algod/account.ts';
import { assetParamsJson } from '../algod/asset.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Account, Asset } from '../ledger/state.ts';
import { RestError } from '../rest-error.ts';

const parts = ['assets', 'created-assets', 'apps-local-state', 'created-apps'] as const;

/** An account as the indexer describes it (algorand/indexer:api/handlers.go LookupAccountByID). @throws RestError 400, 404 */
export function accountJson(ledger: Ledger, address: string, query: URLSearchParams): Record<string, unknown> {
  const excluded = (query.get('exclude') ?? '').split(',').filter((one) => one !== '' && one !== 'none');
  const odd = excluded.find((one) => one !== 'all' && !parts.includes(one as (typeof parts)[number]));
  if (odd !== undefined) throw new RestError(400, `unknown value "${odd}": invalid exclude argument`);
  const account = ledger.indexerState.accounts.get(address);
  if (account === undefined) throw new RestError(404, `no accounts found for address: ${address}`);
  const has = (part: (typeof parts)[number]) => !excluded.includes('all') && !excluded.includes(part);
  const created = [...account.createdAssets].flatMap((id) => ledger.indexerState.assets.get(id) ?? []);
  const sigType = account.sigType ?? seenSignature(ledger, address);
  return {
    'current-round': ledger.indexerRound,
    account: {
      ...basicAccountJson(account, ledger.indexerRound),
      ...(has('assets') && account.holdings.size > 0 && { assets: holdingsJson(account) }),
      ...(has('created-assets') && created.length > 0 && { 'created-assets': created.map((one) => assetJson(one)) }),
      'created-at-round': account.createdRound,
      deleted: false,
      ...(sigType && { 'sig-type': sigType }),
      'total-box-bytes': account.boxBytes,
      'total-boxes': account.boxes,
    },
  };
}

/** How the account's last transaction was signed. */
function seenSignature(ledger: Ledger, address: string): string | undefined {
  const last = ledger.history.findLast(
    (entry) => 'transaction' in entry && entry.transaction.txn.address('snd') === address,
  );
  if (last === undefined || !('transaction' in last)) return undefined;
  return ['sig', 'msig', 'lsig'].find((name) => last.transaction.signed.has(name));
}

function holdingsJson(account: Account): Record<string, unknown>[] {
  return holdingsOf(account).map(([id, { amount, isFrozen }]) => ({
    amount,
    'asset-id': id,
    deleted: false,
    'is-frozen': isFrozen,
    'opted-in-at-round': account.holdings.get(id)?.since,
  }));
}

const [defaultLimit, maxLimit] = [1_000, 10_000];

/** A page of holdings. There is a next token unless it is empty. */
export function accountAssetsJson(ledger: Ledger, address: string, query: URLSearchParams): Record<string, unknown> {
  const account = ledger.indexerState.accounts.get(address);
  const after = query.get('next') ?? '0';
  if (!/^\d+$/.test(after)) {
    throw new RestError(400, `unable to parse next token: strconv.ParseUint: parsing "${after}": invalid syntax`);
  }
  const id = query.get('asset-id');
  const all = account === undefined ? [] : holdingsJson(account);
  const rest = all.filter(
    (one) => (one['asset-id'] as bigint) > BigInt(after) && (id === null || String(one['asset-id']) === id),
  );
  const page = rest.slice(0, Math.min(Number(query.get('limit') ?? defaultLimit) || defaultLimit, maxLimit));
  const last = page.at(-1);
  return {
    assets: page,
    'current-round': ledger.indexerRound,
    ...(last && { 'next-token': String(last['asset-id']) }),
  };
}

/** An asset, one that was destroyed only with `include-all` (algorand/indexer:api/handlers.go LookupAssetByID). @throws RestError 404 */
export function assetAnswer(ledger: Ledger, text: string, query: URLSearchParams): Record<string, unknown> {
  const id = /^\d{1,20}$/.test(text) ? BigInt(text) : undefined;
  if (id === undefined) {
    throw new RestError(400, `Invalid format for parameter asset-id: error binding string parameter: ${text}`);
  }
  const { assets, destroyed } = ledger.indexerState;
  const present = assets.get(id);
  const gone = query.get('include-all') === 'true' ? destroyed.get(id) : undefined;
  const asset = present ? assetJson(present) : gone && assetJson(gone.asset, gone.round);
  if (asset === undefined) throw new RestError(404, `no assets found for asset-id: ${text}`);
  return { asset, 'current-round': ledger.indexerRound };
}

function assetJson(asset: Asset, destroyedRound?: number): Record<string, unknown> {
  const isDeleted = destroyedRound !== undefined;
  return {
    'created-at-round': asset.createdRound,
    deleted: isDeleted,
    ...(isDeleted && { 'destroyed-at-round': destroyedRound }),
    index: asset.id,
    // Of a destroyed asset only the creator is left.
    params: isDeleted ? { creator: asset.creator, decimals: 0, total: 0 } : assetParamsJson(asset),
  };
}
