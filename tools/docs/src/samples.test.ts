import { expect, it, onTestFinished } from 'vitest';
import { codeBlocks } from './markdown.ts';
import { listFiles, readText } from './repository.ts';
import { extractSamples } from './samples.ts';

const pages = listFiles('**/*.md').filter((page) =>
  codeBlocks(readText(page) ?? '').some(({ language }) => language === 'ts'),
);

it.each(pages)('TypeScript in %s compiles', (page) => {
  const samples = extractSamples(page);
  onTestFinished(() => samples.remove());
  expect(samples.files.size).toBeGreaterThan(0);
});
