import { codes, type Kind, type Problem, problem, RefusedError } from '@isochain/core';
import { help } from '@isochain/core/help';
import { renderError } from '@isochain/gateway/src/render-error.ts';
import { describe, expect, it } from 'vitest';
import { errorsPage, sections } from './errors-page.ts';
import { httpStatuses } from './http-statuses.ts';
import { anchors, links } from './markdown.ts';

const page = errorsPage();

describe('errors.md', () => {
  it.each(Object.entries(help))('has an entry for %s, with its help text', (code, text) => {
    const [, rest = ''] = page.split(`\n### ${code}\n`);
    const [entry] = rest.split('\n### ');
    // The page turns names of pages into links.
    expect(entry?.replace(/\[([\w-]+\.md)\]\(\1\)/g, 'docs/$1')).toContain(`\n${text}\n`);
  });

  it('has every code once', () => {
    const entries = [...page.matchAll(/^### (.+)$/gm)].map(([, code]) => code);
    expect(entries.toSorted()).toEqual(Object.keys(codes).toSorted());
  });

  it('puts every kind into one section', () => {
    const kinds = new Set(Object.values(codes).map(({ kind }) => kind));
    expect(sections.flatMap((section) => section.kinds).toSorted()).toEqual([...kinds].toSorted());
  });

  it('links each code of the table to its entry', () => {
    const found = anchors(page);
    const targets = links(page)
      .map(({ target }) => target)
      .filter((target) => target.startsWith('#'));
    expect(targets).toHaveLength(Object.keys(codes).length);
    expect(targets.filter((target) => !found.has(target.slice(1)))).toEqual([]);
  });

  // Nobody throws a chain's refusals of an intent, nor warnings: they stand in the 200 of encode.
  const thrown = Object.entries(codes).filter(([, { kind }]) => !['chain', 'warning', 'internal'].includes(kind));

  it.each(thrown)('names the HTTP status of the gateway for %s', (code, { kind }) => {
    const entry = { ...problem('key.wrong', {}), code } as Problem;
    let answered: number | undefined;
    const context = {
      get: (name: 'requestId' | 'dependencies' | 'told') =>
        ({ requestId: 'r', dependencies: { log: () => {} }, told: { problems: [] } })[name],
      req: { path: '/', query: () => ({}) },
      set: () => {},
      json: (_: unknown, status: number) => {
        answered = status;
      },
    };
    renderError(new RefusedError([entry]), context as unknown as Parameters<typeof renderError>[1]);
    expect(answered).toBe(httpStatuses[kind as Kind]);
  });
});
