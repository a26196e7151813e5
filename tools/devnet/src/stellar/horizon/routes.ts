import { StrKey } from '@stellar/stellar-base';
import type { Core } from '../core/core.ts';
import type { FeeStats, RestCall, RestReply } from '../engine.ts';
import { accountResource } from './account.ts';
import { feeStatsResource } from './fees.ts';
import { findEntry } from './history.ts';
import { ledgerResource, rootResource } from './ledger.ts';
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
  const parts = call.path.split('/').filter((part) => part !== '');
  const [first, second, third] = parts;
  if (call.method === 'POST') {
    if (call.path === '/transactions') return submitSync(place.core, place.submit, call);
    if (call.path === '/transactions_async') return submitAsync(place.core, place.submit, call);
    throw notFound();
  }
  if (parts.length > 3) throw notFound();
  const body = read(place, call, [first, second, third]);
  if (body === undefined) throw notFound();
  return { status: 200, body };
}

function read(place: HorizonPlace, call: RestCall, [first, second, third]: (string | undefined)[]): unknown {
  const { core } = place;
  if (first === undefined) return rootResource(core);
  if (first === 'fee_stats' && second === undefined)
    return feeStatsResource(place.feeStats(), core.historyHead.sequence);
  if (first === 'accounts' && second !== undefined && third === undefined) {
    const account = core.historyState.accounts.get(readAccount(second));
    return account && accountResource(account, core.historyState, core);
  }
  if (first === 'ledgers') return third === undefined ? ledgers(core, call, second) : undefined;
  if (first === 'transactions' && second !== undefined && third === undefined) {
    const entry = findEntry(core, readHash(second));
    return entry && transactionResource(entry, second);
  }
  return undefined;
}

function ledgers(core: Core, { path, query }: RestCall, sequence: string | undefined): unknown {
  if (sequence === undefined) {
    const page = readPage(query);
    const found = pageOfHistory(core.history, page, (ledger) => [toid(ledger.sequence), 0n], bounds(core));
    return listReply(path, page, found.map(ledgerResource));
  }
  if (!/^\d+$/.test(sequence)) throw badField('ledger_id', 'unparseable value');
  if (Number(sequence) < core.settings.elder) throw beforeHistory();
  const ledger = core.history.find((one) => one.sequence === Number(sequence));
  return ledger && ledgerResource(ledger);
}

const bounds = ({ settings }: Core) => ({ elder: settings.elder, newest: settings.historyLedger });

/** @throws Problem 400. The words are Horizon's (stellar-horizon:internal/actions/query_params.go). */
function readAccount(text: string): string {
  if (StrKey.isValidEd25519PublicKey(text)) return text;
  throw badField('account_id', 'Account ID must start with `G` and contain 56 alphanum characters');
}

function readHash(text: string): string {
  if (/^[0-9a-f]{64}$/.test(text)) return text;
  throw badField('tx_id', 'invalid hash format');
}
