import { type Action, accountsOf, actionsOf } from '../actions.ts';
import type { Trace } from '../ledger.ts';
import { Refusal } from '../refusal.ts';
import type { Handler } from '../server.ts';
import { hashOf, readAddress, upperRaw } from '../text.ts';
import type { World } from '../world.ts';
import { actionJson } from './action-json.ts';
import { addressBook, metadata } from './address-book.ts';
import { paged, pageOf } from './page.ts';

interface Found {
  readonly trace: Trace;
  readonly action: Action;
  readonly index: number;
}

/** Decoded history: `/actions` and `/pendingActions`. */
export function historyRoutes(world: World): Record<string, Handler> {
  const { chain } = world;

  async function find(traces: readonly Trace[], query: URLSearchParams): Promise<Found[]> {
    const account = query.get('account');
    const raw = account === null ? undefined : upperRaw(readAddress(account));
    const wanted = listOf(query, 'action_type');
    const unwanted = listOf(query, 'exclude_action_type');
    const all = await Promise.all(
      traces.map(async (trace) => (await actionsOf(world, trace)).map((action, index) => ({ trace, action, index }))),
    );
    return all
      .flat()
      .filter(
        ({ action }) =>
          (raw === undefined || accountsOf(action).some((one) => upperRaw(one) === raw)) &&
          (wanted.length === 0 || wanted.includes(action.type)) &&
          !unwanted.includes(action.type),
      );
  }

  async function answer(found: readonly Found[], query: URLSearchParams): Promise<unknown> {
    const include = {
      accounts: query.get('include_accounts') === 'true',
      transactions: query.get('include_transactions') === 'true',
    };
    const named = found.flatMap(({ action }) => accountsOf(action));
    return {
      actions: found.map(({ trace, action, index }) => actionJson(trace, action, index, include)),
      address_book: await addressBook(world, named),
      metadata: await metadata(world, named),
    };
  }

  return {
    'GET /actions': async ({ query }) => {
      const { ledger } = chain;
      const hashes = ['trace_id', 'tx_hash', 'msg_hash'].flatMap((name) => query.getAll(name).map(readHash));
      const traces = [
        ...new Set(
          hashes.length > 0
            ? hashes.map((hash) => ledger.traceOf(hash)).filter((trace) => trace !== undefined)
            : ledger.traces(),
        ),
      ];
      // Limits of time and lt are those of whole traces, and include their ends.
      const kept = traces.filter((trace) => {
        return (
          between(endOf(trace.entries), query.get('start_lt'), query.get('end_lt')) &&
          between(BigInt(trace.utime), query.get('start_utime'), query.get('end_utime'))
        );
      });
      const sign = query.get('sort') === 'asc' ? 1 : -1;
      const found = (await find(kept, query)).sort(
        (a, b) =>
          sign *
          (compare(endOf(a.trace.entries), endOf(b.trace.entries)) ||
            compare(endOf(a.action.entries), endOf(b.action.entries)) ||
            a.index - b.index),
      );
      return answer(paged(pageOf(query), found), query);
    },
    'GET /pendingActions': async ({ query }) => {
      const hashes = query.getAll('ext_msg_hash').map(readHash);
      const traces =
        hashes.length > 0
          ? hashes.map((hash) => chain.pendingOf(hash)).filter((one) => one !== undefined)
          : chain.pending();
      return answer(await find(traces, query), query);
    },
  };
}

function listOf(query: URLSearchParams, name: string): string[] {
  return query.getAll(name).flatMap((text) => text.split(','));
}

function readHash(text: string): string {
  const hash = hashOf(text);
  if (hash === undefined) throw new Refusal(422, `failed to decode: schema: error converting value for "${text}"`);
  return hash;
}

function endOf(entries: Trace['entries']): bigint {
  return entries.reduce((last, { lt }) => (lt > last ? lt : last), 0n);
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function between(value: bigint, start: string | null, end: string | null): boolean {
  return (start === null || value >= BigInt(start)) && (end === null || value <= BigInt(end));
}
