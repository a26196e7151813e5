import type { AssetId } from '../engine.ts';
import { type Account, accountOf, minBalanceOf, type State } from '../ledger/state.ts';
import { RestError } from '../rest-error.ts';
import { assetJson, assetParamsJson } from './asset.ts';

/** An account without its assets and applications (go-algorand:daemon/algod/api/server/v2/handlers.go basicAccountInformation). */
export function basicAccountJson(account: Account, round: number): Record<string, unknown> {
  const { participation: keys, extraPages, boxes, boxBytes, lastProposed, lastHeartbeat } = account;
  return {
    address: account.address,
    amount: account.amount,
    'amount-without-pending-rewards': account.amount,
    ...(extraPages > 0 && { 'apps-total-extra-pages': extraPages }),
    'apps-total-schema': { 'num-byte-slice': account.byteSlices, 'num-uint': account.uints },
    ...(account.authAddr !== undefined && { 'auth-addr': account.authAddr }),
    ...(account.incentiveEligible && { 'incentive-eligible': true }),
    ...(lastHeartbeat > 0 && { 'last-heartbeat': lastHeartbeat }),
    ...(lastProposed > 0 && { 'last-proposed': lastProposed }),
    'min-balance': minBalanceOf(account),
    ...(keys && {
      participation: {
        'selection-participation-key': keys.selectionKey,
        ...(keys.stateProofKey && { 'state-proof-key': keys.stateProofKey }),
        'vote-first-valid': keys.voteFirst,
        'vote-key-dilution': keys.voteKeyDilution,
        'vote-last-valid': keys.voteLast,
        'vote-participation-key': keys.voteKey,
      },
    }),
    'pending-rewards': 0,
    // Rewards for holders ended in 2022. Accounts that were written since have the level of then.
    'reward-base': account.amount === 0n ? 0 : 218_288,
    rewards: 0,
    round,
    status: account.status,
    'total-apps-opted-in': account.apps,
    'total-assets-opted-in': account.holdings.size,
    ...(boxBytes > 0 && { 'total-box-bytes': boxBytes }),
    ...(boxes > 0 && { 'total-boxes': boxes }),
    'total-created-apps': account.createdApps,
    'total-created-assets': account.createdAssets.size,
  };
}

/** An account with all that it has, unless that is too much. @throws RestError 400 */
export function wholeAccountJson(
  state: State,
  account: Account,
  round: number,
  maxResources: number,
): Record<string, unknown> {
  const { holdings, createdAssets, apps, createdApps } = account;
  if (holdings.size + createdAssets.size + apps + createdApps > maxResources) {
    throw new RestError(400, 'Result limit exceeded', {
      'max-results': maxResources,
      'total-apps-opted-in': apps,
      'total-assets-opted-in': holdings.size,
      'total-created-apps': createdApps,
      'total-created-assets': createdAssets.size,
    });
  }
  const created = [...createdAssets].flatMap((id) => state.assets.get(id) ?? []);
  return {
    ...basicAccountJson(account, round),
    assets: holdingsOf(account).map(([id, holding]) => holdingJson(id, holding)),
    'created-assets': created.map(assetJson),
    // Applications are counted alone, and have no ids.
    'apps-local-state': [],
    'created-apps': [],
  };
}

type HoldingEntry = readonly [bigint, { readonly amount: bigint; readonly isFrozen: boolean }];

/** By asset id. */
export function holdingsOf(account: Account): readonly HoldingEntry[] {
  return [...account.holdings].sort(([a], [b]) => (a < b ? -1 : 1));
}

const holdingJson = (id: bigint, { amount, isFrozen }: HoldingEntry[1]) => ({
  amount,
  'asset-id': id,
  'is-frozen': isFrozen,
});

/** A holding, and the asset if the account created it. @throws RestError 404 */
export function accountAssetJson(state: State, address: string, id: bigint, round: number): Record<string, unknown> {
  const account = accountOf(state, address);
  const holding = account.holdings.get(id);
  const created = account.createdAssets.has(id) ? state.assets.get(id) : undefined;
  if (holding === undefined && created === undefined) throw new RestError(404, 'account asset info not found');
  return {
    ...(holding && { 'asset-holding': holdingJson(id, holding) }),
    ...(created && { 'created-asset': assetParamsJson(created) }),
    round,
  };
}

const maxLimit = 1_000;

/** A page of holdings, with what their assets are (go-algorand:daemon/algod/api/server/v2/handlers.go AccountAssetsInformation). @throws RestError 400 */
export function accountAssetsJson(
  state: State,
  address: string,
  query: URLSearchParams,
  round: number,
): Record<string, unknown> {
  const after = query.get('next') ?? '0';
  if (!/^\d+$/.test(after)) {
    throw new RestError(400, `unable to parse next token: strconv.ParseUint: parsing "${after}": invalid syntax`);
  }
  const limit = Number(query.get('limit') ?? maxLimit);
  if (!(limit > 0)) throw new RestError(400, 'limit parameter must be a positive integer');
  if (limit > maxLimit) throw new RestError(400, `limit ${limit} exceeds max assets single batch limit ${maxLimit}`);
  const rest = holdingsOf(accountOf(state, address)).filter(([id]) => id > BigInt(after));
  const page = rest.slice(0, limit);
  const last = page.at(-1)?.[0];
  return {
    'asset-holdings': page.map(([id, holding]) => {
      const asset = state.assets.get(id);
      return { 'asset-holding': holdingJson(id, holding), ...(asset && { 'asset-params': assetParamsJson(asset) }) };
    }),
    ...(rest.length > limit && { 'next-token': String(last) }),
    round,
  };
}

/** @throws TypeError */
export function toAssetId(id: AssetId): bigint {
  const number = BigInt(id);
  if (number <= 0n || number >= 2n ** 64n) throw new TypeError(`${id} is no id of an asset.`);
  return number;
}
