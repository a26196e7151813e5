import { StrKey } from '@stellar/stellar-base';
import type { Core } from '../core/core.ts';
import type { FeeStats, RestCall, RestReply } from '../engine.ts';
import { accountResource } from './account.ts';
import { feeStatsResource } from './fees.ts';
import {
  bounds,
  effectList,
  findEntry,
  findOperation,
  isKnown,
  operationList,
  type Scope,
  transactionList,
} from './history.ts';
import { assetResources, claimableResource, findAccounts, findClaimable, pageOfState } from './holdings.ts';
import { ledgerResource, rootResource } from './ledger.ts';
import { operationResource } from './operation.ts';
import { listReply, pageOfHistory, readPage, toid } from './page.ts';
import { badField, beforeHistory, notFound } from './problem.ts';
import { type SubmitSettings, submitAsync, submitSync } from './submit.ts';
import { transactionResource } from './transaction.ts';

/** What the routes answer from. */
export interface HorizonPlace {
  readonly core: Core;
  readonly submit: SubmitSettings;
  feeStats(): FeeStats;
}

/** @throws Problem */
export async function answerHorizon(place: HorizonPlace, call: RestCall): Promise<RestReply> {
  if (call.method === 'POST') {
    if (call.path === '/transactions') return submitSync(place.core, place.submit, call);
    if (call.path === '/transactions_async') return submitAsync(place.core, place.submit, call);
    throw notFound();
  }
  const [first, second, third, ...more] = call.path.split('/').filter((part) => part !== '');
  const body = more.length > 0 ? undefined : read(place, call, first, second, third);
  if (body === undefined) throw notFound();
  return { status: 200, body };
}

/** The body of an answer. Undefined: 404. */
function read(
  { core, feeStats }: HorizonPlace,
  call: RestCall,
  first: string | undefined,
  second: string | undefined,
  third: string | undefined,
): unknown {
  switch (first) {
    case undefined:
      return rootResource(core);
    case 'fee_stats':
      return second === undefined ? feeStatsResource(feeStats(), core.historyHead.sequence) : undefined;
    case 'accounts':
      return second === undefined ? accountList(core, call) : account(core, call, second, third);
    case 'ledgers':
      return second === undefined ? ledgerList(core, call) : ledger(core, call, second, third);
    case 'transactions':
      return second === undefined ? list(core, call, { of: 'all' }, first) : transaction(core, call, second, third);
    case 'operations':
      return second === undefined ? list(core, call, { of: 'all' }, first) : operation(core, call, second, third);
    case 'payments':
    case 'effects':
      return second === undefined ? list(core, call, { of: 'all' }, first) : undefined;
    case 'assets':
      return second === undefined ? assetList(core, call) : undefined;
    case 'claimable_balances':
      return third === undefined ? claimable(core, call, second) : undefined;
    default:
      return undefined;
  }
}

/** A list of what happened. */
function list(core: Core, { path, query }: RestCall, scope: Scope, name: string): unknown {
  switch (name) {
    case 'transactions':
      return transactionList(core, scope, path, query);
    case 'operations':
    case 'payments':
      return operationList(core, scope, path, query, { paymentsOnly: name === 'payments' });
    case 'effects':
      return effectList(core, scope, path, query);
    default:
      return undefined;
  }
}

function accountList(core: Core, { path, query }: RestCall): unknown {
  const page = readPage(query);
  const found = findAccounts(core.historyState, query);
  const records = found.map((one) => accountResource(one, core.historyState, core));
  return listReply(path, page, pageOfState(records, page));
}

function account(core: Core, call: RestCall, text: string, name: string | undefined): unknown {
  const id = readAccount(text);
  if (name !== undefined) return isKnown(core, id) ? list(core, call, { of: 'account', account: id }, name) : undefined;
  const found = core.historyState.accounts.get(id);
  return found && accountResource(found, core.historyState, core);
}

function ledgerList(core: Core, { path, query }: RestCall): unknown {
  const page = readPage(query);
  const found = pageOfHistory(core.history, page, ({ sequence }) => [toid(sequence), 0n], bounds(core));
  return listReply(path, page, found.map(ledgerResource));
}

function ledger(core: Core, call: RestCall, text: string, name: string | undefined): unknown {
  if (!/^\d+$/.test(text)) throw badField('ledger_id', 'unparseable value');
  const sequence = Number(text);
  if (sequence < core.settings.elder) throw beforeHistory();
  const found = core.history.find((one) => one.sequence === sequence);
  if (found === undefined) return undefined;
  return name === undefined ? ledgerResource(found) : list(core, call, { of: 'ledger', ledger: sequence }, name);
}

function transaction(core: Core, call: RestCall, hash: string, name: string | undefined): unknown {
  if (!/^[0-9a-f]{64}$/.test(hash)) throw badField('tx_id', 'invalid hash format');
  const entry = findEntry(core, hash);
  if (entry === undefined) return undefined;
  if (name === undefined) return transactionResource(entry, hash);
  return name === 'transactions' ? undefined : list(core, call, { of: 'transaction', entry }, name);
}

function operation(core: Core, call: RestCall, text: string, name: string | undefined): unknown {
  if (!/^\d+$/.test(text)) throw badField('id', 'unparseable value');
  const id = BigInt(text);
  if (id < toid(core.settings.elder)) throw beforeHistory();
  const placed = findOperation(core, id);
  if (placed === undefined) return undefined;
  if (name === undefined) return operationResource(placed, { join: call.query.get('join') === 'transactions' });
  return name === 'effects' ? effectList(core, { of: 'operation', placed }, call.path, call.query) : undefined;
}

function assetList(core: Core, { path, query }: RestCall): unknown {
  const page = readPage(query);
  return listReply(path, page, pageOfState(assetResources(core, query), page));
}

function claimable(core: Core, { path, query }: RestCall, id: string | undefined): unknown {
  if (id !== undefined) {
    if (!/^[0-9a-f]{72}$/.test(id))
      throw badField('id', 'Claimable Balance ID must be the hex-encoded XDR representation');
    const entry = core.historyState.claimable.get(id);
    return entry && claimableResource(entry, core);
  }
  const page = readPage(query);
  const records = findClaimable(core.historyState, query).map((entry) => claimableResource(entry, core));
  return listReply(path, page, pageOfState(records, page));
}

/** @throws Problem 400. The words are Horizon's (stellar-horizon:internal/actions/query_params.go). */
function readAccount(text: string): string {
  if (StrKey.isValidEd25519PublicKey(text)) return text;
  throw badField('account_id', 'Account ID must start with `G` and contain 56 alphanum characters');
}
