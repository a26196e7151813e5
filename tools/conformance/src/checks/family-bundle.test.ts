import { catalogue, chainIds } from '@isochain/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { findHandIns } from '../hand-ins/find.ts';
import { bundle, bundleEach } from './bundle.ts';

const handIns = await findHandIns();
const nameOf = (packageName: string) => `@isochain/${packageName}`;

/** The chains whose identities are in a bundle. Tests build nothing: sources and what is built of them leave out the same. */
function chainsIn(text = ''): string[] {
  return chainIds.filter((id) => text.includes(`nativeId: ${JSON.stringify(catalogue[id].nativeId)}`));
}

describe('the bundle of a family', () => {
  let bundles: ReadonlyMap<string, string>;
  beforeAll(async () => {
    bundles = await bundleEach(handIns.map(({ packageName }) => nameOf(packageName)));
  });

  it.each(handIns)('has no chains of other families: $packageName', ({ packageName, family }) => {
    const own = chainIds.filter((id) => catalogue[id].family === family);
    expect(chainsIn(bundles.get(nameOf(packageName)))).toEqual(own);
  });
});

it('a bundle with the catalogue has them all', async () => {
  const { text } = await bundle({
    entry: "export { catalogue } from '@isochain/core';",
    conditions: ['isochain-source'],
  });
  expect(chainsIn(text)).toEqual(chainIds);
});
