import { describe, expect, it } from 'vitest';
import { namesOn } from '../../test/completed.ts';
import { encodeOn, pathsOn } from '../../test/modes-world.ts';
import type { CosmosChainId } from '../chains.ts';

/** The modes that change a stake, and so pay its rewards. */
const changes = (chainId: CosmosChainId) => {
  const { validator, source } = namesOn(chainId);
  return [
    ['a stake', { mode: 'stake', targetValidatorAddress: validator, amount: '1000' }],
    ['an unstake of a part', { mode: 'unstake', validatorAddress: validator, amount: '1000' }],
    ['an unstake of everything', { mode: 'unstake', validatorAddress: validator, useMaxAmount: true }],
    [
      'a redelegation',
      { mode: 'stake', sourceValidatorAddress: source, targetValidatorAddress: validator, useMaxAmount: true },
    ],
  ] as const;
};

const elsewhere = (chainId: CosmosChainId) => ({
  [pathsOn(chainId).rewardsAddress]: { withdraw_address: namesOn(chainId).recipient },
  '/babylon/epoching/v1/params': { params: { epoch_interval: '360', min_amount: '1' } },
  '/celestia/minfee/v1/min_gas_price': { network_min_gas_price: '0.004000000000000000' },
});

describe.each(['cosmoshub', 'babylon'] as const)('rewards that go to another address, on %s', (chainId) => {
  it.each(changes(chainId))('are told before %s', async (_name, intent) => {
    const { codes, warnings } = await encodeOn(chainId, intent, elsewhere(chainId));
    expect(codes).toEqual([]);
    expect(warnings).toContainEqual(
      expect.objectContaining({ code: 'rewards.elsewhere', context: { recipient: namesOn(chainId).recipient } }),
    );
  });

  it.each(changes(chainId))('of the own address give no warning before %s', async (_name, intent) => {
    const { warned } = await encodeOn(chainId, intent, {
      ...elsewhere(chainId),
      [pathsOn(chainId).rewardsAddress]: { withdraw_address: namesOn(chainId).sender },
    });
    expect(warned).not.toContain('rewards.elsewhere');
  });
});
