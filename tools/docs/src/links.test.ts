import { describe, expect, it } from 'vitest';
import { anchors, links } from './markdown.ts';
import { listFiles, readText, workspace } from './repository.ts';

const pages = listFiles('**/*.md');

/** The broken links of a page to places in the repository. Links to other sites are not checked: tests need no network. */
function broken(page: string): string[] {
  const text = readText(page) ?? '';
  return links(text)
    .filter(({ target }) => !/^[a-z]+:/i.test(target) && !exists(page, target))
    .map(({ target, line }) => `${page}:${line} ${target}`);
}

function exists(page: string, target: string): boolean {
  const [path = '', anchor] = target.split('#', 2);
  const url = path === '' ? new URL(page, workspace) : new URL(path, new URL(page, workspace));
  const found = url.href.startsWith(workspace.href) ? url.href.slice(workspace.href.length) : '..';
  const [file] = listFiles(decodeURIComponent(found).replace(/\/$/, ''));
  if (file === undefined) return false;
  return anchor === undefined || anchors(readText(file) ?? '').has(anchor);
}

describe('links', () => {
  it.each(pages)('of %s are not broken', (page) => {
    expect(broken(page)).toEqual([]);
  });

  it('are checked in the pages that matter', () => {
    expect(pages).toEqual(expect.arrayContaining(['README.md', 'CONTRIBUTING.md', 'docs/architecture.md']));
  });

  it('from sources to pages are not broken', () => {
    const sources = listFiles('{packages,apps,tools}/*/src/**/*.ts').filter((path) => !path.startsWith('tools/docs/'));
    const named = sources.flatMap((path) => (readText(path) ?? '').match(/docs\/[\w/-]+\.md/g) ?? []);
    expect(named).toContain('docs/errors.md');
    expect([...new Set(named)].filter((path) => readText(path) === undefined)).toEqual([]);
  });

  it('lead to every decision', () => {
    const files = listFiles('docs/decisions/0*.md').map((path) => path.replace('docs/decisions/', ''));
    const listed = links(readText('docs/decisions/README.md') ?? '').map(({ target }) => target);
    expect(listed).toEqual(files);
  });
});
