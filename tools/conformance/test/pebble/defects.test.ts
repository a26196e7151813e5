import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { settings } from '@isochain/dial';
import { temporaryFolder } from '@isochain/leash';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../src/checks/workspace.ts';
import { defects } from './defects.ts';

// A suite that nothing fails is worth nothing: here families with one defect each go through it.

interface Result {
  readonly fullName: string;
  readonly status: string;
}

/** For a regular expression that matches the text itself. */
const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

describe('the suite', () => {
  const { path: folder, remove } = temporaryFolder('defects');
  let results: Result[] = [];
  afterAll(remove);
  beforeAll(async () => {
    const config = fileURLToPath(new URL('defects.config.ts', import.meta.url));
    const file = `${folder}/results.json`;
    // The exhaustive run tries the whole suite on each: how many tests notice a defect is seen there. The faults of upstreams take their time; one of
    // them is enough.
    const pattern = settings.exhaustive
      ? '^(?!.*upstream faults)|an endpoint of another network'
      : defects.map(({ name, foundBy }) => `^${literally(`[${name}]`)}.*${literally(foundBy)}`).join('|');
    const { code, output } = await run('vitest', [
      'run',
      '--config',
      config,
      '--reporter',
      'json',
      '--outputFile',
      file,
      '-t',
      pattern,
    ]);
    expect(code, output).toBe(1);
    const { testResults }: { testResults: { assertionResults: Result[] }[] } = JSON.parse(readFileSync(file, 'utf8'));
    results = testResults.flatMap(({ assertionResults }) => assertionResults);
  }, 600_000);

  it.each(defects)('finds a family that $name', ({ name, foundBy }) => {
    const own = results.filter(({ fullName }) => fullName.startsWith(`[${name}]`));
    const failed = own.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
    expect(own.length, 'tests').toBeGreaterThan(100);
    expect(
      failed.filter((fullName) => fullName.includes(foundBy)),
      `of those that failed: ${failed.join('; ')}`,
    ).not.toEqual([]);
  });
});
