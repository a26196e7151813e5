import { describe, expect, it } from 'vitest';
import { builtInsIn, bundle, ownNodeGlobals, sizeOf } from './bundle.ts';

describe('a bundle for browsers', () => {
  it('is minified on demand', async () => {
    const entry = 'export function aLongName(aLongerName) { return aLongerName + 1; }';
    const [plain, small] = [await bundle({ entry }), await bundle({ entry, minify: true })];
    expect(small.text.length).toBeLessThan(plain.text.length);
    expect(sizeOf(small.text).bytes).toBe(small.text.length);
  });

  it('leaves out what stays outside, subpaths as well', async () => {
    const { text } = await bundle({
      entry: "export * from 'zod'; export * as mini from 'zod/mini';",
      external: ['zod'],
    });
    expect(text.length).toBeLessThan(200);
  });

  it.each(['node:fs', 'fs', 'child_process', 'node:crypto'])('cannot be made with %s', async (name) => {
    const error: unknown = await bundle({ entry: `export * from '${name}';` }).catch((reason: unknown) => reason);
    expect(builtInsIn(error)).toEqual([`"${name}" in tools/conformance/entry.js`]);
  });
});

describe("globals of Node in a package's own code", () => {
  it.each([
    ['Buffer', "export const hex = (bytes) => Buffer.from(bytes).toString('hex');"],
    ['process', 'export const isTest = process.env.NODE_ENV;'],
    ['process', "export const isNode = typeof process !== 'undefined';"],
    ['setImmediate', 'export const later = (work) => setImmediate(work);'],
  ])('are found: %s', async (name, entry) => {
    expect(await ownNodeGlobals(entry, [])).toEqual([name]);
  });

  it.each([
    'export function run(process) { return process; }',
    "export const text = 'Buffer and process';",
    'export const { Buffer } = globalThis;',
    'export const it = (a) => a.process.Buffer;',
  ])('are not what only looks like them: %s', async (entry) => {
    expect(await ownNodeGlobals(entry, [])).toEqual([]);
  });
});
