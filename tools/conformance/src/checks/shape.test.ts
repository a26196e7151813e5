import { describe, expect, it } from 'vitest';
import { contentProblems, pageProblems } from './shape.ts';
import { publishablePackages } from './workspace.ts';

const good = [
  'package.json',
  'README.md',
  'LICENSE',
  'dist/index.js',
  'dist/index.d.ts',
  'dist/index.js.map',
  'src/index.ts',
];

describe('the content of a package', () => {
  it('is right without anything else', () => {
    expect(contentProblems(good)).toEqual([]);
  });

  it('must be there', () => {
    expect(contentProblems(good.filter((file) => file !== 'LICENSE'))).toEqual(['LICENSE would not be published']);
  });

  it.each([
    'src/a.test.ts',
    'dist/a.test.d.ts',
    'dist/lib.tsbuildinfo',
    'fixtures/a.json',
    'src/test/a.ts',
    '.env',
    'a-1.0.0.tgz',
  ])('must not have %s', (file) => {
    expect(contentProblems([...good, file])).toContain(`${file} would be published`);
  });

  it('must not have what was built from a file that is gone', () => {
    expect(contentProblems([...good, 'dist/old.js'])).toEqual([
      'dist/old.js has no source any more: remove dist and build again',
    ]);
  });
});

describe("what npm's page and provenance need", () => {
  const packages = publishablePackages();

  it.each(packages)('$name has', ({ manifest }) => {
    expect(pageProblems(manifest)).toEqual([]);
    expect(manifest).toMatchObject({ license: 'Apache-2.0', engines: { node: expect.any(String) } });
  });

  it.each(['keywords', 'homepage', 'bugs', 'repository', 'publishConfig'])('is missed: %s', (member) => {
    for (const { manifest } of packages) expect(pageProblems({ ...manifest, [member]: undefined })).not.toEqual([]);
  });

  it('is another folder for each', () => {
    const [directory] = packages.map(({ manifest }) => manifest.repository?.directory ?? '');
    for (const { manifest } of packages.slice(1)) {
      const copied = { ...manifest, repository: { ...manifest.repository, directory: directory ?? '' } };
      expect(pageProblems(copied)).toEqual([expect.stringContaining(`repository.directory is ${directory} instead`)]);
    }
  });
});
