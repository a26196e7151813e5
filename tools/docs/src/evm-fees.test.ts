import { describe, expect, it } from 'vitest';
import { type FeeModel, feeModels } from '../../../packages/evm/src/fees/fee-models.ts';
import { readText } from './repository.ts';

const page = readText('docs/evm-fees.md') ?? '';
const rows = [...page.matchAll(/^\| \[`([\w-]+)`\]\(#[\w-]+\) \|(.*)\|$/gm)].map(([, feeClass = '', rest = '']) => {
  const [, gas = '', zero = ''] = rest.split('|').map((cell) => cell.trim());
  return { feeClass, gas, zero };
});

describe('docs/evm-fees.md', () => {
  it('has a row for every fee class', () => {
    expect(rows.map(({ feeClass }) => feeClass)).toEqual(Object.keys(feeModels));
  });

  it.each(rows)('says of $feeClass what the code does', ({ feeClass, gas, zero }) => {
    const model = (feeModels as Readonly<Record<string, FeeModel>>)[feeClass];
    const { native = 0n, contract = 0n, token = 0n } = model?.gasPercent ?? {};
    expect(gas).toBe([native, contract, token].map((percent) => Number(percent) / 100).join(', '));
    expect(zero).toBe(model?.exact !== true ? 'no' : model.oracle === undefined ? 'yes' : 'but for the L1 margin');
  });
});
