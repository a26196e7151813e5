import type { NamedChain } from '../chains.ts';

/** Why there is no mode withdraw, and when coins come back without it. */
export function whyNoWithdraw({ chain }: Pick<NamedChain, 'chain'>): string {
  // https://docs.babylonlabs.io: unbonding ends with a checkpoint on Bitcoin, not after a fixed time.
  const when =
    chain.staking === 'epoching'
      ? 'as soon as the epoch in which they were unstaked is final on Bitcoin, and at the latest'
      : 'when the unbonding time of the chain is over,';
  return `unstaked coins return to the account by themselves, ${when} at the completionDate that the account state shows for them`;
}
