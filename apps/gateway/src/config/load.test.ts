// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is what files hold
import { RefusedError } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import type { Variables } from './environment.ts';
import { loadSettings } from './load.ts';
import { usualRate } from './settings.ts';

const hash = 'ab'.repeat(32);
const hash2 = 'cd'.repeat(32);
const keys = `shop:${hash}`;
const withKeys = { ISOCHAIN_API_KEYS: keys };
const secret = 'hunter2hunter2';
const utf8 = (text: string) => new TextEncoder().encode(text);

/** The settings of a file, with keys in the environment. */
const fromFile = (file: unknown, variables: Variables = {}) =>
  loadSettings({
    ...withKeys,
    ...variables,
    ISOCHAIN_CONFIG_JSON: typeof file === 'string' ? file : JSON.stringify(file),
  });

async function problemsOf(loading: Promise<unknown>): Promise<string[]> {
  const error: unknown = await loading.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof RefusedError)) throw new Error(`expected a RefusedError, got ${error}`);
  expect(error.problems.every(({ code }) => code === 'config.invalid')).toBe(true);
  return error.problems.map(({ message }) => message);
}

describe('defaults', () => {
  it('need only a key', async () => {
    expect(await loadSettings(withKeys)).toEqual({
      profile: 'production',
      port: 8080,
      keys: { shop: hash },
      chains: {},
      chainLists: 'all',
      limits: {
        bodyBytes: 1_048_576,
        bodyTimeoutMs: 10_000,
        upstreamTimeoutMs: 8_000,
        requestTimeoutMs: 30_000,
        drainTimeoutMs: 10_000,
      },
      store: { prefix: 'isochain' },
      cache: { tokenSeconds: 3_600, validatorSeconds: 60 },
      metrics: 'key',
      cors: { origins: ['*'] },
    });
  });

  it('need no key in development', async () => {
    expect(await loadSettings({ ISOCHAIN_PROFILE: 'development' })).toMatchObject({ profile: 'development', keys: {} });
  });

  it('name main networks that development runs on this machine', async () => {
    const development = { ISOCHAIN_PROFILE: 'development' };
    expect(await loadSettings(development)).not.toHaveProperty('developmentChains');
    expect(await loadSettings({ ...development, ISOCHAIN_DEV_CHAINS: 'ton, base' })).toMatchObject({
      developmentChains: ['ton', 'base'],
    });
    const file = { profile: 'development', developmentChains: ['ton'], chains: { ton: {} } };
    expect(await problemsOf(fromFile(file))).toEqual([
      'developmentChains: names ton, which has settings in chains too',
    ]);
  });

  it('treat blank variables as unset', async () => {
    expect(
      await loadSettings({ ...withKeys, PORT: '', HOST: '  ', ISOCHAIN_PROFILE: '', ISOCHAIN_CONFIG: '' }),
    ).toMatchObject({
      profile: 'production',
      port: 8080,
    });
  });

  it('ignore the rest of the environment', async () => {
    await loadSettings({ ...withKeys, PATH: '/bin', npm_config_x: '1', ASSETS: { fetch: () => {} } });
  });
});

describe('the environment', () => {
  it('sets simple settings', async () => {
    const variables = { ...withKeys, PORT: '0', HOST: '::1', ISOCHAIN_LOG: 'error' };
    expect(await loadSettings(variables)).toMatchObject({ port: 0, host: '::1', log: 'error' });
  });

  it('wins over the file', async () => {
    const file = { port: 1, host: 'a', log: 'error', profile: 'development' };
    const settings = await fromFile(file, { PORT: '2', ISOCHAIN_PROFILE: 'production' });
    expect(settings).toMatchObject({ port: 2, host: 'a', profile: 'production' });
  });

  it.each([
    ['ISOCHAIN_PORT', 'tcp://10.0.0.1:8080'],
    ['ISOCHAIN_PORT_8080_TCP', 'tcp://10.0.0.1:8080'],
    ['ISOCHAIN_PORT_8080_TCP_PROTO', 'tcp'],
    ['ISOCHAIN_PORT_8080_TCP_PORT', '8080'],
    ['ISOCHAIN_PORT_8080_TCP_ADDR', '10.0.0.1'],
    ['ISOCHAIN_PORT_53_UDP', 'udp://[fd00::1]:53'],
    ['ISOCHAIN_SERVICE_HOST', 'fd00::1'],
    ['ISOCHAIN_SERVICE_PORT', '8080'],
    ['ISOCHAIN_SERVICE_PORT_HTTP', '8080'],
    ['ISOCHAIN_GATEWAY_SERVICE_HOST', '10.0.0.1'],
    ['ISOCHAIN_API_KEYS_PORT_443_TCP', 'tcp://10.0.0.1:443'],
  ])('is not taken for ours where Kubernetes adds it for a Service: %s=%s', async (name, value) => {
    expect(await loadSettings({ ...withKeys, [name]: value })).toEqual(await loadSettings(withKeys));
  });

  it.each([
    ['ISOCHAIN_PORT', '8080'],
    ['ISOCHAIN_PORT_HTTP', '8080'],
    ['ISOCHAIN_SERVICE_HOST', 'http://x'],
    ['ISOCHAIN_SERVICE_PORT', 'all'],
    ['ISOCHAIN_PORT_8080_TCP_ADDR', secret],
  ])('is refused all the same where it only looks alike: %s=%s', async (name, value) => {
    const problems = await problemsOf(loadSettings({ ...withKeys, [name]: value }));
    expect(problems).toEqual([expect.stringContaining(`${name}: is not a setting`)]);
    expect(problems.join()).not.toContain(secret);
  });

  it.each([
    [`a:${hash},b:${hash2.toUpperCase()}`, ['a', 'b']],
    [` a:${hash}\n\tb:${hash2} , c-1._x:${'ef'.repeat(32)},`, ['a', 'b', 'c-1._x']],
  ])('takes several keys', async (text, names) => {
    expect(Object.keys((await loadSettings({ ISOCHAIN_API_KEYS: text })).keys)).toEqual(names);
  });

  it.each([
    [
      {},
      'ISOCHAIN_API_KEYS: profile production needs at least one API key: a name and the SHA-256 of the key in hex, as name:sha256hex',
    ],
    [{ ISOCHAIN_API_KEYS: secret }, 'ISOCHAIN_API_KEYS: entry 1 is not a name:sha256hex pair (64 hex digits)'],
    [
      { ISOCHAIN_API_KEYS: `${keys} name:${secret}` },
      'ISOCHAIN_API_KEYS: entry 2 is not a name:sha256hex pair (64 hex digits)',
    ],
    [{ ISOCHAIN_API_KEYS: `:${hash}` }, 'ISOCHAIN_API_KEYS: entry 1 is not a name:sha256hex pair (64 hex digits)'],
    [{ ISOCHAIN_API_KEYS: `${keys},${keys}` }, 'ISOCHAIN_API_KEYS: entry 2 has the name of an earlier one'],
    [{ ISOCHAIN_API_KEYS: `${keys},b:${hash.toUpperCase()}` }, 'ISOCHAIN_API_KEYS.b: is the key of shop too'],
    [
      { ISOCHAIN_API_KEYS: `__proto__:${hash}` },
      'ISOCHAIN_API_KEYS: entry 1 is not a name:sha256hex pair (64 hex digits)',
    ],
    [{ ...withKeys, PORT: 'http' }, 'PORT: must be a number'],
    [{ ...withKeys, PORT: '80.5' }, 'PORT: must be a number'],
    [{ ...withKeys, PORT: '-1' }, 'PORT: must be a number'],
    [{ ...withKeys, PORT: '65536' }, 'PORT: must be at most 65535'],
    [{ ...withKeys, ISOCHAIN_PROFILE: 'staging' }, 'ISOCHAIN_PROFILE: must be one of production, development'],
    [{ ...withKeys, ISOCHAIN_LOG: 'loud' }, 'ISOCHAIN_LOG: must be one of debug, info, warn, error, silent'],
    [{ ...withKeys, ISOCHAIN_DEV_KEY: secret }, 'ISOCHAIN_DEV_KEY: is for profile development only'],
    [{ ...withKeys, ISOCHAIN_DEV_CHAINS: 'ton' }, 'ISOCHAIN_DEV_CHAINS: is for profile development only'],
    [
      { ISOCHAIN_PROFILE: 'development', ISOCHAIN_DEV_KEY: 'short' },
      'ISOCHAIN_DEV_KEY: must be at least 8 characters without spaces',
    ],
    [
      { ...withKeys, ISOCHAIN_CONFIG: 'x.json', ISOCHAIN_CONFIG_JSON: '{}' },
      'ISOCHAIN_CONFIG_JSON: cannot be set together with ISOCHAIN_CONFIG',
    ],
    [{ ...withKeys, ISOCHAIN_CONFIG: 'x.json' }, 'ISOCHAIN_CONFIG: there are no files here; set ISOCHAIN_CONFIG_JSON'],
  ])('refuses %j', async (variables, message) => {
    const problems = await problemsOf(loadSettings(variables));
    expect(problems).toEqual([message]);
    expect(problems.join()).not.toContain(secret);
  });

  it('refuses an unknown ISOCHAIN variable', async () => {
    const [problem] = await problemsOf(loadSettings({ ...withKeys, ISOCHAIN_APIKEYS: keys }));
    expect(problem).toMatch(/^ISOCHAIN_APIKEYS: is not a setting; did you mean ISOCHAIN_API_KEYS\?$/);
  });

  it('names all mistakes at once', async () => {
    const problems = await problemsOf(loadSettings({ ...withKeys, PORT: 'x', ISOCHAIN_LOG: 'y' }));
    expect(problems.map((problem) => problem.split(':')[0])).toEqual(['PORT', 'ISOCHAIN_LOG']);
  });
});

describe('the file', () => {
  it('is read from the path in the environment', async () => {
    const paths: string[] = [];
    const readFile = async (path: string) => {
      paths.push(path);
      return utf8('{"port": 7}');
    };
    expect(await loadSettings({ ...withKeys, ISOCHAIN_CONFIG: '/etc/isochain.json' }, readFile)).toMatchObject({
      port: 7,
    });
    expect(paths).toEqual(['/etc/isochain.json']);
  });

  it('may begin with a byte order mark, like files of Windows editors', async () => {
    const readFile = async () => utf8('\ufeff{"port": 7}');
    expect(await loadSettings({ ...withKeys, ISOCHAIN_CONFIG: 'x' }, readFile)).toMatchObject({ port: 7 });
  });

  it.each([
    ['Latin-1', [...utf8('{"host": "'), 0xe9, ...utf8('"}')]],
    ['UTF-16', [0xff, 0xfe, 0x7b, 0, 0x7d, 0]],
  ])('has to be UTF-8, not %s', async (_, bytes) => {
    const readFile = async () => Uint8Array.from(bytes);
    expect(await problemsOf(loadSettings({ ...withKeys, ISOCHAIN_CONFIG: 'x.json' }, readFile))).toEqual([
      'ISOCHAIN_CONFIG: x.json is not UTF-8',
    ]);
  });

  it('needs an object for a setting if a variable sets a part of it', async () => {
    const redis = { ISOCHAIN_REDIS_URL: 'redis://x' };
    expect((await fromFile({ store: { prefix: 'mine' } }, redis)).store).toEqual({
      prefix: 'mine',
      redis: 'redis://x',
    });
    for (const store of ['abc', ['abc'], null]) {
      expect(await problemsOf(fromFile({ store }, redis))).toEqual(['store: must be an object']);
    }
    expect(await problemsOf(loadSettings({ ...withKeys, ISOCHAIN_REDIS_URL: `http://${secret}` }))).toEqual([
      'ISOCHAIN_REDIS_URL: must be a redis or rediss URL, with at most the number of a database as its path',
    ]);
    expect(await problemsOf(fromFile({ store: { prefix: '' } }, redis))).toEqual([
      'store.prefix: must be 1 to 64 letters, digits, dots, dashes or underscores',
    ]);
  });

  it('reports that it cannot be read', async () => {
    const readFile = () => Promise.reject(Object.assign(new Error('ENOENT'), { code: 'ENOENT' }));
    expect(await problemsOf(loadSettings({ ...withKeys, ISOCHAIN_CONFIG: 'gone.json' }, readFile))).toEqual([
      'ISOCHAIN_CONFIG: gone.json cannot be read (ENOENT)',
    ]);
  });

  it('sets endpoints in both forms, options, limits and origins', async () => {
    const file = {
      chains: {
        base: {
          endpoints: [
            'https://one.example.org',
            {
              url: 'https://user:pass@two.example.org/v2/key',
              name: 'two',
              maxBatch: 20,
              timeoutMs: 2000,
              headers: { 'x-key': 'k' },
            },
          ],
          options: { historyScanBlocks: 100 },
        },
      },
      limits: { bodyBytes: 2048, upstreamTimeoutMs: 500 },
      cors: { origins: ['https://wallet.example.org'] },
    };
    expect(await fromFile(file)).toMatchObject({ ...file, limits: { ...file.limits, requestTimeoutMs: 30_000 } });
  });

  it('takes variables into its strings', async () => {
    const file = {
      chains: {
        base: {
          endpoints: [
            'https://node.example.org/${BASE_KEY}/x',
            { url: 'https://b.example.org', headers: { authorization: '${TOKEN}' } },
          ],
        },
      },
    };
    const settings = await fromFile(file, { BASE_KEY: secret, TOKEN: 'Bearer t' });
    expect(settings.chains.base?.endpoints).toEqual([
      `https://node.example.org/${secret}/x`,
      { url: 'https://b.example.org', headers: { authorization: 'Bearer t' } },
    ]);
  });

  it.each<[unknown, string]>([
    ['{"port": 8080,}', 'ISOCHAIN_CONFIG_JSON: is not valid JSON (line 1 column 15)'],
    [`{"key": ${secret}}`, 'ISOCHAIN_CONFIG_JSON: is not valid JSON'],
    ['{"port": 1, "host": "a", "port": 2}', 'port: stands there twice'],
    ['{"limits": {"rate": null, "r\\u0061te": {"requests": 1}}}', 'limits.rate: stands there twice'],
    [
      '{"chains": {"base": {"endpoints": ["https://a.test", {"url": "https://b.test", "url": "https://c.test"}]}}}',
      'chains.base.endpoints.1.url: stands there twice',
    ],
    ['{"__proto__": {"port": 1}}', '__proto__: is not a name that can be used'],
    ['{"chains": {"__proto__": {}}}', 'chains.__proto__: is not a name that can be used'],
    [`{"host": ${'['.repeat(20_000)}${']'.repeat(20_000)}}`, 'host.0.0.0: is nested too deep'],
    [`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`, 'a.a.a.a: is nested too deep'],
    [[], 'ISOCHAIN_CONFIG_JSON: must be an object'],
    ['null', 'ISOCHAIN_CONFIG_JSON: must be an object'],
    [{ prot: 1 }, 'prot: is not a setting; did you mean port?'],
    [{ port: '8080' }, 'port: must be a number'],
    [{ keys: { shop: secret } }, ''],
    [{ limits: { bodyByte: 1 } }, 'limits.bodyByte: is not a setting; did you mean bodyBytes?'],
    [{ limits: { bodyBytes: 1 } }, 'limits.bodyBytes: must be at least 1024'],
    [{ limits: { rate: { requests: 0 } } }, 'limits.rate.requests: must be at least 1'],
    [{ limits: { rate: { requests: 5, seconds: 0.5 } } }, 'limits.rate.seconds: must be a whole number'],
    [{ limits: { rate: 5 } }, 'limits.rate: must be an object'],
    [
      { store: { redis: `http://${secret}@host` } },
      'store.redis: must be a redis or rediss URL, with at most the number of a database as its path',
    ],
    [
      { store: { redis: secret } },
      'store.redis: must be a redis or rediss URL, with at most the number of a database as its path',
    ],
    [
      { store: { redis: 'redis:' } },
      'store.redis: must be a redis or rediss URL, with at most the number of a database as its path',
    ],
    [
      { store: { redis: `redis://:${secret}@host/abc` } },
      'store.redis: must be a redis or rediss URL, with at most the number of a database as its path',
    ],
    [{ store: 'abc' }, 'store: must be an object'],
    [{ keys: [hash] }, 'keys: must be an object'],
    [{ keys: { '': hash } }, 'keys.: the name must be 1 to 64 letters, digits, dots, dashes or underscores'],
    [{ [`iso_${'0'.repeat(64)}`]: 1 }, 'iso_0000...: is not a setting'],
    [{ '\u001b[31mfoo\nb\u202ear': 1 }, '?[31mfoo?b?ar: is not a setting'],
    [{ store: { prefix: 'a b' } }, 'store.prefix: must be 1 to 64 letters, digits, dots, dashes or underscores'],
    [{ cache: { tokenSeconds: -1 } }, 'cache.tokenSeconds: must be at least 0'],
    [{ metrics: 'yes' }, 'metrics: must be one of key, open, off'],
    [{ limits: { requestTimeoutMs: 1e9 } }, 'limits.requestTimeoutMs: must be at most 600000'],
    [{ chains: { bitcoin2: {} } }, 'chains.bitcoin2: is not a setting; did you mean bitcoin?'],
    [{ chains: { base: { endpoint: [] } } }, 'chains.base.endpoint: is not a setting; did you mean endpoints?'],
    [{ chains: { base: { endpoints: [] } } }, 'chains.base.endpoints: must be at least 1 entries long'],
    [{ chains: { base: { endpoints: [`wss://${secret}`] } } }, 'chains.base.endpoints.0: must be an http or https URL'],
    [
      { chains: { base: { endpoints: ['https://a.example.org', secret] } } },
      'chains.base.endpoints.1: must be an http or https URL',
    ],
    [
      { chains: { base: { endpoints: [{ url: secret }] } } },
      'chains.base.endpoints.0.url: must be an http or https URL',
    ],
    [
      { chains: { base: { endpoints: [{ url: 'https://a.example.org', maxbatch: 2 }] } } },
      'chains.base.endpoints.0.maxbatch: is not a setting; did you mean maxBatch?',
    ],
    [
      { chains: { base: { endpoints: [{ url: 'https://a.example.org', maxBatch: 0 }] } } },
      'chains.base.endpoints.0.maxBatch: must be at least 1',
    ],
    ...[`https://u:${secret}%zz@a.test`, `https://%${secret}@a.test`].map((url): [unknown, string] => [
      { chains: { base: { endpoints: ['https://a.test', url] } } },
      'chains.base.endpoints.1: has a % in its credentials that is no escape; write it as %25',
    ]),
    [
      { chains: { base: { endpoints: [{ url: `https://u:${secret}%zz@a.test` }] } } },
      'chains.base.endpoints.0.url: has a % in its credentials that is no escape; write it as %25',
    ],
    ...[
      ['bad name', 'v', 'headers.bad name: must be the name of a header'],
      [
        'x-token',
        `${secret}\r\nx-other: 1`,
        'headers.x-token: must be printable ASCII or Latin-1, without line breaks',
      ],
      ['x-token', `${secret}\u2603`, 'headers.x-token: must be printable ASCII or Latin-1, without line breaks'],
      ['Connection', 'close', 'headers.Connection: must be the name of a header'],
    ].map(([name = '', value = '', message = '']): [unknown, string] => [
      { chains: { base: { endpoints: [{ url: 'https://a.test', headers: { [name]: value } }] } } },
      `chains.base.endpoints.0.${message}`,
    ]),
    [{ chains: { base: { endpoints: [{ name: 'a' }] } } }, 'chains.base.endpoints.0.url: must be a text'],
    [{ chains: { base: { endpoints: [7] } } }, 'chains.base.endpoints.0: has none of the forms that are accepted'],
    [
      {
        chains: {
          base: {
            endpoints: [
              { url: 'https://a.example.org', name: 'x' },
              { url: 'https://b.example.org', name: 'x' },
            ],
          },
        },
      },
      'chains.base.endpoints: must not name two endpoints alike',
    ],
    [
      { cors: { origins: ['https://wallet.example.org/'] } },
      'cors.origins.0: must be an origin, such as https://example.org',
    ],
    [
      { cors: { origins: ['https://*.example.org'] } },
      'cors.origins.0: must be an origin, such as https://example.org',
    ],
    [{ cors: { origins: ['wallet'] } }, 'cors.origins.0: must be an http or https URL'],
    [
      { chains: { base: { endpoints: ['https://${NOBODY}'] } } },
      'ISOCHAIN_CONFIG_JSON: ${NOBODY} is not set in the environment',
    ],
  ])('refuses %j', async (file, message) => {
    if (message === '') {
      const problems = await problemsOf(loadSettings({ ISOCHAIN_CONFIG_JSON: JSON.stringify(file) }));
      expect(problems).toEqual(['keys.shop: must be a SHA-256 in hex (64 digits)']);
      return;
    }
    const problems = await problemsOf(fromFile(file));
    expect(problems).toEqual([message]);
    expect(problems.join()).not.toContain(secret);
  });
});

describe('keys', () => {
  const keysOf = (entry: unknown) => loadSettings({ ISOCHAIN_CONFIG_JSON: JSON.stringify({ keys: { shop: entry } }) });

  it('may have more settings than their hash', async () => {
    const entry = {
      sha256: hash,
      expires: '2027-01-31T00:00:00Z',
      chains: ['base'],
      access: 'read',
      rate: { requests: 5 },
    };
    expect((await keysOf(entry)).keys).toEqual({ shop: { ...entry, rate: { requests: 5, seconds: 60 } } });
    expect((await keysOf({ sha256: hash })).keys).toEqual({ shop: { sha256: hash, access: 'write' } });
  });

  it.each<[unknown, string]>([
    [{}, 'keys.shop.sha256: must be a text'],
    [{ sha256: secret }, 'keys.shop.sha256: must be a SHA-256 in hex (64 digits)'],
    [{ sha256: hash, expires: 'tomorrow' }, 'keys.shop.expires: must be a time such as 2027-01-31T00:00:00Z'],
    [{ sha256: hash, chains: [] }, 'keys.shop.chains: must be at least 1 entries long'],
    [{ sha256: hash, access: 'all' }, 'keys.shop.access: must be one of read, write'],
    [{ sha256: hash, key: secret }, 'keys.shop.key: is not a setting'],
  ])('are refused: %j', async (entry, message) => {
    const problems = await problemsOf(keysOf(entry));
    expect(problems).toEqual([message]);
    expect(problems.join()).not.toContain(secret);
  });

  it('come from the environment and from the file', async () => {
    const reader = { sha256: hash2, access: 'read' };
    expect((await fromFile({ keys: { reader } })).keys).toEqual({ reader, shop: hash });
  });

  it.each<[unknown, string]>([
    [{ shop: { sha256: hash2, access: 'read' } }, 'keys.shop: stands in ISOCHAIN_API_KEYS too'],
    [{ other: { sha256: hash.toUpperCase(), access: 'read' } }, 'ISOCHAIN_API_KEYS.shop: is the key of other too'],
    [{ other: secret }, 'keys.other: must be a SHA-256 in hex (64 digits)'],
    [null, 'keys: must be an object'],
  ])('of both are refused where they disagree: %j', async (inFile, message) => {
    const problems = await problemsOf(fromFile({ keys: inFile }));
    expect(problems).toEqual([message]);
    expect(problems.join()).not.toContain(secret);
  });

  it('are refused if two are the same', async () => {
    const file = { keys: { a: hash, b: hash2, c: { sha256: hash.toUpperCase(), access: 'read' } } };
    expect(await problemsOf(loadSettings({ ISOCHAIN_CONFIG_JSON: JSON.stringify(file) }))).toEqual([
      'keys.c: is the key of a too',
    ]);
  });

  it('are refused if a message would show them in clear text', async () => {
    const clear = `iso_${'0123456789abcdef'.repeat(4)}`;
    const file = { keys: { [clear]: 'shop' } };
    const problems = await problemsOf(loadSettings({ ISOCHAIN_CONFIG_JSON: JSON.stringify(file) }));
    expect(problems.join()).toMatch(/^keys\.iso_0123\.\.\.: /);
    expect(problems.join()).not.toContain(clear.slice(0, 20));
  });

  it('have limits by default in production, and none in development', async () => {
    expect(usualRate(await loadSettings(withKeys))).toEqual({ requests: 600, seconds: 60 });
    expect(usualRate(await fromFile({ limits: { rate: null } }))).toBeNull();
    expect(usualRate(await fromFile({ limits: { rate: { requests: 9 } } }))).toEqual({ requests: 9, seconds: 60 });
    expect(usualRate(await loadSettings({ ISOCHAIN_PROFILE: 'development' }))).toBeNull();
  });
});

describe('files that hold secrets', () => {
  const files: Record<string, string> = {
    '/run/keys': `${keys}\n`,
    '/run/redis': 'redis://:hunter2@redis:6379\n',
    '/run/infura': secret,
    '/etc/isochain.json':
      '{"store": {"prefix": "mine"}, "chains": {"base": {"endpoints": ["https://x.test/${INFURA}"]}}}',
  };
  const load = (variables: Variables) =>
    loadSettings(variables, async (path) => {
      const text = files[path];
      if (text === undefined) throw Object.assign(new Error('no such file'), { code: 'ENOENT' });
      return utf8(text);
    });

  it('replace variables: ours, and those that the settings file names', async () => {
    const settings = await load({
      ISOCHAIN_API_KEYS_FILE: '/run/keys',
      ISOCHAIN_REDIS_URL_FILE: '/run/redis',
      ISOCHAIN_CONFIG: '/etc/isochain.json',
      INFURA_FILE: '/run/infura',
    });
    expect(settings.keys).toEqual({ shop: hash });
    expect(settings.store).toEqual({ redis: 'redis://:hunter2@redis:6379', prefix: 'mine' });
    expect(settings.chains.base?.endpoints).toEqual([`https://x.test/${secret}`]);
  });

  it.each<[Variables, string]>([
    [{ ISOCHAIN_API_KEYS_FILE: '/run/none' }, 'ISOCHAIN_API_KEYS_FILE: /run/none cannot be read (ENOENT)'],
    [
      { ...withKeys, ISOCHAIN_API_KEYS_FILE: '/run/keys' },
      'ISOCHAIN_API_KEYS_FILE: cannot be set together with ISOCHAIN_API_KEYS',
    ],
    [{ ...withKeys, ISOCHAIN_KEYS_FILE: '/run/keys' }, 'ISOCHAIN_KEYS_FILE: is not a setting; there are '],
  ])('are refused: %j', async (variables, message) => {
    expect((await problemsOf(load(variables))).join()).toContain(message);
  });

  it('are refused on a platform without files', async () => {
    expect(await problemsOf(loadSettings({ ISOCHAIN_API_KEYS_FILE: '/run/keys' }))).toEqual([
      'ISOCHAIN_API_KEYS_FILE: there are no files here',
    ]);
  });
});
