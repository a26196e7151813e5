import type { RestCall, RestReply } from '../engine.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { notFound, RestError } from '../rest-error.ts';
import { accountAssetsJson, accountJson, assetAnswer } from './account.ts';
import { readAddress, searchTransactions } from './search.ts';
import { transactionJson } from './transaction.ts';

/** @throws RestError */
export function answerIndexer(ledger: Ledger, { path, query, method }: RestCall): RestReply {
  if (method !== 'GET') throw notFound();
  return { status: 200, body: read(ledger, path, query) };
}

function read(ledger: Ledger, path: string, query: URLSearchParams): Record<string, unknown> {
  if (path === '/health') return healthJson(ledger);
  const [version, kind, name, more, ...rest] = path.split('/').slice(1);
  if (version !== 'v2' || rest.length > 0) throw notFound();
  if (kind === 'transactions' && more === undefined) {
    return name === undefined
      ? searchTransactions(ledger, query, query.get('address') ?? undefined)
      : one(ledger, name);
  }
  if (kind === 'assets' && name !== undefined) {
    if (more === undefined) return assetAnswer(ledger, name, query);
    if (more !== 'transactions') throw notFound();
    return searchTransactions(ledger, new URLSearchParams([...query, ['asset-id', name]]));
  }
  if (kind !== 'accounts' || name === undefined) throw notFound();
  const address = readAddress(name);
  if (more === undefined) return accountJson(ledger, address, query);
  if (more === 'transactions') return searchTransactions(ledger, query, address);
  if (more === 'assets') return accountAssetsJson(ledger, address, query);
  throw notFound();
}

function one(ledger: Ledger, txId: string): Record<string, unknown> {
  if (!/^[A-Z2-7]+$/.test(txId)) {
    throw new RestError(
      400,
      `invalid input: unable to parse base32 digest data 'txid': illegal base32 data at input byte 0`,
    );
  }
  const transaction = ledger.history.map(transactionJson).find(({ id }) => id === txId);
  if (transaction === undefined) throw new RestError(404, `no transaction found for transaction id: ${txId}`);
  return { 'current-round': ledger.indexerRound, transaction };
}

/** algorand/indexer:api/handlers.go MakeHealthCheck */
function healthJson({ indexerRound }: Ledger): Record<string, unknown> {
  return {
    data: { 'migration-required': false },
    'db-available': true,
    'is-migrating': false,
    message: String(indexerRound),
    round: indexerRound,
    version: '3.0.0',
  };
}
