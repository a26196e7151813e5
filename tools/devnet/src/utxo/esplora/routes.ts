import { EngineError } from '../../engine.ts';
import { RpcError } from '../../json-rpc.ts';
import { type Prefixes, scriptOf } from '../addresses.ts';
import type { NodeRpc } from '../node-rpc.ts';
import { type Answers, createAnswers } from './answers.ts';
import type { ChainIndex } from './chain-index.ts';
import { scriptHashOf, type Transaction } from './node-transaction.ts';

/** An answer: a string is sent as text, anything else as JSON. Refusals are text too. */
export interface Reply {
  readonly status: number;
  readonly body: unknown;
}

export interface RouteOptions {
  /** The prefixes of addresses. */
  readonly prefixes: Prefixes;
  /** An address with more coins is refused, as public servers do (`--utxos-limit`). */
  readonly utxoLimit: number;
}

// Blockstream/electrs, src/rest.rs: CHAIN_TXS_PER_PAGE and MAX_MEMPOOL_TXS; src/daemon.rs and src/new_index/query.rs: CONF_TARGETS.
const perPage = 25;
const mempoolTransactions = 50;
const targets = [...Array.from({ length: 25 }, (_, i) => i + 1), 144, 504, 1008];

const hash = /^[0-9a-f]{64}$/i;

class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Answers requests like Esplora, with the same texts of refusals.
 *
 * @param path - The request's path, without query.
 * @param body - The body of a POST.
 */
export type Route = (method: string, path: string, body: string) => Promise<Reply>;

export function createRoutes(rpc: NodeRpc, index: ChainIndex, options: RouteOptions): Route {
  const answers = createAnswers(index, options.prefixes);

  async function find(method: string, path: string, body: string): Promise<unknown> {
    const parts = path.split('/').slice(1);
    const [subject = '', id = '', ...rest] = parts;
    if (method === 'POST' && subject === 'tx' && parts.length === 1) return send(rpc, body);
    const at = method === 'GET' ? subject : '';
    if (at === 'blocks' && id === 'tip' && rest.join('/') === 'height') return String(index.tip().height);
    if (at === 'blocks' && id === 'tip' && rest.join('/') === 'hash') return index.tip().hash;
    if (at === 'block-height' && rest.length === 0) return blockHash(index, id);
    if (at === 'fee-estimates' && parts.length === 1) return estimateFees(rpc);
    if (at === 'tx' && rest.join('/') === 'merkleblock-proof') return proofOf(rpc, index, id);
    if (at === 'tx' && id !== '') return ofTransaction(index, answers, id, rest) ?? missing(path);
    if ((at === 'address' || at === 'scripthash') && id !== '') {
      const scriptHash = at === 'address' ? addressHash(id, options.prefixes) : readScriptHash(id);
      return ofScript(index, answers, { [at]: id }, scriptHash, rest, options.utxoLimit) ?? missing(path);
    }
    return missing(path);
  }

  return async (method, path, body) => {
    try {
      await index.sync();
      return { status: 200, body: await find(method, path, body) };
    } catch (error) {
      if (error instanceof Refusal) return { status: error.status, body: error.message };
      return { status: 500, body: error instanceof Error ? error.message : String(error) };
    }
  };
}

function missing(path: string): never {
  throw new Refusal(404, `endpoint does not exist ${JSON.stringify(path)}`);
}

function blockHash(index: ChainIndex, height: string): string {
  if (!/^\d+$/.test(height)) throw new Refusal(400, 'Invalid number');
  const block = index.blockAt(Number(height));
  if (block === undefined) throw new Refusal(404, 'Block not found');
  return block.hash;
}

/** The node's text for a transaction that is in a block already. */
function proofOf(rpc: NodeRpc, index: ChainIndex, id: string): Promise<string> {
  if (!hash.test(id)) throw new Refusal(400, 'Invalid hex string');
  const txid = id.toLowerCase();
  const block = index.blockOf(txid);
  if (block === undefined) throw new Refusal(404, 'Transaction not found');
  return rpc.call('gettxoutproof', [[txid], block.hash]);
}

function ofTransaction(index: ChainIndex, answers: Answers, id: string, rest: readonly string[]): unknown {
  if (!hash.test(id)) throw new Refusal(400, 'Invalid hex string');
  const txid = id.toLowerCase();
  const [what, vout, ...more] = rest;
  const found = (): Transaction => {
    const transaction = index.confirmed.get(txid) ?? index.mempool.get(txid);
    if (transaction === undefined) throw new Refusal(404, 'Transaction not found');
    return transaction;
  };
  if (what === 'outspend' && vout !== undefined && more.length === 0) {
    if (!/^\d+$/.test(vout)) throw new Refusal(400, 'Invalid number');
    return answers.outspend(txid, Number(vout));
  }
  if (vout !== undefined) return undefined;
  switch (what) {
    case undefined:
      return answers.transaction(found());
    case 'hex':
      return found().hex;
    // Esplora answers the same for an unknown transaction and for a waiting one.
    case 'status':
      return answers.status(txid);
    case 'outspends':
      return found().outputs.map((_, n) => answers.outspend(txid, n));
    default:
      return undefined;
  }
}

function ofScript(
  index: ChainIndex,
  answers: Answers,
  who: object,
  scriptHash: string,
  rest: readonly string[],
  utxoLimit: number,
): unknown {
  const [what, part, last, ...more] = rest;
  if (more.length > 0) return undefined;
  const write = (transactions: readonly Transaction[]) => transactions.map(answers.transaction);
  const waiting = () => index.mempool.historyOf(scriptHash).slice(0, mempoolTransactions);
  const newestFirst = () => index.confirmed.historyOf(scriptHash).toReversed();

  if (what === undefined) {
    const stats = { chain: answers.stats(scriptHash, index.confirmed), pool: answers.stats(scriptHash, index.mempool) };
    return { ...who, chain_stats: stats.chain, mempool_stats: stats.pool };
  }
  if (what === 'utxo' && part === undefined) {
    const coins = answers.unspent(scriptHash);
    if (coins.length > utxoLimit) throw new Refusal(400, 'Too many history entries');
    return coins;
  }
  if (what !== 'txs') return undefined;
  if (part === undefined) return write([...waiting(), ...newestFirst().slice(0, perPage)]);
  if (part === 'mempool' && last === undefined) return write(waiting());
  if (part !== 'chain') return undefined;
  const confirmed = newestFirst();
  // Text that is no hash is ignored. An unknown transaction gives an empty page.
  const from = last !== undefined && hash.test(last) ? confirmed.findIndex(({ txid }) => txid === last) + 1 : 0;
  const isLost = from === 0 && last !== undefined && hash.test(last);
  return write(isLost ? [] : confirmed.slice(from, from + perPage));
}

function addressHash(address: string, prefixes: Prefixes): string {
  let script: Uint8Array;
  try {
    script = scriptOf(address);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    throw new Refusal(400, 'Invalid Bitcoin address');
  }
  try {
    scriptOf(address, [prefixes]);
  } catch {
    throw new Refusal(400, 'Address on invalid network');
  }
  return scriptHashOf(script);
}

function readScriptHash(text: string): string {
  if (!/^([0-9a-f]{2})*$/i.test(text)) throw new Refusal(400, 'Invalid hex string');
  if (text.length !== 64) throw new Refusal(400, 'Invalid scripthash');
  return text.toLowerCase();
}

async function send(rpc: NodeRpc, raw: string): Promise<string> {
  try {
    return await rpc.call<string>('sendrawtransaction', [raw]);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const reason = { code: error.code, message: error.reason };
    throw new Refusal(400, `sendrawtransaction RPC error: ${JSON.stringify(reason)}`);
  }
}

/** Fees in the smallest unit per virtual byte. Targets without an estimate of the node are left out. */
async function estimateFees(rpc: NodeRpc): Promise<Record<string, number>> {
  const estimates = await rpc.batch<{ feerate?: number }>(
    targets.map((target) => ({ method: 'estimatesmartfee', params: [target] })),
  );
  return Object.fromEntries(
    estimates.flatMap(({ feerate }, i) =>
      feerate === undefined ? [] : [[targets[i], Math.round(feerate * 1e8) / 1e3]],
    ),
  );
}
