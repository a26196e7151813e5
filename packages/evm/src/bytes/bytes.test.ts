import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const root = new URL('./index.ts', import.meta.url);

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
  const files = loadedBy(root);

  it('loads no file that asks the network, or knows how', () => {
    const names = [...files.keys()].map((href) => href.split('/src/')[1]);
    expect(names).toContain('assemble.ts');
    for (const name of ['ask.ts', 'rpc.ts', 'snapshot.ts', 'submit.ts', 'context.ts', 'guard.ts', 'family.ts']) {
      expect(names).not.toContain(name);
    }
  });

  it('reads neither clock nor chance', () => {
    for (const text of files.values()) expect(text).not.toMatch(/\bfetch\(|Date\.now|new Date|Math\.random|randomUUID/);
  });
});
