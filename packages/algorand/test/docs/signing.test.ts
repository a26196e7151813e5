import { it } from 'vitest';

it('signs with the recipes of docs/signing.md', () => {
  throw new Error(
    'Write recipes into docs/signing.md, named algorand-*.ts, and try each here: packages/algorand/test/docs/signing.test.ts.',
  );
});
