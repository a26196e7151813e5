import { expect, it } from 'vitest';
import { committed, render } from './compile.ts';

it('compiles the contracts to the committed code', async () => {
  expect(
    (await render()) === committed(),
    'run `node --conditions=isochain-source tools/devnet/src/ton/compile.ts`',
  ).toBe(true);
});
