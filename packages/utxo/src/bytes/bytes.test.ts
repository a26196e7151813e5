import { loadedFiles } from '@isochain/conformance';
import { describe, expect, it } from 'vitest';

describe('the pure half', () => {
  const files = [...loadedFiles(new URL('./index.ts', import.meta.url)).keys()];

  it('loads no file that asks the network, or knows how', () => {
    expect(files).toContain('transfer-plan.ts');
    expect(files).toContain('babylon/plans.ts');
    // What reads bytes of transactions stands beside what asks for them.
    expect(files.filter((file) => file.startsWith('upstreams/'))).toEqual(['upstreams/raw-transaction.ts']);
    for (const name of ['submit.ts', 'wallet.ts', 'funding.ts', 'family.ts', 'modes/transfer.ts', 'babylon/lcd.ts'])
      expect(files).not.toContain(name);
  });
});
