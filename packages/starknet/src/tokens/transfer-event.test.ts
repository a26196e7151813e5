import { describe, expect, it } from 'vitest';
import { readTransferEvent } from './transfer-event.ts';

/** Selector of Transfer (starkware-libs/cairo-lang: starknet_keccak of the name). */
const name = 0x99cd8bde557814842a3121e8ddfd433a539b8c9f14bf31ebf108d12e6196e9n;
const contract = 0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938dn;
const read = (keys: readonly bigint[], data: readonly bigint[]) => readTransferEvent({ contract, keys, data });

describe('the event of a transfer', () => {
  it.each([
    ['in the data', [name], [7n, 8n, 5n, 1n]],
    ['in the keys', [name, 7n, 8n], [5n, 1n]],
  ])('is read with its parties %s', (_, keys, data) => {
    const token = '0x04718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';
    const at = (digit: string) => `0x${digit.padStart(64, '0')}`;
    expect(read(keys, data)).toEqual({ token, from: at('7'), to: at('8'), amount: 2n ** 128n + 5n });
  });

  it.each<[string, readonly bigint[], readonly bigint[]]>([
    ['another event', [name + 1n], [7n, 8n, 5n, 1n]],
    ['no keys', [], [7n, 8n, 5n, 1n]],
    ['a token that is not fungible, with its number in the keys', [name, 7n, 8n, 5n, 0n], []],
    ['one party in the keys', [name, 7n], [8n, 5n, 1n]],
    ['more data than that', [name, 7n, 8n], [5n, 1n, 0n]],
    ['more data than that, with its parties there', [name], [7n, 8n, 5n, 1n, 0n]],
    ['less data', [name], [7n, 8n, 5n]],
    ['half of an amount above 128 bits', [name], [7n, 8n, 2n ** 128n, 0n]],
    ['a party that is no address', [name], [2n ** 251n, 8n, 5n, 1n]],
  ])('is nothing for %s', (_, keys, data) => {
    expect(read(keys, data)).toBeUndefined();
  });
});
