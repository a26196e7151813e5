import { describe, expect, it } from 'vitest';
import type { Explanation } from '../contract/bytes.ts';
import type { EncodedItem } from '../schema/encoded.ts';
import { changesIn } from './changes.ts';

/** Bytes that say what they do in JSON. */
const bytes = {
  explain([item]: readonly EncodedItem[]): Explanation {
    return { data: JSON.parse(item?.raw?.value ?? ''), errors: [] };
  },
};

const itemOf = (data: object, format: 'RLP' | 'XDR' = 'RLP'): EncodedItem => ({
  raw: { format, value: JSON.stringify(data) },
});

const ours = { mode: 'transfer', amount: '5', fees: '20', params: { limit: { price: 3 }, txId: 'aa' } };
const items = [itemOf({ hidden: true }, 'XDR'), itemOf(ours)];
const textsOf = (theirs: EncodedItem, copies: Readonly<Record<string, unknown>> = { txId: 'aa' }) =>
  changesIn(bytes, { items, copies }, theirs).map(({ message }) => message);

describe('what a wallet changed', () => {
  it('is named with both values, wherever it stands', () => {
    expect(
      textsOf(itemOf({ ...ours, fees: '25', memo: 'hello', params: { limit: { price: 4 }, txId: 'bb' } })),
    ).toEqual([
      'The wallet changed fees from 20 to 25.',
      'The wallet changed params.limit.price from 3 to 4.',
      'The wallet changed memo from nothing to hello.',
    ]);
  });

  it('is told from copies of the bytes only if nothing else shows it', () => {
    expect(textsOf(itemOf({ ...ours, params: { ...ours.params, txId: 'bb' } }))).toEqual([
      'The wallet changed params.txId from aa to bb.',
    ]);
    expect(textsOf(itemOf({ ...ours, params: { ...ours.params, txId: 'b'.repeat(101) } }))).toEqual([]);
  });

  it('is unknown if the bytes cannot be read, or do what encode never does', () => {
    expect(textsOf({ raw: { format: 'RLP', value: '{' } })).toEqual([]);
    expect(textsOf(itemOf({ mode: 'unknown' }))).toEqual([]);
    expect(changesIn({}, { items }, itemOf(ours))).toEqual([]);
  });

  it('names eight fields at most', () => {
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`field${i}`, 'x']));
    expect(textsOf(itemOf({ ...ours, ...many }))).toHaveLength(8);
  });
});
