import { help } from '@isochain/core/help';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundleEach } from './bundle.ts';
import { entriesOf, publishablePackages } from './workspace.ts';

/** Texts that no other source has by chance, and that a bundler writes as they are. */
const texts = Object.values(help).filter((text) => text.length > 40 && /^[\w ,.:;()-]+$/.test(text));
const entries = publishablePackages().flatMap(entriesOf);

describe('texts of help', () => {
  let bundles: ReadonlyMap<string, string>;
  beforeAll(async () => {
    bundles = await bundleEach(entries);
  });

  function found(entry: string): string[] {
    const bundle = bundles.get(entry) ?? '';
    return texts.filter((help) => bundle.includes(help));
  }

  it('are in a bundle of the entry of their own', () => {
    expect(texts.length).toBeGreaterThan(50);
    expect(found('@isochain/core/help')).toEqual(texts);
  });

  it.each(entries.filter((entry) => entry !== '@isochain/core/help'))('are not in a bundle of %s', (entry) => {
    expect(bundles.get(entry)).toBeTruthy();
    expect(found(entry)).toEqual([]);
  });
});
