import { describe } from 'vitest';
import { describeFamily } from '../../src/index.ts';
import { defects } from './defects.ts';
import { pebbleSetup } from './setup.ts';

// Run by defects.test.ts: every suite in here has to fail somewhere.
for (const { name, spoil } of defects) {
  describe(`[${name}]`, () => {
    const { randomCompleted: _, ...setup } = pebbleSetup(spoil);
    describeFamily(setup);
  });
}
