import { describe, expect, it } from 'vitest';
import { namePublicEndpoints, resolveEndpoints, urlOf } from './endpoint.ts';

const defaults = { maxBatch: 3, timeoutMs: 8000 };

it('names public endpoints after their hosts, and tells those of one host apart', () => {
  const named = namePublicEndpoints(
    [
      'https://a.test/v1',
      { url: 'https://b.test:8080', kind: 'indexer' },
      { url: 'https://a.test/ws', kind: 'indexer' },
      'https://a.test/v2',
      { url: 'https://a.test/x', kind: 'indexer' },
    ],
    'node',
  );
  expect(named.map(({ name }) => name)).toEqual(['a.test', 'b.test:8080', 'a.test indexer', 'a.test node', 'a.test 5']);
});

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

  it('takes as many calls in a batch as the kind of an endpoint, unless the endpoint says more or less', () => {
    const endpoints = [
      { url: 'https://a.test', kind: 'comet' },
      { url: 'https://b.test', kind: 'comet', maxBatch: 2 },
      { url: 'https://c.test', kind: 'other' },
      'https://d.test',
    ];
    const kinds = { comet: { isDefault: true, maxBatch: 10 }, other: {} };
    expect(resolveEndpoints(endpoints, defaults, kinds).map(({ maxBatch }) => maxBatch)).toEqual([10, 2, 3, 10]);
  });

  it('sends credentials of a URL as a header, since fetch refuses them', () => {
    const [endpoint] = resolveEndpoints(['https://user:p%40ss@a.test/'], defaults);
    expect(endpoint?.base.href).toBe('https://a.test/');
    expect(endpoint?.headers).toEqual({ authorization: `Basic ${btoa('user:p@ss')}` });
  });

  it.each(['https://us%zz:pass@a.test/secret', 'https://user:pa%ss@a.test/secret', 'https://user:%ff@a.test/secret'])(
    'refuses credentials that cannot be unescaped, without repeating them: %s',
    (url) => {
      expect(() => resolveEndpoints(['https://b.test', url], defaults)).toThrow(
        new TypeError('The credentials in the URL of endpoint-2 hold a % that is no escape; write it as %25.'),
      );
    },
  );

  it.each<[string, string]>([
    ['', 'v'],
    ['bad name', 'v'],
    ['x-token:', 'v'],
    ['x-t\u00f6ken', 'v'],
    ['x-token', 'secret\r\nx-other: 1'],
    ['x-token', 'secret\u0000'],
    ['x-token', 'secret\u007f'],
    ['x-token', 'secret\u2603'],
    ['Transfer-Encoding', 'chunked'],
    ['content-length', '5'],
  ])('refuses the header %j: %j, without repeating it', (name, value) => {
    const endpoint = { url: 'https://a.test', name: 'mine', headers: { [name]: value } };
    expect(() => resolveEndpoints([endpoint], defaults)).toThrow(
      new TypeError('A header of mine has a name or a value that cannot be sent.'),
    );
  });

  it('takes every header that can be sent', () => {
    const headers = { "!#$%&'*+-.^_`|~0aZ": '\t !~\u0080\u00ff', authorization: 'Bearer x', 'x-empty': '' };
    expect(resolveEndpoints([{ url: 'https://a.test', headers }], defaults)[0]?.headers).toEqual(headers);
  });

  it('refuses unusable settings, without repeating them', () => {
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
