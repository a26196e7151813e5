import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { environment } from '@isochain/gateway/src/config/environment.ts';
import { loadSettings } from '@isochain/gateway/src/config/load.ts';
import { settings } from '@isochain/gateway/src/config/settings.ts';
import { describe, expect, it } from 'vitest';
import { configurationPage, exampleFile, productionStart } from './configuration-page.ts';

const page = await configurationPage();
const rows = [...page.matchAll(/^\| `([^`]+)` \| (.*) \|$/gm)].map(([, name = '', rest = '']) => ({ name, rest }));

/** Paths of all settings of the file. */
function leaves(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [path];
  return Object.entries(value).flatMap(([name, entry]) => leaves(entry, path === '' ? name : `${path}.${name}`));
}

describe('configuration.md', () => {
  it.each(environment.map(({ name }) => name))('has the variable %s', (name) => {
    expect(rows.filter((row) => row.name === name)).toHaveLength(1);
  });

  it('has every setting, and describes each', () => {
    const names = rows.map(({ name }) => name);
    const defaults = settings.safeParse({ profile: 'development' }).data;
    expect(leaves(defaults).filter((path) => !names.includes(path.replace(/\.0$/, '')) && path !== '')).toEqual([]);
    expect(names).toContain('chains.<chain id>.endpoints[].maxBatch');
    expect(names).toContain('chains.<chain id>.options.historyScanBlocks');
    // The entries of a list in a family's options are described with the list.
    const mute = rows.filter(({ name, rest }) => rest.endsWith('| ') && !name.startsWith('chains.<chain id>.options.'));
    expect(mute).toEqual([]);
  });

  it('shows a file that loads', async () => {
    const shown = /```json\n(.*?)```/s.exec(page)?.[1] ?? '';
    expect(JSON.parse(shown)).toEqual(exampleFile);
    const variables = {
      ISOCHAIN_CONFIG: 'isochain.json',
      ISOCHAIN_PROFILE: 'development',
      ETHEREUM_KEY: 'secret',
    };
    const loaded = await loadSettings(variables, async () => new TextEncoder().encode(shown));
    expect(loaded.chains.ethereum?.endpoints?.[0]).toMatchObject({ url: 'https://ethereum.example.org/secret' });
  });

  it('shows how to make keys', async () => {
    const [create = ''] = productionStart.split('\n');
    const printed = execFileSync('bash', ['-ec', create], { encoding: 'utf8' });
    const [, key = ''] = /Key: +(\S+)/.exec(printed) ?? [];
    const [, entry = ''] = /Entry: +(\S+)/.exec(printed) ?? [];
    const hash = createHash('sha256').update(key).digest('hex');
    expect(entry).toBe(`shop:${hash}`);
    expect((await loadSettings({ ISOCHAIN_API_KEYS: entry })).keys).toEqual({ shop: hash });
  });
});
