import { describe, expect, it } from 'vitest';
import { createTransactionCache } from './transaction-cache.ts';

const bytes = (length: number) => new Uint8Array(length);

describe('a cache of transactions', () => {
  it('keeps the most recently used transactions, up to its size', () => {
    const cache = createTransactionCache(800);
    for (let i = 0; i < 8; i++) cache.add(`t${i}`, bytes(100));
    expect(cache.get('t0')).toHaveLength(100);
    cache.add('t8', bytes(100));
    expect(cache.get('t1')).toBeUndefined();
    expect(cache.get('t0')).toHaveLength(100);
    cache.add('t9', bytes(1));
    expect(cache.get('t2')).toBeUndefined();
    expect(cache.get('t3')).toHaveLength(100);
  });

  it('counts a transaction once, however often it is added', () => {
    const cache = createTransactionCache(800);
    cache.add('first', bytes(100));
    for (let i = 0; i < 20; i++) cache.add('same', bytes(100));
    expect(cache.get('first')).toHaveLength(100);
  });

  it('does not keep a transaction that would push out all others', () => {
    const cache = createTransactionCache(800);
    cache.add('large', bytes(101));
    expect(cache.get('large')).toBeUndefined();
  });
});
