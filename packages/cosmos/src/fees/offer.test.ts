import { describe, expect, it } from 'vitest';
import { type CosmosChainId, cosmosChainIds, namedChain } from '../chains.ts';
import { readDecimal } from '../decimal.ts';
import { chooseGas } from './gas-limit.ts';
import { feesOf, gasPriceCeilingOf } from './gas-price.ts';
import { makeOffer } from './offer.ts';

interface Case {
  readonly gas?: bigint;
  readonly feeDenom?: string;
  readonly live?: string;
  readonly flat?: bigint;
  readonly fees?: bigint;
}

function offer(chainId: CosmosChainId, { gas = 100_000n, feeDenom, live, flat, fees }: Case) {
  const named = namedChain(chainId);
  const livePrice = live === undefined ? undefined : readDecimal(live);
  return makeOffer(named, { gas, feeDenom: feeDenom ?? named.chain.denom, livePrice, flat }, { fees });
}

const codes = ({ errors }: ReturnType<typeof offer>) => errors.map(({ code }) => code);

describe('fees', () => {
  it.each<[CosmosChainId, Case, bigint]>([
    // Twice what the floor asks for: a mined transaction on the Hub paid 0.005.
    ['cosmoshub', { live: '0.005' }, 2_500n],
    ['cosmoshub', { live: '0.1' }, 11_000n],
    ['osmosis', { live: '0.03' }, 10_000n],
    ['celestia', { live: '0.000001' }, 2_000n],
    ['injective', { live: '240000000' }, 26_400_000_000_000n],
    ['dymension', { live: '20000000000' }, 2_200_000_000_000_000n],
    ['akash', {}, 2_500n],
    ['babylon', {}, 700n],
    // The sum that messages cost, and 2 %, whatever the gas.
    ['provenance', { flat: 380_000_000n }, 387_600_000n],
    ['provenance', { flat: 380_000_000n, gas: 3_000_000n }, 387_600_000n],
  ])('are offered by the fee model: %s, %o', (chainId, terms, fees) => {
    expect(offer(chainId, terms)).toMatchObject({ fees, errors: [] });
  });

  it('are paid in another denomination if the chain takes it', () => {
    const feeDenom = 'ibc/8E27BA2D5493AF5636760E354E46004562C46AB7EC0CC4C1CA14E9E20E2545B5';
    expect(offer('dydx', { feeDenom })).toMatchObject({ fees: 2_500n, feeDenom, errors: [] });
    expect(codes(offer('dydx', { feeDenom, fees: 10n ** 12n }))).toEqual(['fee.tooHigh']);
  });

  it('are never an outdated price times the gas on chains with flat fees', () => {
    // provenance-io/provenance internal/antewrapper/utils.go
    for (const price of [1n, 1_905n, 9_525n, 19_050n]) {
      const gas = 102_000n;
      const flat = (price * gas * 100n) / 102n;
      expect(offer('provenance', { flat, gas }).fees).toBe(price * gas + 1n);
    }
  });
});

describe('a live price', () => {
  it.each<[CosmosChainId, string, string]>([
    ['cosmoshub', '0.6', '0.61'],
    ['osmosis', '5', '5.000000000000000001'],
    ['injective', '160000000000', '160000000001'],
  ])('up to the ceiling of the chain is offered, and none above it: %s', (chainId, at, above) => {
    expect(codes(offer(chainId, { live: at }))).toEqual([]);
    const refused = offer(chainId, { live: above });
    expect(codes(refused)).toEqual(['fee.aboveCeiling']);
    // A client that names the fees does not depend on it.
    expect(codes(offer(chainId, { live: above, fees: feesOf(100_000n, readDecimal(at)) }))).toEqual([]);
  });

  it('that is a lie is refused on every chain with live prices', () => {
    for (const chainId of cosmosChainIds) {
      const { feeModel, gasPrice } = namedChain(chainId).chain;
      if (feeModel === 'static' || feeModel === 'provenance-flat') continue;
      const live = `${BigInt(gasPrice.average.split('.')[0] ?? 0) * 1_000_000n + 1_000_000n}`;
      expect(codes(offer(chainId, { live })), chainId).toEqual(['fee.aboveCeiling']);
    }
  });

  it('says both sums in whole coins', () => {
    const [problem] = offer('cosmoshub', { live: '6' }).errors;
    expect(problem?.message).toBe(
      'A fee of 0.6 ATOM is above the ceiling of 0.06 ATOM for CosmosHub: the service does not offer it by itself.',
    );
  });

  it('for messages is refused above what such transactions ever cost', () => {
    expect(codes(offer('provenance', { flat: 4_000_000n * 1_905n }))).toEqual([]);
    expect(codes(offer('provenance', { flat: 4_000_000n * 1_905n + 1n }))).toEqual(['fee.aboveCeiling']);
  });
});

describe('a wish for fees', () => {
  it.each<[CosmosChainId, Case, string[]]>([
    ['cosmoshub', { live: '0.005', fees: 500n }, []],
    ['cosmoshub', { live: '0.005', fees: 499n }, ['fee.tooLow']],
    // Without a live price, the least is what the registry says.
    ['cosmoshub', { fees: 499n }, ['fee.tooLow']],
    ['kyve', { fees: 6_249_999n }, ['fee.tooLow']],
    ['kyve', { fees: 6_250_000n }, []],
    // The least is unknown.
    ['babylon', { fees: 1n }, []],
    ['provenance', { flat: 1_000n, fees: 999n }, ['fee.tooLow']],
    ['provenance', { flat: 1_000n, fees: 1_000n }, []],
    ['provenance', { flat: 1_000n, fees: 2_001n }, ['fee.tooHigh']],
    // 1 ATOM, in place of 0.001.
    ['cosmoshub', { live: '0.005', fees: 1_000_000n }, ['fee.tooHigh']],
    ['cosmoshub', { live: '0.005', fees: 600_000n }, []],
    // The amount has six decimals too many.
    ['injective', { live: '160000000', fees: 160_000_000n * 100_000n * 1_000_000n }, ['fee.tooHigh']],
  ])('is taken if nodes take it, and it is not a mistake: %s, %o', (chainId, terms, expected) => {
    expect(codes(offer(chainId, terms))).toEqual(expected);
  });

  it('is bounded on every chain, above what is offered there', () => {
    for (const chainId of cosmosChainIds) {
      const { chain } = namedChain(chainId);
      const flat = chain.feeModel === 'provenance-flat' ? 10n ** 9n : undefined;
      const { fees: offered } = offer(chainId, { ...(flat === undefined ? {} : { flat }) });
      const most = flat === undefined ? 10n * feesOf(100_000n, gasPriceCeilingOf(chain)) : 2n * flat;
      const wish = (fees: bigint) => codes(offer(chainId, { fees, ...(flat === undefined ? {} : { flat }) }));
      expect(offered < most, chainId).toBe(true);
      expect([wish(most), wish(most + 1n)], chainId).toEqual([[], ['fee.tooHigh']]);
    }
  });
});

describe('the gas limit', () => {
  const choose = (chainId: CosmosChainId, wanted: Partial<Parameters<typeof chooseGas>[1]>) =>
    chooseGas(namedChain(chainId), {
      ...{ wished: undefined, used: undefined, byDefault: 110_000n, mode: 'other', maximum: undefined, ...wanted },
    });

  it('is the wish of the client, or the gas of a simulation with a margin, or the default', () => {
    expect(choose('cosmoshub', { wished: 5_000n, used: 100_000n })).toEqual({ gas: 5_000n, errors: [] });
    expect(choose('cosmoshub', { used: 100_000n })).toEqual({ gas: 130_000n, errors: [] });
    expect(choose('cosmoshub', { used: 100_000n, mode: 'claim' })).toEqual({ gas: 150_000n, errors: [] });
    expect(choose('cosmoshub', {})).toEqual({ gas: 110_000n, errors: [] });
  });

  it('is never above what the chain takes', () => {
    const maximum = 4_000_000n;
    expect(choose('provenance', { wished: maximum, maximum }).errors).toEqual([]);
    expect(choose('provenance', { wished: maximum + 1n, maximum }).errors).toMatchObject([
      { code: 'gas.tooHigh', context: { gas: '4000001', maximum: '4000000' } },
    ]);
    // The maximum limits the margin, but not the gas that was used.
    expect(choose('provenance', { used: 3_500_000n, maximum })).toEqual({ gas: maximum, errors: [] });
    expect(choose('provenance', { used: 4_000_001n, maximum }).errors).toMatchObject([{ code: 'gas.tooHigh' }]);
  });

  it('far above the usual is taken only if the client names it', () => {
    expect(choose('cosmoshub', { used: 1_692_307n })).toEqual({ gas: 2_200_000n, errors: [] });
    const { errors } = choose('cosmoshub', { used: 1_692_308n });
    expect(errors).toMatchObject([
      { code: 'fee.aboveCeiling', context: { what: 'gas limit', asked: '2200001', ceiling: '2200000' } },
    ]);
    expect(errors[0]?.field).toBe('transaction.data.gas');
    expect(choose('cosmoshub', { wished: 9_000_000n, used: 1_692_308n }).errors).toEqual([]);
  });

  it('is refused if it is too low for any transaction', () => {
    for (const wished of [0n, 1n, 2_999n]) {
      expect(choose('cosmoshub', { wished }).errors).toMatchObject([{ code: 'gas.tooLow' }]);
    }
  });
});
