import { readFileSync } from 'node:fs';
import { loadSettings } from '@isochain/gateway/src/config/load.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { configSchema } from './config-schema.ts';
import { exampleFile } from './configuration-page.ts';
import { workspace } from './repository.ts';

const text = await configSchema();
const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(JSON.parse(text) as object);
const hash = 'ab'.repeat(32);

describe('config.schema.json', () => {
  it('is what stands in docs', () => {
    expect(readFileSync(new URL('docs/config.schema.json', workspace), 'utf8')).toBe(text);
  });

  it.each([
    ['the example', exampleFile],
    ['nothing', {}],
    ['a reference to itself', { $schema: './config.schema.json', port: 1 }],
    ['keys of both forms', { keys: { a: hash, b: { sha256: hash, chains: ['base'], access: 'read' } } }],
    ['options of a family', { chains: { solana: { options: { priority: 'low' } } } }],
  ])('takes %s, as the gateway does', async (_, file) => {
    expect(validate(file)).toBe(true);
    const variables = {
      ISOCHAIN_PROFILE: 'development',
      ETHEREUM_KEY: 'x',
      ISOCHAIN_CONFIG_JSON: JSON.stringify(file),
    };
    await loadSettings(variables);
  });

  it.each([
    ['an unknown setting', { prot: 1 }],
    ['a port that is none', { port: 70_000 }],
    ['an unknown chain', { chains: { bitcon: {} } }],
    ['options of another family', { chains: { base: { options: { priority: 'low' } } } }],
    ['a key that is no hash', { keys: { a: 'secret' } }],
  ])('underlines %s', (_, file) => {
    expect(validate(file)).toBe(false);
  });
});
