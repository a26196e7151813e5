import { describe, expect, it } from 'vitest';
import fixture from '../../fixtures/encoded.json' with { type: 'json' };
import { chains, cosmosChainIds } from '../chains.ts';
import { readDecimal } from '../decimal.ts';
import { feesOf, gasLimitOf, gasPriceOf } from './gas-price.ts';

describe('fees', () => {
  it.each(Object.entries(fixture))('are those of a public service with the same interface: %s', (_, { data }) => {
    const price = gasPriceOf(chains.cosmoshub, undefined);
    expect(feesOf(BigInt(data.gas), price).toString()).toBe(data.fees);
  });

  it('are rounded up', () => {
    const price = readDecimal('0.025');
    expect([0n, 1n, 39n, 40n, 41n].map((gas) => feesOf(gas, price))).toEqual([0n, 1n, 1n, 1n, 2n]);
  });

  it('are exact with 18 decimals', () => {
    // 12500000000 adydx: cosmos/chain-registry dydx/chain.json.
    expect(feesOf(123_457n, gasPriceOf(chains.dydx, undefined))).toBe(123_457n * 12_500_000_000n);
  });
});

describe('the price of gas', () => {
  it('is what the chain asks for and a tenth, where that is above the average', () => {
    expect(gasPriceOf(chains.cosmoshub, readDecimal('0.03'))).toBe(readDecimal('0.033'));
    expect(gasPriceOf(chains.cosmoshub, readDecimal('0.005'))).toBe(readDecimal('0.025'));
    expect(gasPriceOf(chains.injective, readDecimal('160000000'))).toBe(readDecimal('176000000'));
    // The last digit is rounded up.
    expect(gasPriceOf(chains.quicksilver, 1n + readDecimal('1'))).toBe(readDecimal('1.1') + 2n);
  });

  it('is above 0 on every chain, and is read to its last digit', () => {
    for (const id of cosmosChainIds) expect(gasPriceOf(chains[id], undefined) > 0n).toBe(true);
    expect(readDecimal('0.0001')).toBe(10n ** 14n);
    expect(readDecimal('62.5')).toBe(625n * 10n ** 17n);
  });
});

describe('the gas limit', () => {
  it('is 1.3 times what was used, and 1.5 times for claims, rounded up', () => {
    // Of the recorded transfer: 85,873 units were used.
    expect(gasLimitOf(85_873n, 'other')).toBe(BigInt(fixture.cosmos_transfer_with_memo.data.gas));
    expect(gasLimitOf(3n, 'claim')).toBe(5n);
  });
});
