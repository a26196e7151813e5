import { describe, expect, it } from 'vitest';
import { isKnownAnywhere } from './is-known-anywhere.ts';
import { UpstreamError } from './upstream-error.ts';

const down = () => new UpstreamError('ethereum', []);

describe('isKnownAnywhere', () => {
  it('is true as soon as one endpoint says so, without waiting for others', async () => {
    const asked: string[] = [];
    const knows = (endpoint: string) => {
      asked.push(endpoint);
      return endpoint === 'b' ? Promise.resolve(true) : new Promise<boolean>(() => {});
    };
    expect(await isKnownAnywhere(['a', 'b', 'c'], knows)).toBe(true);
    expect(asked).toEqual(['a', 'b', 'c']);
  });

  it('ignores endpoints without an answer', async () => {
    const knows = (endpoint: string) => (endpoint === 'a' ? Promise.reject(down()) : Promise.resolve(endpoint === 'b'));
    expect(await isKnownAnywhere(['a', 'b'], knows)).toBe(true);
    expect(await isKnownAnywhere(['a', 'c'], knows)).toBe(false);
    expect(await isKnownAnywhere(['a'], knows)).toBe(false);
    expect(await isKnownAnywhere([], knows)).toBe(false);
  });

  it('asks each of several endpoints once, and a single one as often as usual', async () => {
    const attempts: (number | undefined)[] = [];
    const knows = async (_: string, maxAttempts: number | undefined) => {
      attempts.push(maxAttempts);
      return false;
    };
    await isKnownAnywhere(['a', 'b'], knows);
    await isKnownAnywhere(['a'], knows);
    expect(attempts).toEqual([1, 1, undefined]);
  });

  it('throws our own bugs', async () => {
    const broken = () => Promise.reject(new TypeError('broken'));
    await expect(isKnownAnywhere(['a'], broken)).rejects.toThrow('broken');
  });
});
