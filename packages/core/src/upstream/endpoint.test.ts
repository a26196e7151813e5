import { describe, expect, it } from 'vitest';
import { resolveEndpoints, urlOf } from './endpoint.ts';

const defaults = { maxBatch: 3, timeoutMs: 8000 };

describe('resolveEndpoints', () => {
  it('takes URLs as they are, and names them by their place', () => {
    const [first, second] = resolveEndpoints(
      ['https://a.test/v2/key', { url: 'http://b.test', kind: 'esplora', maxBatch: 100 }],
      defaults,
    );
    expect(first).toMatchObject({ name: 'endpoint-1', kind: undefined, maxBatch: 3, timeoutMs: 8000, headers: {} });
    expect(first?.base.href).toBe('https://a.test/v2/key');
    expect(second).toMatchObject({ name: 'endpoint-2', kind: 'esplora', maxBatch: 100 });
  });

  it('sends credentials of a URL as a header, since fetch refuses them', () => {
    const [endpoint] = resolveEndpoints(['https://user:p%40ss@a.test/'], defaults);
    expect(endpoint?.base.href).toBe('https://a.test/');
    expect(endpoint?.headers).toEqual({ authorization: `Basic ${btoa('user:p@ss')}` });
  });

  it('refuses what it cannot use, without repeating it', () => {
    for (const url of ['a.test/secret', 'ws://a.test/secret', 'file:///secret', '']) {
      expect(() => resolveEndpoints([{ url, name: 'mine' }], defaults)).toThrow(
        /^The URL of mine is not an http\(s\) URL\.$/,
      );
    }
    expect(() => resolveEndpoints([{ url: 'https://a.test', name: 'endpoint-2' }, 'https://b.test'], defaults)).toThrow(
      /same name/,
    );
  });
});

describe('urlOf', () => {
  const base = new URL('https://a.test/base/?key=k');

  it('appends the path, and keeps the query of the endpoint', () => {
    expect(urlOf(base, '/accounts/GA', { limit: 10, order: 'desc', cursor: undefined, id: [1, 2n] }).href).toBe(
      'https://a.test/base/accounts/GA?key=k&limit=10&order=desc&id=1&id=2',
    );
    expect(urlOf(base, '').href).toBe('https://a.test/base/?key=k');
    expect(urlOf(new URL('https://a.test'), '/').href).toBe('https://a.test/');
  });

  it('does not leave the endpoint', () => {
    for (const path of ['accounts', '/a/../../admin', '/a/%2e%2E/b', '/a/..', '/./a', '/a?x=1', '/a#b', '/a\\..\\b']) {
      expect(() => urlOf(base, path)).toThrow(TypeError);
    }
    expect(urlOf(base, '/cosmos/denoms/ibc%2FABC').pathname).toBe('/base/cosmos/denoms/ibc%2FABC');
    expect(urlOf(base, '/files/a..b/.hidden').pathname).toBe('/base/files/a..b/.hidden');
  });
});
