import { beginCell, storeAccountStorage } from '../ton-core.ts';
import type { AccountFacts } from '../upstream/queries/accounts.ts';
import { type CellSize, sizeOf } from './cell-size.ts';

/**
 * What an account is charged with for storage: the cell of block.tlb's AccountStorage, with code and data. An account without a contract is charged
 * with the bytes of its balance alone (run on the real virtual machine, global versions 12 and 13: storage.engine.test.ts).
 */
export function storedSize({ status, balance, lastLt, code, data }: AccountFacts): CellSize {
  if (status !== 'active' || code === undefined || data === undefined) {
    return { cells: 0n, bits: 8n * BigInt(bytesOf(balance)) };
  }
  const state = { type: 'active', state: { code, data } } as const;
  const storage = { lastTransLt: lastLt, balance: { coins: balance }, state };
  return sizeOf([beginCell().store(storeAccountStorage(storage)).endCell()]);
}

function bytesOf(value: bigint): number {
  return value === 0n ? 0 : Math.ceil(value.toString(16).length / 2);
}
