import { loadedFiles } from '@isochain/conformance';
import { describe, expect, it } from 'vitest';

describe('the pure half', () => {
  it('loads no file that asks the network, or knows how', () => {
    const names = [...loadedFiles(new URL('./index.ts', import.meta.url)).keys()];
    expect(names).toContain('assemble.ts');
    for (const name of [
      'rpc.ts',
      'snapshot.ts',
      'submit.ts',
      'simulate.ts',
      'completion.ts',
      'guard.ts',
      'family.ts',
    ]) {
      expect(names).not.toContain(name);
    }
  });
});
