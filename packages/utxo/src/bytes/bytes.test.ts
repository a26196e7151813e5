import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** Every file of this package that an entry takes along when it runs: types are gone by then. */
function loadedBy(entry: URL, found = new Map<string, string>()): ReadonlyMap<string, string> {
  if (found.has(entry.href)) return found;
  const text = readFileSync(entry, 'utf8');
  found.set(entry.href, text);
  for (const [, clause = '', path = ''] of text.matchAll(/^(?:import|export) ([^;]*?)from '(\.[^']+)';/gm)) {
    if (!clause.startsWith('type ')) loadedBy(new URL(path, entry), found);
  }
  return found;
}

describe('the pure half', () => {
  const files = [...loadedBy(new URL('./index.ts', import.meta.url)).keys()].map(
    (href) => href.split('/src/')[1] ?? '',
  );

  it('loads no file that asks the network, or knows how', () => {
    expect(files).toContain('transfer-plan.ts');
    expect(files).toContain('babylon/plans.ts');
    // What reads bytes of transactions stands beside what asks for them.
    expect(files.filter((file) => file.startsWith('upstreams/'))).toEqual(['upstreams/raw-transaction.ts']);
    for (const name of ['submit.ts', 'wallet.ts', 'funding.ts', 'family.ts', 'modes/transfer.ts', 'babylon/lcd.ts'])
      expect(files).not.toContain(name);
  });
});
