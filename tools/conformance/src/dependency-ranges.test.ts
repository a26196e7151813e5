import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { publishablePackages, root } from './checks/workspace.ts';

interface Lockfile {
  readonly packages: Readonly<Record<string, { readonly version?: string } | undefined>>;
}

const { packages }: Lockfile = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8'));

describe.each(publishablePackages())('the dependencies of $name', ({ folder, manifest }) => {
  const shared = Object.entries(manifest.dependencies ?? {}).filter(([name]) => !name.startsWith('@isochain/'));

  it('are ranges, so that an application has one copy of what it shares', () => {
    expect(shared.filter(([, range]) => !/^\^\d+\.\d+\.\d+$/.test(range))).toEqual([]);
    expect(shared).not.toEqual([]);
  });

  it('begin with the version that tests run with', () => {
    const path = folder.slice(root.length);
    const installed = shared.map(([name]) => {
      const { version } = packages[`${path}node_modules/${name}`] ?? packages[`node_modules/${name}`] ?? {};
      return [name, `^${version}`];
    });
    expect(installed).toEqual(shared);
  });
});
