import type { StakingBalance } from '@isochain/core';
import type { AccountFacts } from '../upstream/queries/accounts.ts';

/**
 * What an account has at stake, in microAlgos: all that it holds, while it takes part in the consensus (`Online`). It is its own validator.
 *
 * The coins can be spent all the same: they are in `available` of the native coin too. The position is called `locked` because that is the state from which
 * clients offer to unstake; `free` would say that nothing is at stake. `status` of the node decides, not the history: the network switches off accounts that are
 * absent or whose keys have expired (go-algorand, ledger/eval/eval.go: generateKnockOfflineAccountsList). Rewards are paid with each block, so none wait.
 */
export function stakingOf({
  address,
  amount,
  status,
}: Pick<AccountFacts, 'address' | 'amount' | 'status'>): StakingBalance {
  const staked = (status === 'Online' ? amount : 0n).toString();
  return {
    total: staked,
    locked: staked,
    unlocking: '0',
    unlocked: '0',
    positions: staked === '0' ? [] : [{ validatorAddresses: [address], amount: staked, status: 'locked' }],
    rewards: { native: [], tokens: [] },
  };
}
