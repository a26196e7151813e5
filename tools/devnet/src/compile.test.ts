import { expect, it } from 'vitest';
import { committed, render } from './compile.ts';
import { contracts } from './evm/contracts.data.ts';

it('compiles the contracts to the committed bytecode', { timeout: 60_000 }, async () => {
  expect((await render()) === committed(), 'run `node --conditions=isochain-source tools/devnet/src/compile.ts`').toBe(
    true,
  );
});

it('has every contract that the engines install or deploy', () => {
  expect(Object.keys(contracts)).toEqual([
    'Bytes32Token',
    'DemoToken',
    'FeeOnTransferToken',
    'GasPriceOracle',
    'L1Block',
    'NoReturnToken',
    'Receiver',
    'Rejecter',
    'ReturnsFalseToken',
    'RevertingToken',
  ]);
});
