import { expect, it } from 'vitest';
import { committed, evmTarget, render, tronTarget } from './compile.ts';
import { contracts } from './evm/contracts.data.ts';
import { contracts as tronContracts } from './tron/contracts.data.ts';

it.each([
  ['EVM engines', evmTarget],
  ['the engine of Tron', tronTarget],
])('compiles the contracts of %s to the committed bytecode', async (_, target) => {
  const hint = 'run `node --conditions=isochain-source tools/devnet/src/compile.ts`';
  expect((await render(target)) === committed(target), hint).toBe(true);
});

it('has every contract that the engine of Tron deploys', () => {
  expect(Object.keys(tronContracts)).toEqual([
    'AssertingToken',
    'Bytes32Token',
    'DemoToken',
    'Distributor',
    'FeeOnTransferToken',
    'RevertingToken',
    'TetherToken',
  ]);
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
