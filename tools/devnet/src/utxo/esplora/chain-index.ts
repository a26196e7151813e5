import { EngineError } from '../../engine.ts';
import { RpcError } from '../../json-rpc.ts';
import type { NodeRpc } from '../node-rpc.ts';
import { type NodeTransaction, readTransaction } from './node-transaction.ts';
import { TransactionSet } from './transaction-set.ts';

export interface Block {
  readonly hash: string;
  readonly height: number;
  /** Seconds since 1970. */
  readonly time: number;
  readonly txids: readonly string[];
}

interface NodeBlock {
  readonly hash: string;
  readonly height: number;
  readonly time: number;
  readonly tx: readonly NodeTransaction[];
  readonly previousblockhash?: string;
}

/** The number of blocks per request. */
const blocksPerRequest = 250;

/** The node moves on while we read it: a transaction of the mempool may be in a block now. */
const attempts = 5;

/** An address index of the node's chain and mempool. */
export class ChainIndex {
  readonly #rpc: NodeRpc;
  readonly #blocks: Block[] = [];
  readonly #blockOf = new Map<string, Block>();
  readonly confirmed = new TransactionSet();
  mempool = new TransactionSet(this.confirmed);
  #following: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(rpc: NodeRpc) {
    this.#rpc = rpc;
  }

  /** Brings the index to the node's present state. */
  sync(): Promise<void> {
    // A run that has not begun yet will see everything until now, so it serves this call too.
    if (this.#next === undefined) {
      this.#next = this.#following.then(() => {
        this.#next = undefined;
        return this.#follow();
      });
      this.#following = this.#next.catch(() => {});
    }
    return this.#next;
  }

  blockAt(height: number): Block | undefined {
    return this.#blocks[height];
  }

  tip(): Block {
    const tip = this.#blocks.at(-1);
    if (tip === undefined) throw new EngineError('The chain has not been read yet.');
    return tip;
  }

  /** The block that holds a transaction; undefined if it waits in the mempool. */
  blockOf(txid: string): Block | undefined {
    return this.#blockOf.get(txid);
  }

  async #follow(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const [best, waiting] = await this.#rpc.batch<unknown>([
          { method: 'getbestblockhash' },
          { method: 'getrawmempool' },
        ]);
        if (best !== this.#blocks.at(-1)?.hash) await this.#followChain();
        await this.#followMempool(waiting as string[]);
        return;
      } catch (error) {
        if (!(error instanceof RpcError) || attempt === attempts) throw error;
      }
    }
  }

  async #followChain(): Promise<void> {
    for (let last = this.#blocks.at(-1); last !== undefined; last = this.#blocks.at(-1)) {
      const height = await this.#rpc.call<number>('getblockcount');
      if (last.height <= height && (await this.#rpc.call('getblockhash', [last.height])) === last.hash) break;
      this.#disconnect(last);
    }
    const height = await this.#rpc.call<number>('getblockcount');
    while (this.#blocks.length <= height) {
      const from = this.#blocks.length;
      const count = Math.min(blocksPerRequest, height + 1 - from);
      const heights = Array.from({ length: count }, (_, i) => from + i);
      const hashes = await this.#rpc.batch<string>(heights.map((at) => ({ method: 'getblockhash', params: [at] })));
      const blocks = await this.#rpc.batch<NodeBlock>(
        hashes.map((hash) => ({ method: 'getblock', params: [hash, 2] })),
      );
      for (const block of blocks) this.#connect(block);
    }
  }

  #connect({ hash, height, time, tx, previousblockhash }: NodeBlock): void {
    const parent = this.#blocks.at(-1)?.hash;
    // The node moved to another branch in between. The connected blocks are right, and the next run finds the rest.
    if (parent !== previousblockhash) throw new RpcError('getblock', { code: 0, message: 'another branch' });
    const block = { hash, height, time, txids: tx.map(({ txid }) => txid) };
    this.#blocks.push(block);
    for (const transaction of tx) {
      this.confirmed.add(readTransaction(transaction));
      this.#blockOf.set(transaction.txid, block);
    }
  }

  #disconnect({ txids }: Block): void {
    this.#blocks.pop();
    for (const txid of txids.toReversed()) {
      this.confirmed.remove(txid);
      this.#blockOf.delete(txid);
    }
    // The mempool's facts about scripts depend on the chain below.
    this.mempool = new TransactionSet(this.confirmed);
  }

  async #followMempool(waiting: readonly string[]): Promise<void> {
    const present = new Set(waiting.filter((txid) => this.blockOf(txid) === undefined));
    const left = this.mempool.ids().filter((txid) => !present.has(txid));
    for (const txid of left.toReversed()) this.mempool.remove(txid);
    const added = [...present].filter((txid) => this.mempool.get(txid) === undefined);
    const transactions = await this.#rpc.batch<NodeTransaction>(
      added.map((txid) => ({ method: 'getrawtransaction', params: [txid, true] })),
    );
    for (const transaction of parentsFirst(transactions)) this.mempool.add(readTransaction(transaction));
  }
}

/** Sorts the mempool, because a node lists it without order. */
function parentsFirst(transactions: readonly NodeTransaction[]): readonly NodeTransaction[] {
  const waiting = new Map(transactions.map((transaction) => [transaction.txid, transaction]));
  const ordered: NodeTransaction[] = [];
  const place = (transaction: NodeTransaction): void => {
    if (!waiting.delete(transaction.txid)) return;
    for (const { txid } of transaction.vin) {
      const parent = txid === undefined ? undefined : waiting.get(txid);
      if (parent !== undefined) place(parent);
    }
    ordered.push(transaction);
  };
  for (const transaction of transactions) place(transaction);
  return ordered;
}
