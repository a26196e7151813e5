import { describe, expect, it } from 'vitest';
import { connectTo, Fault, strk, transfer } from '../../test/scripted-node.ts';

/** The key of the account of `transfer`. Its account does not exist where nothing is deployed. */
const deploy = {
  mode: 'deployAccount',
  senderPubKey: '0x0cba95c75b37b5db31c2a9894e740dea2eee902ac448dc154a8b171d94a7be1',
};

describe.each([
  ['transfer', transfer, {}],
  ['deployAccount', deploy, { accounts: {} }],
])('STRK of the sender of %s', (_, intent, script) => {
  it.each([
    ['nothing', []],
    ['half a number', ['0x1']],
    ['more than a number', ['0x1', '0x0', '0x0']],
    ['what is no number', [2n ** 128n, 0n]],
    ['that the contract fails', new Fault(40, 'Contract error')],
    ['that there is no such function', new Fault(21, 'Requested entrypoint does not exist in the contract')],
    ['that there is no contract', new Fault(20, 'Contract not found')],
  ])('is asked of another node if the first one answers %s', async (_name, answer) => {
    const odd = { ...script, contracts: { [strk]: { balanceOf: answer } } };
    const { chain, onTrace, attempts } = connectTo('starknet', [odd, script]);
    const { status, transaction } = await chain.encode(intent, { onTrace });
    expect(status.errors).toEqual([]);
    expect(transaction.encoded).toHaveLength(1);
    expect(attempts()?.length).toBeGreaterThan(0);
    await expect(connectTo('starknet', odd).chain.encode(intent)).rejects.toMatchObject({
      code: 'upstream.unavailable',
    });
  });
});
