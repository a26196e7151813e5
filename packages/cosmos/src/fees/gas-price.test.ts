import { describe, expect, it } from 'vitest';
import fixture from '../../fixtures/encoded.json' with { type: 'json' };
import { chains, cosmosChainIds } from '../chains.ts';
import { readDecimal } from '../decimal.ts';
import { feesOf, gasLimitOf, gasPriceCeilingOf, gasPriceOf } from './gas-price.ts';

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
  it('is what the chain asks for and a tenth, if that is above the average', () => {
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

describe('the most that a node may ask for', () => {
  it('is the maximum of the rules of the chain, or 20 times the highest usual price', () => {
    // osmosis-labs/osmosis x/txfees/keeper/mempool-1559/code.go: MaxBaseFee.
    expect(gasPriceCeilingOf(chains.osmosis)).toBe(readDecimal('5'));
    // fixtures/lcd/answers.json has the floor of Injective; max_base_fee_multiplier is 1000.
    expect(gasPriceCeilingOf(chains.injective)).toBe(readDecimal('160000000') * 1000n);
    expect(gasPriceCeilingOf(chains.cosmoshub)).toBe(readDecimal('0.6'));
  });

  it('leaves room for 20 full blocks in a row, and refuses prices of other decimals', () => {
    for (const id of cosmosChainIds) {
      const { gasPrice } = chains[id];
      const ceiling = gasPriceCeilingOf(chains[id]);
      let price = readDecimal(gasPrice.high);
      for (let block = 0; block < 20; block++) price += price / 8n;
      expect(price < ceiling, id).toBe(true);
      // A price for 9 decimals, on a chain with 6.
      expect(readDecimal(gasPrice.average) * 1_000_000n > ceiling, id).toBe(true);
    }
  });

  it('is above every price that was seen', () => {
    // A public service with the same interface pays 700000000 on Injective; a mined transaction on the Cosmos Hub paid 0.005.
    expect(gasPriceCeilingOf(chains.injective) > readDecimal('700000000')).toBe(true);
    // chainapsis/keplr-chain-registry cosmos/dymension_1100.json.
    expect(gasPriceCeilingOf(chains.dymension) > readDecimal('20000000000')).toBe(true);
  });
});

describe('the gas limit', () => {
  it('is 1.3 times what was used, and 1.5 times for claims, rounded up', () => {
    // The recorded transfer used 85,873 units.
    expect(gasLimitOf(85_873n, 'other')).toBe(BigInt(fixture.cosmos_transfer_with_memo.data.gas));
    expect(gasLimitOf(3n, 'claim')).toBe(5n);
  });
});
