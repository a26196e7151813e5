import { describe, expect, it } from 'vitest';
import { complaints, encodeTransfer, type NodeFacts, now, openNodes, Status } from '../../../test/scripted-nodes.ts';

const path = '/wallet/getchainparameters';
const feesOf = async (facts: NodeFacts) => {
  const { transaction, status } = await encodeTransfer(
    openNodes([{ ...facts, own: { '/wallet/getaccountresource': {}, ...facts.own } }]),
  );
  expect(status.errors).toEqual([]);
  return transaction?.data.fees;
};

describe('what the chain charges', () => {
  it('is read by name, and a row without a value is 0', async () => {
    // 133 bytes, 67 for the signature, 64 for a result, and 3 before them.
    expect(await feesOf({})).toBe('267000');
    expect(await feesOf({ parameters: { getTransactionFee: 500 } })).toBe('133500');
  });

  it('may be in texts, as with int64_as_string', async () => {
    expect(await feesOf({ parameters: { getTransactionFee: '2000', getAllowTvmLondon: '-1' } })).toBe('534000');
  });

  it('may have rows that nobody needs, of any size', async () => {
    expect(await feesOf({ parameters: { getTotalEnergyLimit: 2n ** 62n, getSomething: -1 } })).toBe('267000');
  });

  it('may have a row that does not fit, unless it is needed', async () => {
    expect(await feesOf({ parameters: { getSomething: 'much' } })).toBe('267000');
    for (const name of ['getEnergyFee', 'getAllowNewResourceModel', 'getMaxCreateAccountTxSize'])
      expect(await complaints(openNodes([{ parameters: { [name]: 'much' } }]))).toContain(
        'a parameter of the chain is missing',
      );
  });

  it.each([
    ...['getTransactionFee', 'getEnergyFee', 'getMemoFee', 'getMaxFeeLimit', 'getUnfreezeDelayDays'],
    ...['getCreateAccountFee', 'getCreateNewAccountFeeInSystemContract', 'getCreateNewAccountBandwidthRate'],
  ])('without %s is no answer', async (name) => {
    const gone = openNodes([{ parameters: { [name]: undefined } }]);
    expect(await complaints(gone)).toContain('a parameter of the chain is missing');
  });

  it.each([
    ['getTransactionFee', 0],
    ['getTransactionFee', 9],
    ['getTransactionFee', 5_001],
    ['getTransactionFee', -1_000],
    ['getTransactionFee', 2n ** 62n],
    ['getEnergyFee', 0],
    ['getEnergyFee', 1],
    ['getEnergyFee', 2_101],
    ['getMemoFee', 5_000_001],
    ['getCreateNewAccountFeeInSystemContract', 5_000_001],
    ['getCreateAccountFee', 500_001],
    ['getCreateNewAccountBandwidthRate', 11],
    ['getMaxFeeLimit', 75_000_000_001],
    ['getMaxCreateAccountTxSize', 499],
    ['getMaxCreateAccountTxSize', 10_001],
    ['getUnfreezeDelayDays', 366],
  ])('is not believed with %s of %s, and the next endpoint is asked', async (name, value) => {
    const lie = { parameters: { [name]: value } };
    expect(await complaints(openNodes([lie]))).toContain('its prices are absurd');
    expect((await encodeTransfer(openNodes([lie, {}]))).transaction?.encoded).toHaveLength(1);
  });

  it.each([
    ['nothing', {}],
    ['no rows', { chainParameter: [] }],
    ['an error', { Error: 'class java.lang.NullPointerException : null' }],
    ['half a number', { chainParameter: [{ key: 'getEnergyFee', value: 1.5 }] }],
    ['no JSON', new Status(200, '<html>')],
  ])('is not believed from an endpoint that answers %s', async (_, answer) => {
    expect(await complaints(openNodes([{ own: { [path]: answer } }]))).not.toEqual([]);
  });
});

describe('the memory of what the chain charges', () => {
  it('lasts an hour', async () => {
    let time = now;
    const facts = { parameters: { getTransactionFee: 1_000 }, own: { '/wallet/getaccountresource': {} } };
    const honest = (): NodeFacts => ({ ...facts, latestAt: time });
    const nodes = [honest()];
    const scripted = openNodes(nodes, { now: () => time });
    const fees = async () => {
      nodes[0] = honest();
      return (await encodeTransfer(scripted)).transaction?.data.fees;
    };
    expect(await fees()).toBe('267000');
    facts.parameters = { getTransactionFee: 2_000 };
    time += 3_599_000;
    expect(await fees()).toBe('267000');
    expect(scripted.asked(path)).toHaveLength(1);
    time += 1_000;
    expect(await fees()).toBe('534000');
    expect(scripted.asked(path)).toHaveLength(2);
  });

  it('keeps nothing that was refused', async () => {
    const nodes: NodeFacts[] = [{ parameters: { getEnergyFee: 0 } }];
    let time = now;
    const scripted = openNodes(nodes, { now: () => time });
    expect(await complaints(scripted)).toContain('its prices are absurd');
    nodes[0] = {};
    time += 120_000;
    nodes[0] = { latestAt: time };
    expect((await encodeTransfer(scripted)).transaction?.encoded).toHaveLength(1);
    expect(scripted.asked(path).length).toBeGreaterThan(1);
  });
});
