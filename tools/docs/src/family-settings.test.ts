import { createChains } from '@isochain/gateway/src/chains.ts';
import { loadSettings } from '@isochain/gateway/src/config/load.ts';
import { families } from '@isochain/gateway/src/families.ts';
import { describe, expect, it } from 'vitest';
import { codeBlocks } from './markdown.ts';
import { readText } from './repository.ts';

// Settings that pages of families show. Those of docs/operations.md have tests of their own.

const environment = { NODE_AUTH: 'x', BLOCKBOOK_KEY: 'x', ISOCHAIN_API_KEYS: `a:${'ab'.repeat(32)}` };

const samples = ['docs/bitcoin.md', 'docs/cosmos.md'].flatMap((page) =>
  codeBlocks(readText(page) ?? '').flatMap(({ language, code }, i) => {
    const file: unknown = language === 'json' ? JSON.parse(code) : {};
    return 'chains' in Object(file) ? [[page, i, file] as const] : [];
  }),
);

describe('settings in pages of families', () => {
  it('are found', () => {
    expect(new Set(samples.map(([page]) => page)).size).toBe(2);
  });

  it.each(samples)('of %s open their chains (block %i)', async (_page, _block, file) => {
    const settings = await loadSettings({ ...environment, ISOCHAIN_CONFIG_JSON: JSON.stringify(file) });
    const chains = createChains({ families, settings: settings.chains, connect: {} });
    for (const id of Object.keys(settings.chains)) {
      const { supportedFeatures } = await chains.detail(id as Parameters<typeof chains.detail>[0]);
      expect(supportedFeatures.write.transaction.type.transfer).toBe(true);
    }
  });
});
