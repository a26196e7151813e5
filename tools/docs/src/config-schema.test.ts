// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is what files hold
import { readFileSync } from 'node:fs';
import { catalogue, RefusedError } from '@isochain/core';
import { loadSettings } from '@isochain/gateway/src/config/load.ts';
import { checkChains } from '@isochain/gateway/src/connect-chain.ts';
import { families } from '@isochain/gateway/src/families.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { configSchema } from './config-schema.ts';
import { exampleFile } from './configuration-page.ts';
import { workspace } from './repository.ts';

const text = await configSchema();
const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(JSON.parse(text) as object);
const hash = 'ab'.repeat(32);

describe('config.schema.json', () => {
  it('is the file in docs', () => {
    expect(readFileSync(new URL('docs/config.schema.json', workspace), 'utf8')).toBe(text);
  });

  it.each([
    ['the example', exampleFile],
    ['nothing', {}],
    ['a reference to itself', { $schema: './config.schema.json', port: 1 }],
    ['keys of both forms', { keys: { a: hash, b: { sha256: 'cd'.repeat(32), chains: ['base'], access: 'read' } } }],
    ['options of a family', { chains: { solana: { options: { priority: 'low' } } } }],
    [
      'kinds of a family',
      { chains: { base: { endpoints: [{ url: 'https://a.test', kind: 'etherscan' }, 'https://b.test'] } } },
    ],
    ['URLs however they are written', { chains: { base: { endpoints: ['HTTPS://u:p%40@a.test:8545/x?y=z'] } } }],
    ['a Redis', { store: { redis: 'rediss://u:p@host:6379/15?family=6' } }],
    ['origins', { cors: { origins: ['*', 'https://a.test:8443', 'http://localhost'] } }],
    ['headers', { chains: { base: { endpoints: [{ url: 'https://a.test', headers: { 'X-Token': 'a b' } }] } } }],
    [
      'variables wherever a text stands',
      {
        profile: '${PROFILE}',
        keys: { a: '${HASH}', b: { sha256: '${HASH_B}', chains: ['${CHAIN}'], expires: '${TIME}' } },
        chains: {
          base: { endpoints: ['${URL}', { url: 'https://a.test/${KEY}', kind: '${KIND}', headers: { a: '${KEY}' } }] },
          solana: { options: { priority: '${PRIORITY}' } },
        },
        store: { redis: '${REDIS}', prefix: 'iso-${KEY}' },
        cors: { origins: ['${ORIGIN}'] },
      },
    ],
  ])('takes %s, as the gateway does', async (_, file) => {
    expect(validate(file)).toBe(true);
    const variables = {
      ISOCHAIN_PROFILE: 'development',
      ETHEREUM_KEY: 'x',
      ...{ PROFILE: 'development', HASH: hash, HASH_B: 'cd'.repeat(32), CHAIN: 'base', TIME: '2028-01-01T00:00:00Z' },
      ...{
        URL: 'https://b.test',
        KEY: 'x',
        KIND: 'blockscout',
        PRIORITY: 'low',
        REDIS: 'redis://x',
        ORIGIN: 'https://a.test',
      },
      ISOCHAIN_CONFIG_JSON: JSON.stringify(file),
    };
    const { chains } = await loadSettings(variables);
    await checkChains(families, chains);
  });

  it('takes any kind and any option, where the family is not built, as such a gateway does', async () => {
    const { algorand: _, ...others } = families;
    const file = { chains: { algorand: { endpoints: [{ url: 'https://a.test', kind: 'x' }], options: { a: 1 } } } };
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    expect(ajv.validate(JSON.parse(await configSchema(catalogue, others)) as object, file)).toBe(true);
    expect(validate(file)).toBe(false);
    const variables = { ISOCHAIN_PROFILE: 'development', ISOCHAIN_CONFIG_JSON: JSON.stringify(file) };
    const { chains } = await loadSettings(variables);
    await checkChains(others, chains);
  });

  it.each([
    ['an unknown setting', { prot: 1 }],
    ['a port that is none', { port: 70_000 }],
    ['an unknown chain', { chains: { bitcon: {} } }],
    ['options of another family', { chains: { base: { options: { priority: 'low' } } } }],
    ['a key that is no hash', { keys: { a: 'secret' } }],
    ['a name that is none', { keys: { __proto__x: hash, 'a b': hash } }],
    ['a URL that is none', { chains: { base: { endpoints: ['ftp://a.test'] } } }],
    ['the same in an object', { chains: { base: { endpoints: [{ url: 'a.test' }] } } }],
    ['a kind of another family', { chains: { base: { endpoints: [{ url: 'https://a.test', kind: 'esplora' }] } } }],
    ['an unknown kind', { chains: { solana: { endpoints: [{ url: 'https://a.test', kind: 'grpc' }] } } }],
    [
      'a header that no request can carry',
      { chains: { base: { endpoints: [{ url: 'https://a.test', headers: { 'a b': 'c' } }] } } },
    ],
    ['a Redis that is none', { store: { redis: 'http://a.test' } }],
    ['a database that is no number', { store: { redis: 'redis://a.test/abc' } }],
    ['an origin with a path', { cors: { origins: ['https://a.test/'] } }],
    ['an origin that can never match', { cors: { origins: ['https://*.a.test'] } }],
  ])('underlines %s, which the gateway refuses', async (_, file) => {
    expect(validate(file)).toBe(false);
    const loading = loadSettings({ ISOCHAIN_PROFILE: 'development', ISOCHAIN_CONFIG_JSON: JSON.stringify(file) });
    await expect(loading.then(({ chains }) => checkChains(families, chains))).rejects.toThrow(RefusedError);
  });
});
