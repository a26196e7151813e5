import { describe, expect, it } from 'vitest';
import { namesOn } from '../../test/completed.ts';
import { encodeOn, pathsOn } from '../../test/modes-world.ts';
import { notFound } from '../../test/scripted-rest.ts';
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

// CIP-30: nothing is paid, so there is nothing to warn of.
describe.each(['celestia', 'celestia-testnet'] as const)('rewards that stay with the validator, on %s', (chainId) => {
  it.each(changes(chainId))('are not told to go anywhere before %s', async (_name, intent) => {
    const { codes, warned, node } = await encodeOn(chainId, intent, elsewhere(chainId));
    expect(codes).toEqual([]);
    expect(warned).not.toContain('rewards.elsewhere');
    expect(node.count(pathsOn(chainId).rewardsAddress)).toBe(0);
  });

  it('are told to stay if the whole stake leaves', async () => {
    const { validator, source } = namesOn(chainId);
    const warnedOf = async (intent: object) => (await encodeOn(chainId, { ...intent }, elsewhere(chainId))).warned;
    const whole = { useMaxAmount: true };
    const part = { amount: '499999' };
    const unstake = { mode: 'unstake', validatorAddress: validator };
    const move = { mode: 'stake', sourceValidatorAddress: source, targetValidatorAddress: validator };
    for (const intent of [unstake, move]) {
      expect(await warnedOf({ ...intent, ...whole })).toContain('rewards.stay');
      expect(await warnedOf({ ...intent, ...part })).not.toContain('rewards.stay');
    }
  });

  it('are told to go to another address before a claim', async () => {
    const intent = { mode: 'claimRewards', validatorAddress: namesOn(chainId).validator };
    expect((await encodeOn(chainId, intent, elsewhere(chainId))).warned).toContain('rewards.elsewhere');
  });

  // celestiaorg/cosmos-sdk x/distribution/keeper/grpc_query.go, DelegationRewards: without a stake it answers what was kept.
  it('are paid without a stake', async () => {
    const intent = { mode: 'claimRewards', validatorAddress: namesOn(chainId).validator };
    const { codes } = await encodeOn(chainId, intent, {
      ...elsewhere(chainId),
      [pathsOn(chainId).delegation]: notFound,
      [pathsOn(chainId).rewards]: { rewards: [{ denom: 'utia', amount: '777.000000000000000000' }] },
    });
    expect(codes).toEqual([]);
  });
});
