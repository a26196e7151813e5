import { describe, expect, it } from 'vitest';
import { memoryStore } from './memory-store.ts';
import { notesIn } from './notes.ts';
import { withFallback } from './store.ts';

// A hash of TON in base64 has characters that separate parts of keys in stores.
const keys = ['lost:ton:+a/b?c==', 'lost:ton:+a:b', 'lost:base:0xab'];

describe('a note', () => {
  it('is read by all that share the store, until it is deleted', async () => {
    const store = memoryStore();
    const [first, second] = [notesIn(store), notesIn(store)];
    for (const key of keys) await first.set(key, `text of ${key}`, 60);
    expect(await Promise.all(keys.map((key) => second.get(key)))).toEqual(keys.map((key) => `text of ${key}`));
    for (const key of keys.slice(1)) await second.delete(key);
    expect(await Promise.all(keys.map((key) => first.get(key)))).toEqual([
      `text of ${keys[0]}`,
      ...[undefined, undefined],
    ]);
  });

  it('is kept by the process while the shared store fails', async () => {
    const fails = () => Promise.reject(new Error('down'));
    const own = memoryStore();
    const shared = {
      ...memoryStore(),
      storage: { ...memoryStore().storage, getItem: fails, setItem: fails, removeItem: fails },
    };
    const notes = notesIn(withFallback(shared as never, own, 250, () => {}));
    await notes.set('lost:base:0xab', 'lost', 60);
    expect(await notes.get('lost:base:0xab')).toBe('lost');
    await notes.delete('lost:base:0xab');
    expect(await notes.get('lost:base:0xab')).toBeUndefined();
  });
});
