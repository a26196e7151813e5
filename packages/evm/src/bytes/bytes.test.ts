import { loadedFiles } from '@isochain/conformance';
import { describe, expect, it } from 'vitest';

describe('the pure half', () => {
  const files = loadedFiles(new URL('./index.ts', import.meta.url));

  it('loads no file that asks the network, or knows how', () => {
    const names = [...files.keys()];
    expect(names).toContain('assemble.ts');
    for (const name of ['ask.ts', 'rpc.ts', 'snapshot.ts', 'submit.ts', 'context.ts', 'guard.ts', 'family.ts']) {
      expect(names).not.toContain(name);
    }
  });

  it('reads neither clock nor chance', () => {
    for (const text of files.values()) expect(text).not.toMatch(/\bfetch\(|Date\.now|new Date|Math\.random|randomUUID/);
  });
});
