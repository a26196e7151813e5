import { familyPackages, findHandIns } from '@isochain/conformance/hand-ins/find.ts';
import { codeSamples } from '@isochain/gateway/src/openapi/examples.data.ts';
import { expect, it } from 'vitest';
import { codeBlocks } from './markdown.ts';
import { listFiles, readText } from './repository.ts';

// The families run the recipes themselves: packages/*/test/docs.

const blocks = codeBlocks(readText('docs/signing.md') ?? '');

// code-samples.engine.test.ts runs this program.
it('the program of docs/signing.md is one of the programs in the reference', () => {
  const [program, ...others] = blocks.filter(({ name }) => name.startsWith('program-'));
  expect(others).toEqual([]);
  expect(codeSamples.map(({ source }) => source)).toContain(program?.code);
});

it('the samples of docs/signing.md are named after the families that run them', async () => {
  const families = (await findHandIns()).map(({ family }) => family);
  const samples = blocks.filter(({ language }) => language === 'ts').map(({ name }) => name);
  expect(samples.filter((name) => !families.some((family) => name.startsWith(`${family}-`)))).toEqual([]);
  for (const family of families) expect(samples.filter((name) => name.startsWith(`${family}-`))).not.toEqual([]);
});

it.each(familyPackages())('packages/%s runs its recipes of docs/signing.md', (name) => {
  expect(listFiles(`packages/${name}/test/docs/signing*.test.ts`)).toHaveLength(1);
});
