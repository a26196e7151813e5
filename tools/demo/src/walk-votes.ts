import { act, checkFees, expectEqual, nativeOf, positionsOf, type Scene, type Step } from './carry-out.ts';
import type { State } from './client.ts';

/** What an engine must be able to do for votes to be walked. */
export interface VoteControl {
  /** Ends the waiting time of all that an account has unfrozen. */
  endUnfreezing(address: string): Promise<void>;
  /** Gives rewards of its votes to an account, in the smallest unit. */
  addReward(address: string, amount: bigint): Promise<void>;
}

const rewards = 1_234_567n;

/** Freeze, vote, claim, unfreeze and withdraw: everything comes back but the fees, with the rewards. Each stake takes two transactions. */
export async function walkVotes(
  scene: Scene,
  amount: string,
  { endUnfreezing, addReward }: VoteControl,
): Promise<Step[]> {
  const { client, chainId, sender } = scene;
  const steps: Step[] = [];
  const staked = BigInt(amount);
  const [validator] = await client.validators(chainId);
  if (validator === undefined) throw new Error(`${chainId}: there is no validator`);
  const stake = { mode: 'stake', targetValidatorAddress: validator.address, amount };

  const frozen = await act(scene, 'stake: freeze', stake, steps);
  checkFees(`${chainId} freeze`, paid(frozen, -staked), frozen.done);
  expectEqual(`${chainId} freeze: without a vote`, sumOf(frozen.after, 'free') - sumOf(frozen.before, 'free'), staked);

  const voted = await act(scene, 'stake: vote', stake, steps);
  checkFees(`${chainId} vote`, paid(voted, 0n), voted.done);
  expectEqual(`${chainId} vote: locked`, sumOf(voted.after, 'locked') - sumOf(voted.before, 'locked'), staked);
  expectEqual(`${chainId} vote: validator`, positionsOf(voted.after)[0]?.validatorAddresses[0], validator.address);

  await addReward(sender.address, rewards);
  const claimed = await act(
    scene,
    'claimRewards',
    { mode: 'claimRewards', validatorAddress: validator.address },
    steps,
  );
  checkFees(`${chainId} claim`, paid(claimed, rewards), claimed.done);

  const unstake = { mode: 'unstake', validatorAddress: validator.address, amount };
  const unfrozen = await act(scene, 'unstake', unstake, steps);
  checkFees(`${chainId} unstake`, paid(unfrozen, 0n), unfrozen.done);
  expectEqual(`${chainId} unstake: unlocking`, sumOf(unfrozen.after, 'unlocking'), staked);

  await endUnfreezing(sender.address);
  const later = await client.state(chainId, sender.address);
  expectEqual(`${chainId} unstake: unlocked later`, sumOf(later, 'unlocked'), staked);
  const withdrawn = await act(scene, 'withdraw', { mode: 'withdraw', validatorAddress: validator.address }, steps);
  checkFees(`${chainId} withdraw`, paid(withdrawn, staked), withdrawn.done);
  expectEqual(`${chainId} withdraw: positions`, sumOf(withdrawn.after, 'unlocked'), 0n);
  return steps;
}

/** What was paid beside a known change of what can be sent. */
function paid({ before, after }: { readonly before: State; readonly after: State }, change: bigint): bigint {
  return availableOf(before) - availableOf(after) + change;
}

/** Not the total, which may count what is staked. */
function availableOf(state: State): bigint {
  return BigInt(state.balances.native?.available ?? nativeOf(state));
}

function sumOf(state: State, status: string): bigint {
  return positionsOf(state)
    .filter((position) => position.status === status)
    .reduce((sum, position) => sum + BigInt(position.amount), 0n);
}
