import { describe, expect, it } from 'vitest';
import { connectTo, type NodeScript, now, transfer } from '../../test/scripted-node.ts';
import { blockNumber, felt, felts, timestamp, upTo } from './fields.ts';

// P: docs.starknet.io, "Cairo": felt252.
const p = 2n ** 251n + 17n * 2n ** 192n + 1n;
const hex = (value: bigint) => `0x${value.toString(16)}`;

describe('a felt', () => {
  it.each([
    ['0x0', 0n],
    ['0x00', 0n],
    [`0x${'0'.repeat(63)}5`, 5n],
    ['0xABcd', 0xabcdn],
    [hex(p - 1n), p - 1n],
  ])('%s is read', (text, value) => {
    expect(felt.parse(text)).toBe(value);
  });

  it.each([
    hex(p),
    hex(p + 1n),
    `0x${'f'.repeat(64)}`,
    `0x${'0'.repeat(64)}5`,
    '0x',
    '',
    '5',
    'abc',
    '-0x1',
    '0x1 ',
    '0xg',
  ])('%s is none', (text) => {
    expect(felt.safeParse(text).success).toBe(false);
  });

  it.each([5, null, undefined, ['0x1'], {}, true])('%j is none', (value) => {
    expect(felt.safeParse(value).success).toBe(false);
    expect(felts.safeParse([value]).success).toBe(false);
  });
});

describe('a number', () => {
  it('has a size', () => {
    expect(upTo(64).parse(hex(2n ** 64n - 1n))).toBe(2n ** 64n - 1n);
    expect(upTo(64).safeParse(hex(2n ** 64n)).success).toBe(false);
    expect(upTo(128).parse(hex(2n ** 128n - 1n))).toBe(2n ** 128n - 1n);
    expect(upTo(128).safeParse(hex(2n ** 128n)).success).toBe(false);
  });

  it('of a block is exact', () => {
    expect(blockNumber.parse(2 ** 53 - 1)).toBe(2 ** 53 - 1);
    for (const value of [2 ** 53, -1, 1.5, '7', '0x7', null]) expect(blockNumber.safeParse(value).success).toBe(false);
  });

  it('of a time is one of people', () => {
    expect(timestamp.parse(253_402_300_799)).toBe(253_402_300_799);
    for (const value of [253_402_300_800, -1, 0.5, '5']) expect(timestamp.safeParse(value).success).toBe(false);
  });
});

describe('an answer that does not fit', () => {
  const block = {
    ...{ block_number: 5, timestamp: now / 1000, transactions: [] },
    ...{ l1_gas_price: price('0x1'), l2_gas_price: price('0x1'), l1_data_gas_price: price('0x1') },
  };
  function price(price_in_fri: unknown) {
    return { price_in_fri, price_in_wei: '0x1' };
  }
  const answers = (method: string, answer: unknown): NodeScript => ({ methods: { [method]: () => answer } });

  it.each([
    ['a class hash above the prime', 'starknet_getClassHashAt', hex(p)],
    [
      'a class hash without 0x',
      'starknet_getClassHashAt',
      '36078334509b514626504edc9fb252328d1a240e4e948bef8d0c08dff45927f',
    ],
    ['a nonce in decimals', 'starknet_getNonce', '5'],
    ['a nonce as a number', 'starknet_getNonce', 5],
    ['no nonce', 'starknet_getNonce', null],
    ['a balance that is no list', 'starknet_call', '0x5'],
    ['a balance with a felt above the prime', 'starknet_call', [hex(p), '0x0']],
    ['a block without a time', 'starknet_getBlockWithTxHashes', { ...block, timestamp: undefined }],
    ['a block without prices', 'starknet_getBlockWithTxHashes', { ...block, l2_gas_price: undefined }],
    [
      'a block with prices in wei alone',
      'starknet_getBlockWithTxHashes',
      { ...block, l1_gas_price: { price_in_wei: '0x1' } },
    ],
    ['a price below 0', 'starknet_getBlockWithTxHashes', { ...block, l2_gas_price: price('-0x1') }],
    [
      'a price that no number holds',
      'starknet_getBlockWithTxHashes',
      { ...block, l2_gas_price: price(hex(2n ** 128n)) },
    ],
    ['a price as a number', 'starknet_getBlockWithTxHashes', { ...block, l1_data_gas_price: price(5) }],
  ])('is the failure of the endpoint: %s', async (_, method, answer) => {
    const { chain, onTrace, attempts } = connectTo('starknet', [answers(method, answer), {}]);
    const { status } = await chain.encode(transfer, { onTrace });
    expect(status.errors).toEqual([]);
    expect(attempts()?.[0]).toContain(method);
    const alone = connectTo('starknet', [answers(method, answer)]);
    await expect(alone.chain.encode(transfer, {})).rejects.toMatchObject({ code: 'upstream.unavailable' });
  });

  it('may have more fields than we know: newer versions add some', async () => {
    const { chain } = connectTo('starknet', answers('starknet_getBlockWithTxHashes', { ...block, event_count: 7 }));
    expect((await chain.encode(transfer, {})).status.errors).toEqual([]);
  });
});
