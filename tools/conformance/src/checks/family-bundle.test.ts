import { catalogue, chainIds } from '@isochain/core';
import { expect, it } from 'vitest';
import { findHandIns } from '../hand-ins/find.ts';
import { bundle } from './bundle.ts';

/** The chains whose identities are in a bundle. Tests build nothing: sources and what is built of them leave out the same. */
async function chainsIn(entry: string): Promise<string[]> {
  const { text } = await bundle({ entry, conditions: ['isochain-source'], minify: true });
  return chainIds.filter((id) => text.includes(`nativeId:${JSON.stringify(catalogue[id].nativeId)}`));
}

it.each(await findHandIns())('the bundle of $packageName has no chains of other families', async (handIn) => {
  const own = chainIds.filter((id) => catalogue[id].family === handIn.family);
  expect(await chainsIn(`export * from '@isochain/${handIn.packageName}';`)).toEqual(own);
});

it('a bundle with the catalogue has them all', async () => {
  expect(await chainsIn("export { catalogue } from '@isochain/core';")).toEqual(chainIds);
});
