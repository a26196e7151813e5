import { describe, expect, it } from 'vitest';
import { namesOn, senderKey } from '../../test/completed.ts';
import { type NodeFacts, openScripted } from '../../test/scripted-endpoints.ts';
import { type CosmosChainId, namedChain } from '../chains.ts';

/** Encodes a transfer over a REST node with these facts. */
async function encode(chainId: CosmosChainId, facts: NodeFacts, wishes: Readonly<Record<string, unknown>> = {}) {
  const { sender, recipient } = namesOn(chainId);
  const { chain } = namedChain(chainId);
  const scripted = openScripted(chainId, [
    [
      'rest',
      {
        accounts: { [sender]: { number: 7n, sequence: 1n } },
        spendable: { [chain.denom]: 10n ** 24n },
        simulation: 100_000n,
        ...facts,
      },
    ],
  ]);
  const intent = {
    mode: 'transfer' as const,
    senderAddress: sender,
    senderPubKey: senderKey,
    recipientAddress: recipient,
  };
  const { transaction, status } = await scripted.chain.encode({ ...intent, amount: '1000', ...wishes });
  const { data, encoded = [] } = transaction;
  return {
    ...{ fees: data.fees, gas: data.gas, isEncoded: encoded.length > 0, asked: scripted.asked },
    errors: status.errors.map(({ code }) => code),
    warnings: status.warnings.map(({ code }) => code).filter((code) => code !== 'fee.high'),
  };
}

const live = {
  cosmoshub: (amount: string) => ({ '/feemarket/v1/gas_price/uatom': { price: { denom: 'uatom', amount } } }),
  osmosis: (amount: string) => ({ '/osmosis/txfees/v1beta1/cur_eip_base_fee': { base_fee: amount } }),
  injective: (amount: string) => ({
    '/injective/txfees/v1beta1/cur_eip_base_fee': { base_fee: { base_fee: amount } },
    '/injective/txfees/v1beta1/params': { params: { max_gas_wanted_per_tx: '30000000', min_gas_price: '160000000.0' } },
  }),
  celestia: (amount: string) => ({ '/celestia/minfee/v1/min_gas_price': { network_min_gas_price: amount } }),
  dymension: (amount: string) => ({
    '/ethermint/feemarket/v1/base_fee': { base_fee: amount },
    '/ethermint/feemarket/v1/params': { params: { min_gas_price: '0.000000000000000000' } },
  }),
};

describe('encode', () => {
  it.each([
    ['cosmoshub', '0.078000000000000000', '11154', []],
    // 0.025 uatom for each of 150,000 units are usual.
    ['cosmoshub', '0.079000000000000000', '11297', ['fee.unusual']],
    ['osmosis', '0.200000000000000000', '28600', []],
    ['celestia', '0.000001000000000000', '2600', []],
  ] as const)('pays what a node of %s asks for: %s', async (chainId, price, fees, warnings) => {
    expect(await encode(chainId, { rest: live[chainId](price) })).toMatchObject({
      ...{ fees, gas: '130000', errors: [], warnings, isEncoded: true },
    });
  });

  it.each([
    ['cosmoshub', '1000000.0'],
    ['osmosis', '6.0'],
    ['injective', '160000000001.0'],
    ['celestia', '25.0'],
    ['dymension', '5000000000000000'],
  ] as const)(
    'signs nothing for a node of %s that lies about the price, unless the client names the fees',
    async (chainId, price) => {
      const facts = { rest: live[chainId](price) };
      expect(await encode(chainId, facts)).toMatchObject({ errors: ['fee.aboveCeiling'], isEncoded: false });
      const { fees = '' } = await encode(chainId, {});
      expect(await encode(chainId, facts, { fees })).toMatchObject({ fees, errors: [], isEncoded: true });
    },
  );

  it('pays the usual price if the node has no fee module', async () => {
    expect(await encode('cosmoshub', {})).toMatchObject({ fees: '3250', errors: [], isEncoded: true });
  });

  it('takes the default gas, and says so, if no node simulates', async () => {
    expect(await encode('cosmoshub', { simulation: undefined } as unknown as NodeFacts)).toMatchObject({
      ...{ gas: '150000', fees: '3750', errors: [], warnings: ['gas.notSimulated'], isEncoded: true },
    });
  });

  it('keeps to the gas that Injective takes, as its node says', async () => {
    const rest = live.injective('160000000.0');
    expect(await encode('injective', { rest }, { gas: '30000000' })).toMatchObject({ errors: [] });
    expect(await encode('injective', { rest }, { gas: '30000001' })).toMatchObject({
      ...{ errors: ['gas.tooHigh'], isEncoded: false },
    });
    expect(await encode('babylon', {}, { gas: '10000001' })).toMatchObject({ errors: ['gas.tooHigh'] });
    expect(await encode('cosmoshub', {}, { gas: '1' })).toMatchObject({ errors: ['gas.tooLow'] });
  });

  it('refuses wishes for fees that nodes do not take, or that are a mistake', async () => {
    const rest = live.cosmoshub('0.05');
    const wish = (fees: string) => encode('cosmoshub', { rest }, { fees });
    expect(await wish('6499')).toMatchObject({ errors: ['fee.tooLow'] });
    expect(await wish('6500')).toMatchObject({ errors: [], fees: '6500' });
    expect(await wish('10000000')).toMatchObject({ errors: ['fee.tooHigh'] });
  });

  it('pays a flat fee on Provenance: the sum and 2 %, never by gas', async () => {
    const path = '/provenance/tx/v1/calculate_flat_fee';
    const rest = { [path]: { total_fees: [{ denom: 'nhash', amount: '380000000' }], estimated_gas: '110000' } };
    const { asked, ...found } = await encode('provenance', { rest });
    expect(found).toMatchObject({ fees: '387600000', gas: '143000', errors: [], warnings: [], isEncoded: true });
    // There the usual simulation answers the fee in place of the gas.
    expect(asked(/simulate/)).toEqual([]);
    const lie = { [path]: { total_fees: [{ denom: 'nhash', amount: '38000000000000' }], estimated_gas: '110000' } };
    expect(await encode('provenance', { rest: lie })).toMatchObject({ errors: ['fee.aboveCeiling'], isEncoded: false });
    // Without a simulation the fee is unknown.
    await expect(encode('provenance', {})).rejects.toMatchObject({ code: 'upstream.unavailable' });
    expect(await encode('provenance', {}, { fees: '400000000', gas: '200000' })).toMatchObject({ errors: [] });
    expect(await encode('provenance', {}, { fees: '400000000', gas: '4000001' })).toMatchObject({
      errors: ['gas.tooHigh'],
    });
  });

  it('pays in another denomination if the client wishes for it', async () => {
    const feeDenom = 'ibc/8E27BA2D5493AF5636760E354E46004562C46AB7EC0CC4C1CA14E9E20E2545B5';
    const spendable = { adydx: 10n ** 20n, [feeDenom]: 5_000_000n };
    expect(await encode('dydx', { spendable }, { params: { feeDenom } })).toMatchObject({
      ...{ fees: '3250', errors: [], isEncoded: true },
    });
    expect(await encode('dydx', { spendable: { adydx: 10n ** 20n } }, { params: { feeDenom } })).toMatchObject({
      errors: ['balance.insufficientForFees'],
    });
  });
});
