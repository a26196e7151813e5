import { Transaction as WireTransaction } from 'bitcoinjs-lib';
import type { Answer, Handler, Output, ScriptedChain, Transaction } from './scripted-upstream.ts';

interface Call {
  readonly id: unknown;
  readonly method: string;
  readonly params: readonly unknown[];
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const coins = (value: bigint) => Number(value) / 1e8;
const notFound = { error: { code: -5, message: 'No such mempool or blockchain transaction' } };
const outOfRange = { error: { code: -8, message: 'Block height out of range' } };
const errors: readonly unknown[] = [notFound, outOfRange];

/** A node with an index of transactions, of a chain that exists only in a test. Of extended keys it knows coins that have a path. */
export function scriptedCore(chain: ScriptedChain): Handler {
  return (_method, _path, body): Answer => {
    const asked = JSON.parse(body) as Call | readonly Call[];
    const answer = ({ id, method, params }: Call) => {
      const result = settle(chain, method, params);
      return errors.includes(result) ? { jsonrpc: '2.0', id, ...(result as object) } : { jsonrpc: '2.0', id, result };
    };
    return { body: Array.isArray(asked) ? asked.map(answer) : answer(asked as Call) };
  };
}

function settle(chain: ScriptedChain, method: string, params: readonly unknown[]): unknown {
  const known = chain.transactions.find(({ txid }) => txid === params[0]);
  switch (method) {
    case 'getblockhash':
      return chain.blockHash(Number(params[0])) ?? outOfRange;
    case 'getblockchaininfo':
      return {
        blocks: chain.tip,
        bestblockhash: chain.newHash(chain.tip),
        time: chain.latestSeconds,
        mediantime: chain.latestSeconds - 3_000,
      };
    case 'getblockcount':
      return chain.tip;
    case 'getmempoolinfo':
      return { size: waiting(chain).length, mempoolminfee: 0.00001 };
    case 'getrawmempool':
      return waiting(chain).map(({ txid }) => txid);
    case 'estimatesmartfee':
      return { feerate: coins(BigInt(chain.feeRate ?? 0) * 1000n), blocks: 3 };
    case 'scantxoutset':
      return scan(chain, params[1] as readonly unknown[]);
    case 'gettxout': {
      const output = known?.outputs[Number(params[1])];
      if (known === undefined || output === undefined || chain.isSpent(known.txid, Number(params[1]))) return null;
      return { value: coins(output.value), coinbase: known.inputs[0]?.output === undefined };
    }
    case 'getrawtransaction':
      if (known === undefined) return notFound;
      return params[1] === true ? verbose(known) : known.raw;
    case 'getblockheader':
      return header(String(params[0]));
    case 'sendrawtransaction':
      return WireTransaction.fromHex(String(params[0])).getId();
    default:
      throw new Error(`no script for ${method}`);
  }
}

function waiting({ transactions }: ScriptedChain): readonly Transaction[] {
  return transactions.filter(({ height }) => height === undefined);
}

function scan(chain: ScriptedChain, descriptors: readonly unknown[]): unknown {
  const scripts = new Set(descriptors.map((text) => /^raw\((\w+)\)$/.exec(String(text))?.[1]));
  const isOwn = ({ script, path }: Output) => (scripts.has(undefined) ? path !== undefined : scripts.has(hex(script)));
  const unspents = chain.transactions
    .filter(({ height }) => height !== undefined)
    .flatMap(({ txid, height, inputs, outputs }) =>
      outputs.flatMap((output, vout) => {
        if (!isOwn(output) || chain.isSpent(txid, vout)) return [];
        const place = output.path?.split('/').slice(-2).join('/');
        const desc =
          place === undefined ? `raw(${hex(output.script)})#00000000` : `wpkh([00000000/${place}]02aa)#00000000`;
        const coinbase = inputs[0]?.output === undefined;
        return [{ txid, vout, scriptPubKey: hex(output.script), desc, amount: coins(output.value), height, coinbase }];
      }),
    );
  return { success: true, height: chain.tip, unspents };
}

/** The hash of a block is its height here. Those that were reorganised away begin with a mark. */
const staleMark = 'f';

function header(hash: string): object {
  const isStale = hash.startsWith(staleMark);
  return { height: Number.parseInt(hash.slice(1), 16), confirmations: isStale ? -1 : 1 };
}

/** src/rpc/rawtransaction.cpp, TxToJSON: a block that was reorganised away is told without its time. */
function placeOf({ height, staleHeight }: Transaction): object {
  const hash = (of: number, mark: string) => `${mark}${of.toString(16).padStart(63, '0')}`;
  if (staleHeight !== undefined) return { blockhash: hash(staleHeight, staleMark), confirmations: 0 };
  return height === undefined ? {} : { blockhash: hash(height, '0'), blocktime: 1_700_000_000, confirmations: 1 };
}

function verbose(transaction: Transaction): unknown {
  const { txid, raw, inputs, outputs } = transaction;
  return {
    txid,
    hex: raw,
    vin: inputs.map(({ txid: source, vout, output, scriptSig = '' }) =>
      output === undefined
        ? { coinbase: '00', sequence: 0xffff_ffff }
        : { txid: source, vout, scriptSig: { hex: scriptSig }, sequence: 0xffff_ffff },
    ),
    vout: outputs.map(() => ({})),
    ...placeOf(transaction),
  };
}
