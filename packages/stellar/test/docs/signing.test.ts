import { it } from 'vitest';

it('signs with the recipes of docs/signing.md', () => {
  throw new Error(
    'Write recipes into docs/signing.md, named stellar-*.ts, and try each here: packages/stellar/test/docs/signing.test.ts.',
  );
});
