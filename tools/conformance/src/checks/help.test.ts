import { help } from '@isochain/core/help';
import { describe, expect, it } from 'vitest';
import { bundle } from './bundle.ts';
import { entriesOf, publishablePackages } from './workspace.ts';

/** Texts that no other source has by chance, and that a bundler writes as they are. */
const texts = Object.values(help).filter((text) => text.length > 40 && /^[\w ,.:;()-]+$/.test(text));
const entries = publishablePackages().flatMap(entriesOf);

async function found(entry: string): Promise<string[]> {
  const { text } = await bundle({ entry: `export * from '${entry}';`, conditions: ['isochain-source'] });
  return texts.filter((help) => text.includes(help));
}

describe('texts of help', () => {
  it('are in a bundle of the entry of their own', async () => {
    expect(texts.length).toBeGreaterThan(50);
    expect(await found('@isochain/core/help')).toEqual(texts);
  });

  it.each(entries.filter((entry) => entry !== '@isochain/core/help'))('are not in a bundle of %s', async (entry) => {
    expect(await found(entry)).toEqual([]);
  });
});
