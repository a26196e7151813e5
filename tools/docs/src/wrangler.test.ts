import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { expect, it } from 'vitest';
import { readText, workspace } from './repository.ts';

const schema = JSON.parse(readFileSync(new URL('node_modules/wrangler/config-schema.json', workspace), 'utf8'));
const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);
const text = readText('apps/gateway/wrangler.jsonc') ?? '';

/** Removes the comments, which are whole lines there, and parses the rest as JSON. */
const parse = (jsonc: string) => JSON.parse(jsonc.replace(/^\s*\/\/.*$/gm, '')) as Record<string, unknown>;

it('wrangler.jsonc is valid for the installed wrangler', () => {
  expect(validate(parse(text)), JSON.stringify(validate.errors)).toBe(true);
});

it('the settings in comments of wrangler.jsonc are valid without the comment marks', () => {
  const config = parse(text.replace(/^(\s*)\/\/ (?=")(?=.*\],$)/gm, '$1'));
  expect(config).toMatchObject({
    ratelimits: [{ name: 'RATE_LIMIT' }],
    kv_namespaces: [{ binding: 'CACHE' }],
  });
  expect(validate(config), JSON.stringify(validate.errors)).toBe(true);
  expect(validate({ ...config, ratelimits: [{ name: 'RATE_LIMIT' }] })).toBe(false);
});
