import type { RestCall, RestReply } from '../engine.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { notFound, RestError } from '../rest-error.ts';
import { transactionJson } from './transaction.ts';

/** @throws RestError */
export function answerIndexer(ledger: Ledger, { path, method }: RestCall): RestReply {
  const [version, kind, name, more] = path.split('/').slice(1);
  if (method !== 'GET') throw notFound();
  const current = { 'current-round': ledger.indexerRound };
  if (version === 'v2' && kind === 'transactions' && name !== undefined && more === undefined) {
    const found = ledger.history.map((entry) => transactionJson(entry)).find(({ id }) => id === name);
    if (found === undefined) throw new RestError(404, `no transaction found for transaction id: ${name}`);
    return { status: 200, body: { ...current, transaction: found } };
  }
  throw notFound();
}
