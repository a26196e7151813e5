import { fromAddress, toBase64 } from '../address.ts';
import { DecodeError, decodeGroup, type SignedTransaction } from '../codec/decode.ts';
import type { RestCall, RestReply } from '../engine.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { PoolError } from '../ledger/pool-error.ts';
import { accountOf } from '../ledger/state.ts';
import { notFound, RestError } from '../rest-error.ts';
import { accountAssetJson, accountAssetsJson, basicAccountJson, wholeAccountJson } from './account.ts';
import { assetJson } from './asset.ts';
import { statusJson, transactionParamsJson } from './status.ts';
import { pendingTransaction, pendingTransactions } from './transaction.ts';

/** What the routes answer from. */
export interface AlgodPlace {
  readonly ledger: Ledger;
  /** What `X-Algo-API-Token` must be, if anything. */
  readonly token: string | undefined;
  readonly maxResources: number;
}

/** Paths that need no token (go-algorand:daemon/algod/api/server/router.go). */
const isOpen = (path: string): boolean => ['/health', '/versions', '/genesis', '/ready'].includes(path);

/** @throws RestError */
export async function answerAlgod(place: AlgodPlace, call: RestCall): Promise<RestReply> {
  const { path, query, method } = call;
  if (place.token !== undefined && !isOpen(path) && tokenOf(call) !== place.token) {
    throw new RestError(401, 'Invalid API Token');
  }
  if (method === 'POST') {
    if (path !== '/v2/transactions') throw notFound();
    return { status: 200, body: { txId: await submit(place.ledger, call.body) } };
  }
  const format = readFormat(query);
  const body = read(place, path, query, format);
  const isBytes = body instanceof Uint8Array;
  return { status: 200, body, ...(isBytes && { headers: { 'content-type': 'application/msgpack' } }) };
}

function tokenOf({ headers }: RestCall): string | undefined {
  const [scheme, token] = (headers.authorization ?? '').split(' ');
  return headers['x-algo-api-token'] ?? (scheme?.toLowerCase() === 'bearer' ? token : undefined);
}

function read({ ledger, maxResources }: AlgodPlace, path: string, query: URLSearchParams, format: 'json' | 'msgpack') {
  const { state, round } = ledger;
  const [version, kind, name, more, last, ...rest] = path.split('/').slice(1);
  if (path === '/health' || path === '/ready') return 'null\n';
  if (path === '/versions') return versionsJson(ledger);
  if (version !== 'v2' || rest.length > 0) throw notFound();
  if (path === '/v2/status') return statusJson(ledger);
  if (path === '/v2/transactions/params') return transactionParamsJson(ledger);
  if (kind === 'transactions' && name === 'pending' && last === undefined) {
    requireReady(ledger);
    return more === undefined ? pendingTransactions(ledger, format) : pendingTransaction(ledger, more, format);
  }
  if (kind === 'assets' && name !== undefined && more === undefined) {
    const asset = state.assets.get(readAssetId(name));
    if (asset === undefined) throw new RestError(404, 'asset does not exist');
    return assetJson(asset);
  }
  if (kind !== 'accounts' || name === undefined) throw notFound();
  const address = readAddress(name);
  if (more === 'assets') {
    if (last === undefined) return accountAssetsJson(state, address, query, round);
    return accountAssetJson(state, address, readAssetId(last), round);
  }
  if (more !== undefined) throw notFound();
  const account = accountOf(state, address);
  return isExcluded(query) ? basicAccountJson(account, round) : wholeAccountJson(state, account, round, maxResources);
}

/** @throws RestError 400 with the node's text, 503 */
async function submit(ledger: Ledger, body: Uint8Array): Promise<string> {
  requireReady(ledger);
  let group: SignedTransaction[];
  try {
    group = decodeGroup(body);
  } catch (cause) {
    if (cause instanceof DecodeError) throw new RestError(400, cause.message);
    throw cause;
  }
  const canonical = Buffer.concat(group.map(({ signedBytes }) => signedBytes)).equals(body);
  const note = (accepted: boolean) => {
    for (const { txId } of group) ledger.note({ txId, canonical, accepted });
  };
  try {
    await ledger.submit(group);
  } catch (cause) {
    note(false);
    if (cause instanceof PoolError) throw new RestError(400, cause.message);
    throw cause;
  }
  note(true);
  return group[0]?.txId ?? '';
}

/** @throws RestError 503 */
function requireReady(ledger: Ledger): void {
  if (ledger.settings.status.catchpoint) throw new RestError(503, 'operation not available during catchup');
}

function versionsJson({ genesisId, genesisHash }: Ledger) {
  const build = {
    branch: 'rel/stable',
    build_number: 1,
    channel: 'stable',
    commit_hash: 'stand-in',
    major: 4,
    minor: 4,
  };
  return { build, genesis_hash_b64: toBase64(genesisHash), genesis_id: genesisId, versions: ['v2'] };
}

/** @throws RestError 400 */
function isExcluded(query: URLSearchParams): boolean {
  const exclude = query.get('exclude') ?? 'none';
  if (!['all', 'none', ''].includes(exclude)) throw new RestError(400, 'failed to parse exclude');
  return exclude === 'all';
}

/** @throws RestError 400 */
function readFormat(query: URLSearchParams): 'json' | 'msgpack' {
  const format = query.get('format')?.toLowerCase() ?? 'json';
  if (format === 'json') return 'json';
  if (format === 'msgpack' || format === 'msgp') return 'msgpack';
  throw new RestError(400, 'failed to parse the format option');
}

/** @throws RestError 400 */
function readAddress(text: string): string {
  try {
    fromAddress(text);
    return text;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new RestError(
      400,
      `Invalid format for parameter address: error unmarshaling '${text}' text as *basics.Address: ${reason}`,
    );
  }
}

/** @throws RestError 400 */
function readAssetId(text: string): bigint {
  if (/^\d{1,20}$/.test(text) && BigInt(text) < 2n ** 64n) return BigInt(text);
  throw new RestError(400, `Invalid format for parameter asset-id: error binding string parameter: ${text}`);
}
