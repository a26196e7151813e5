import { createHash } from 'node:crypto';
import { EngineError } from '../engine.ts';
import { eventually } from '../eventually.ts';
import { askOnOwnConnection } from '../own-connection.ts';

interface Answers {
  readonly abci_info: { readonly response: { readonly last_block_height?: string } };
  readonly block: { readonly block: { readonly data: { readonly txs: readonly string[] | null } } };
  readonly unconfirmed_txs: { readonly txs: readonly string[] | null };
}

/**
 * Waits for blocks of a node. The node tells of them in steps: first the block is there, then its state, then the index that finds its
 * transactions. This waits for all of them, also for what stood in the node's pool before.
 *
 * @param rpc - URL of CometBFT's JSON-RPC.
 * @returns a function that resolves when so many more blocks can be read.
 */
export function createMine(rpc: string): (blocks: number) => Promise<void> {
  /** The index is known to have everything up to this block. */
  let indexed = 0;

  /** The newest block whose state is written. */
  const height = async (): Promise<number> =>
    Number((await ask<'abci_info'>(rpc, 'abci_info')).response.last_block_height ?? 0);

  const pool = async (): Promise<readonly string[]> =>
    (await ask<'unconfirmed_txs'>(rpc, 'unconfirmed_txs?limit=100')).txs ?? [];

  /** The index takes block after block: if the newest transaction is there, all others are. */
  async function awaitIndex(upTo: number): Promise<void> {
    for (let block = upTo; block > indexed; block -= 1) {
      const newest = (await ask<'block'>(rpc, `block?height=${block}`)).block.data.txs?.at(-1);
      if (newest === undefined) continue;
      const hash = createHash('sha256').update(newest, 'base64').digest('hex');
      await eventually(() => ask(rpc, `tx?hash=0x${hash}`), undefined, {
        what: `The transaction ${hash} in the index`,
      });
      break;
    }
    indexed = Math.max(indexed, upTo);
  }

  return async (blocks) => {
    const [before, waiting] = await Promise.all([height(), pool()]);
    const hasCome = (seen: number) => seen >= before + blocks;
    await eventually(height, hasCome, { what: `Block ${before + blocks}` });
    const isEmpty = (left: readonly string[]) => !left.some((one) => waiting.includes(one));
    if (waiting.length > 0) await eventually(pool, isEmpty, { what: 'A block with all transactions of the pool' });
    await awaitIndex(await height());
  };
}

async function ask<K extends keyof Answers>(rpc: string, query: string): Promise<Answers[K]> {
  const { result, error } = JSON.parse((await askOnOwnConnection(`${rpc}/${query}`)).text);
  if (result === undefined) throw new EngineError(`The node refused ${query}: ${JSON.stringify(error)}`);
  return result;
}
