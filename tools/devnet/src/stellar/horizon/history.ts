import type { Core, Entry } from '../core/core.ts';
import { feeSource } from '../core/submission.ts';
import { effectResource, effectsOf } from './effect.ts';
import {
  isPayment,
  isSuccessful,
  operationId,
  operationResource,
  operationsOf,
  type PlacedOperation,
  participantsOf,
} from './operation.ts';
import { listReply, pageOfHistory, readPage, toid } from './page.ts';
import { badField } from './problem.ts';
import { transactionResource } from './transaction.ts';

/** A transaction that history has, by its hash: of a fee bump by that of the transaction within too. */
export function findEntry(core: Core, hash: string): Entry | undefined {
  return entriesOf(core).findLast(({ submission }) => submission.hash === hash || submission.inner.hash === hash);
}

/** All transactions that history has, oldest first. */
function entriesOf(core: Core): Entry[] {
  return core.history.flatMap(({ entries }) => entries);
}

export function findOperation(core: Core, id: bigint): PlacedOperation | undefined {
  return entriesOf(core)
    .flatMap(operationsOf)
    .find((placed) => operationId(placed) === id);
}

/** What a list is of. */
export type Scope =
  | { readonly of: 'all' }
  | { readonly of: 'account'; readonly account: string }
  | { readonly of: 'ledger'; readonly ledger: number }
  | { readonly of: 'transaction'; readonly entry: Entry }
  | { readonly of: 'operation'; readonly placed: PlacedOperation };

/** Whether anything in history is about the account. */
export function isKnown(core: Core, account: string): boolean {
  return core.historyState.accounts.has(account) || entriesOf(core).some((entry) => concerns(entry, account));
}

function concerns(entry: Entry, account: string): boolean {
  const { submission } = entry;
  const parties = [submission.inner.source.account, feeSource(submission).account];
  return parties.includes(account) || operationsOf(entry).some((placed) => participantsOf(placed).includes(account));
}

/** `GET .../transactions`. */
export function transactionList(core: Core, scope: Scope, path: string, query: URLSearchParams): unknown {
  const page = readPage(query);
  const withFailed = readFlag(query, 'include_failed');
  const found = entriesOf(core).filter(
    (entry) =>
      (withFailed || entry.applied.outcome.code === 'txSuccess') &&
      (scope.of !== 'account' || concerns(entry, scope.account)) &&
      (scope.of !== 'ledger' || entry.ledger === scope.ledger),
  );
  const position = (entry: Entry) => [toid(entry.ledger, entry.order), 0n] as const;
  const records = pageOfHistory(found, page, position, bounds(core)).map((entry) => transactionResource(entry));
  return listReply(path, page, records);
}

/** `GET .../operations` and `.../payments`. */
export function operationList(
  core: Core,
  scope: Scope,
  path: string,
  query: URLSearchParams,
  { paymentsOnly }: { readonly paymentsOnly: boolean },
): unknown {
  const page = readPage(query);
  const join = readJoin(query);
  // Who asks for the operations of one transaction knows whether it failed.
  const withFailed = readFlag(query, 'include_failed') || scope.of === 'transaction';
  const found = placedIn(core, scope).filter(
    (placed) =>
      (withFailed || isSuccessful(placed)) &&
      (!paymentsOnly || isPayment(placed)) &&
      (scope.of !== 'account' || participantsOf(placed).includes(scope.account)),
  );
  const position = (placed: PlacedOperation) => [operationId(placed), 0n] as const;
  const records = pageOfHistory(found, page, position, bounds(core)).map((placed) =>
    operationResource(placed, { join }),
  );
  return listReply(path, page, records);
}

/** `GET .../effects`. */
export function effectList(core: Core, scope: Scope, path: string, query: URLSearchParams): unknown {
  const page = readPage(query);
  const found = placedIn(core, scope)
    .flatMap(effectsOf)
    .filter(({ effect }) => scope.of !== 'account' || effect.account.account === scope.account);
  const records = pageOfHistory(
    found,
    page,
    ({ placed, order }) => [operationId(placed), BigInt(order)],
    bounds(core),
  ).map(effectResource);
  return listReply(path, page, records);
}

function placedIn(core: Core, scope: Scope): PlacedOperation[] {
  if (scope.of === 'operation') return [scope.placed];
  if (scope.of === 'transaction') return operationsOf(scope.entry);
  const entries = scope.of === 'ledger' ? (core.ledger(scope.ledger)?.entries ?? []) : entriesOf(core);
  return entries.flatMap(operationsOf);
}

export const bounds = ({ settings }: Core) => ({ elder: settings.elder, newest: settings.historyLedger });

/** @throws Problem 400 */
function readFlag(query: URLSearchParams, name: string): boolean {
  const text = query.get(name) ?? '';
  if (['', 'false', 'f', '0', 'FALSE', 'False', 'F'].includes(text)) return false;
  if (['true', 't', '1', 'TRUE', 'True', 'T', 'on'].includes(text)) return true;
  throw badField(name, 'Filter should be true or false');
}

/** @throws Problem 400 */
function readJoin(query: URLSearchParams): boolean {
  const text = query.get('join') ?? '';
  if (text !== '' && text !== 'transactions') throw badField('join', 'Accepted values: transactions');
  return text === 'transactions';
}
