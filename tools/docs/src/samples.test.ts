import { beforeAll, describe, expect, it } from 'vitest';
import { codeBlocks } from './markdown.ts';
import { listFiles, readText } from './repository.ts';
import { compileSamples } from './samples.ts';

const pages = listFiles('**/*.md').filter((page) =>
  codeBlocks(readText(page) ?? '').some(({ language }) => language === 'ts'),
);

describe('TypeScript', () => {
  let said: ReturnType<typeof compileSamples>;
  beforeAll(() => {
    said = compileSamples(pages);
  }, 300_000);

  it.each(pages)('in %s compiles', (page) => expect(said.get(page)).toEqual([]));
});
