import type { Entry, Trace } from '../ledger.ts';
import { hash64, transactionJson } from './transaction-json.ts';

/** A trace as v3 writes it (model Trace). */
export function traceJson(trace: Trace): Record<string, unknown> {
  const { root, entries } = trace;
  const external = root.inMessage?.hashNorm === undefined ? undefined : root.inMessage.hash;
  const messages = new Set(entries.flatMap((entry) => [entry.inMessage, ...entry.outMessages].map((one) => one?.hash)));
  const last = entries.reduce((newest, entry) => (entry.lt > newest.lt ? entry : newest), root);
  return {
    trace_id: hash64(trace.id),
    external_hash: external === undefined ? null : hash64(external),
    mc_seqno_start: String(trace.pending ? 0 : trace.seqno),
    mc_seqno_end: String(trace.pending ? 0 : trace.seqno),
    start_lt: String(root.lt),
    start_utime: root.transaction.now,
    end_lt: String(last.lt),
    end_utime: last.transaction.now,
    trace_info: {
      trace_state: trace.pending ? 'pending' : 'complete',
      messages: messages.size,
      transactions: entries.length,
      pending_messages: 0,
      classification_state: 'ok',
    },
    is_incomplete: false,
    trace: nodeJson(root),
    transactions_order: entries.map(({ hash }) => hash64(hash)),
    transactions: Object.fromEntries(entries.map((entry) => [hash64(entry.hash), transactionJson(entry)])),
  };
}

function nodeJson(entry: Entry): Record<string, unknown> {
  return {
    tx_hash: hash64(entry.hash),
    in_msg_hash: entry.inMessage === undefined ? '' : hash64(entry.inMessage.hash),
    children: entry.children.map(nodeJson),
  };
}
