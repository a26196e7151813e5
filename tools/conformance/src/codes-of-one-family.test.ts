import { globSync, readdirSync, readFileSync } from 'node:fs';
import { type Code, codes } from '@isochain/core';
import { oneFamily } from '@isochain/core/help';
import { describe, expect, it } from 'vitest';

const packages = `${import.meta.dirname}/../../../packages/`;

/** Packages that have a code anywhere in their sources. The lists of codes themselves do not count. */
function usersOf(code: Code): string[] {
  return sources.filter(({ text }) => text.includes(`'${code}'`)).map(({ name }) => name);
}

const sources = [...readdirSync(packages), '../apps/gateway'].map((name) => ({
  name,
  text: globSync(`${packages}${name}/src/**/*.ts`)
    .filter((file) => !file.endsWith('.test.ts') && !file.includes('core/src/codes/'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n'),
}));

/** Packages below the families, and the gateway, answer for every chain. */
const shared = ['core', 'babylon', '../apps/gateway'];

describe('codes that only one family uses', () => {
  it('have a reason, so that the next family looks for an existing code first', () => {
    const found = (Object.keys(codes) as Code[]).flatMap((code) => {
      const users = usersOf(code);
      return users.length === 1 && !shared.includes(users[0] ?? '') ? [`${users[0]}: ${code}`] : [];
    });
    const told = oneFamily.flatMap((group) => group.codes.map((code) => `${group.package}: ${code}`));
    const missing = found.filter((code) => !told.includes(code));
    expect(missing, 'take a code that exists, or give a reason in codes/help/one-family.ts').toEqual([]);
    const needless = told.filter((code) => !found.includes(code));
    expect(needless, 'several packages use these, or another one does: take them out of one-family.ts').toEqual([]);
    expect(new Set(told).size).toBe(told.length);
  });

  it('do not include codes of several families', () => {
    expect(usersOf('balance.insufficient')).toEqual(expect.arrayContaining(['evm', 'solana', 'utxo']));
  });

  it.each(Object.keys(codes) as Code[])('%s is used by some package', (code) => {
    expect(usersOf(code)).not.toEqual([]);
  });

  it.each(oneFamily)('$package: $reason', ({ reason, codes: list }) => {
    expect(reason).toMatch(/^[a-zA-Z][^.]{20,}[^.]$/);
    expect(list).not.toEqual([]);
  });
});
