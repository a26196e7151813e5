import { describe, expect, it } from 'vitest';
import { withPoison } from './poison.ts';

describe('poison', () => {
  it('lets pure work pass', async () => {
    const { value, touched } = await withPoison(() => [
      Math.max(1, 2),
      new Date(0).toISOString(),
      JSON.stringify({ a: 1 }),
    ]);
    expect(value).toEqual([2, '1970-01-01T00:00:00.000Z', '{"a":1}']);
    expect(touched).toEqual([]);
  });

  it.each([
    ['fetch', () => fetch('https://example.invalid')],
    ['Date.now', () => Date.now()],
    ['new Date()', () => new Date()],
    ['Date()', () => Date()],
    ['Math.random', () => Math.random()],
    ['crypto.getRandomValues', () => crypto.getRandomValues(new Uint8Array(1))],
    ['setTimeout', () => setTimeout(() => {}, 1)],
  ])('notices %s, even if nobody hears of it', async (name, use) => {
    const { value, touched } = await withPoison(() => {
      try {
        use();
        return 'nothing happened';
      } catch {
        return 'swallowed';
      }
    });
    expect(value).toBe('swallowed');
    expect(touched).toEqual([name]);
  });

  it('puts everything back, after errors too', async () => {
    const before = [fetch, Date, Math.random, Date.now, setTimeout];
    await expect(withPoison(() => Promise.reject(new Error('mine')))).rejects.toThrow('mine');
    expect([fetch, Date, Math.random, Date.now, setTimeout]).toEqual(before);
    expect(crypto.getRandomValues(new Uint8Array(4))).toHaveLength(4);
    expect(new Date()).toBeInstanceOf(Date);
  });
});
