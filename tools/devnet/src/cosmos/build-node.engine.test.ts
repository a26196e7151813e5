import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { temporaryFolder } from '@isochain/leash';
import { expect, it, onTestFinished, vi } from 'vitest';
import { EngineError } from '../engine.ts';
import { buildCosmosNode } from './build-node.ts';
import { startCosmos } from './cosmos.ts';
import { cosmosEngineMissing, nodeBinary } from './node-binary.ts';

/** Makes a new cache, and puts a Go first in the PATH that runs the script. Returns the folder of that Go. */
function withGo(script: string): string {
  const { path: folder, remove } = temporaryFolder('test');
  vi.stubEnv('XDG_CACHE_HOME', join(folder, 'cache'));
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env.PATH}`);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    remove();
  });
  writeFileSync(join(folder, 'go'), `#!/bin/sh\n${script}`);
  chmodSync(join(folder, 'go'), 0o755);
  return folder;
}

async function build(onLine: (line: string) => void = () => {}): Promise<string[]> {
  const lines: string[] = [];
  const onProgress = (line: string) => {
    lines.push(line);
    onLine(line);
  };
  await buildCosmosNode({ onProgress, everyMs: 20 });
  return lines;
}

// Each step waits until its progress was reported, so the test does not depend on speed.
const patient = `
told() { while [ ! -e "$(dirname "$0")/told $1" ]; do sleep 0.05; done; }
case "$1" in
  list) echo 'go: downloading example.org/one v1.0.0' >&2; told downloaded; echo one; echo two; echo three ;;
  build)
    echo one >&2; echo 'a warning' >&2; echo two >&2; told compiled
    while [ "$1" != -o ]; do shift; done
    printf '#!/bin/sh\\necho "$CGO_ENABLED"' > "$2"; chmod +x "$2" ;;
esac`;

it('builds once, and says how far it is', async () => {
  const folder = withGo(patient);
  expect(cosmosEngineMissing()).toContain('`npm run build:engine`');
  const lines = await build((line) => {
    const [, step] = /: (?:1 modules|2 of at most 3 packages) (\w+)$/.exec(line) ?? [];
    if (step !== undefined) writeFileSync(join(folder, `told ${step}`), '');
  });
  expect(lines[0]).toContain('some six minutes');
  expect(lines).toContainEqual(expect.stringMatching(/^\d+ s: 1 modules downloaded$/));
  expect(lines).toContainEqual(expect.stringMatching(/^\d+ s: 2 of at most 3 packages compiled$/));
  expect(lines.at(-1)).toMatch(/^Built in \d+ s: .*cosmos-devnet$/);
  expect(readFileSync(nodeBinary(), 'utf8')).toContain('CGO_ENABLED');
  expect(readdirSync(dirname(nodeBinary()))).toEqual(['cosmos-devnet']);
  expect(cosmosEngineMissing()).toBeUndefined();

  expect(await build()).toEqual([`The Cosmos node is there: ${nodeBinary()}`]);
});

it('passes on what Go says when it fails, and leaves no program behind', async () => {
  withGo("[ $1 = list ] && exit 0; echo 'no space left on device' >&2; exit 3");
  const failing = build();
  await expect(failing).rejects.toThrow(EngineError);
  await expect(failing).rejects.toThrow('go build ended with exit code 3. It wrote last:\nno space left on device');
  expect(readdirSync(dirname(nodeBinary()))).toEqual([]);
});

it('says what is to be done where no node was built, and starts nothing', async () => {
  withGo('exit 1');
  expect(existsSync(nodeBinary())).toBe(false);
  await expect(startCosmos()).rejects.toThrow('No Cosmos node: `npm run build:engine` builds its node');
});
