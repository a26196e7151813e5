import { expect, it } from 'vitest';
import { readScalarScript } from './scalar-script.ts';

it('finds the whole script of the reference page', () => {
  const script = readScalarScript();
  expect(script.length).toBeGreaterThan(1_000_000);
  expect(script).toContain('api-reference');
  // It would be cut off there inside of a page; it is served as a file of its own.
  expect(script.trim()).not.toMatch(/^</);
});

it('shows words in the empty field for the key', () => {
  const script = readScalarScript();
  expect(script).toContain('placeholder:`Your API key`');
  expect(script).not.toContain(Buffer.from('ALL YOUR BASE ARE BELONG TO US').toString('base64').slice(0, 30));
});

it("finds a script that starts by itself from the page's element, as the page expects", () => {
  expect(readScalarScript()).toContain('#api-reference[data-configuration]');
});
