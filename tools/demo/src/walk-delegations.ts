import type { DelegationPlan } from '@isochain/conformance/hand-ins/hand-in.ts';
import { type Act, act, expectEqual, positionsOf, type Scene, type Step } from './carry-out.ts';
import type { State } from './client.ts';

/**
 * Stake, claim, compound, redelegate, unstake, and wait until the coins are back.
 *
 * Each of them pays out the rewards of a delegation that it touches. How many there are is known only afterwards, as every block adds some.
 */
export async function walkDelegations(scene: Scene, plan: DelegationPlan): Promise<Step[]> {
  const { client, chainId, sender } = scene;
  const steps: Step[] = [];
  const staked = BigInt(plan.staked);
  const redelegated = BigInt(plan.redelegated);
  const unstaked = BigInt(plan.unstaked);
  // Delegators of a validator that keeps all have no rewards.
  const validators = (await client.validators(chainId)).filter(({ commission }) => commission < 1);
  const [one, two] = validators.map(({ address }) => address);
  if (one === undefined || two === undefined) throw new Error(`${chainId}: there are no two validators to stake with`);

  const begin = await act(scene, 'stake', { mode: 'stake', targetValidatorAddress: one, amount: plan.staked }, steps);
  expectEqual(`${chainId} stake: position`, delegatedTo(begin.after, one), delegatedTo(begin.before, one) + staked);
  expectNoLess(`${chainId} stake: rewards`, receivedBeside(-staked, begin), 0n);

  const seen = await waitForRewards(scene, one);
  const claim = { mode: 'claimRewards', validatorAddress: one };
  const claimed = await act(scene, 'claim', claim, steps);
  expectNoLess(`${chainId} claim: rewards`, receivedBeside(0n, claimed), seen);
  expectEqual(`${chainId} claim: position`, delegatedTo(claimed.after, one), delegatedTo(claimed.before, one));

  await waitForRewards(scene, one);
  const compounded = await act(scene, 'compound', { ...claim, compound: true }, steps);
  const added = delegatedTo(compounded.after, one) - delegatedTo(compounded.before, one);
  expectNoLess(`${chainId} compound: added to the stake`, added, 1n);
  expectNoLess(`${chainId} compound: rewards`, receivedBeside(-added, compounded), 0n);

  const redelegate = { mode: 'stake', sourceValidatorAddress: one, targetValidatorAddress: two };
  const moved = await act(scene, 'redelegate', { ...redelegate, amount: plan.redelegated }, steps);
  const { before, after } = moved;
  expectEqual(`${chainId} redelegate: from`, delegatedTo(before, one) - delegatedTo(after, one), redelegated);
  expectEqual(`${chainId} redelegate: to`, delegatedTo(after, two) - delegatedTo(before, two), redelegated);
  expectNoLess(`${chainId} redelegate: rewards`, receivedBeside(0n, moved), 0n);

  const end = await act(scene, 'unstake', { mode: 'unstake', validatorAddress: one, amount: plan.unstaked }, steps);
  expectEqual(`${chainId} unstake: from`, delegatedTo(end.before, one) - delegatedTo(end.after, one), unstaked);
  expectEqual(`${chainId} unstake: unlocking`, unlocking(end.after) - unlocking(end.before), unstaked);
  expectNoLess(`${chainId} unstake: rewards`, receivedBeside(0n, end), 0n);

  // Nobody has to withdraw them.
  const later = await waitFor(
    `${chainId}: unstaked coins did not come back`,
    () => client.state(chainId, sender.address),
    (state) => unlocking(state) === unlocking(end.before),
  );
  expectEqual(`${chainId} unstake: came back`, availableOf(later) - availableOf(end.after), unstaked);
  return steps;
}

/** What came in beside a known change of the balance and the fee: rewards. The fee must be within what encode announced. */
function receivedBeside(change: bigint, { before, after, done: { data, transaction } }: Act): bigint {
  const fee = BigInt(transaction.fees?.amount ?? data.fees);
  expectNoLess('announced fee', BigInt(data.fees), fee);
  return availableOf(after) - availableOf(before) - change + fee;
}

/** Resolves to the rewards that can be seen. */
async function waitForRewards({ client, chainId, sender }: Scene, validator: string): Promise<bigint> {
  return waitFor(
    `${chainId}: no rewards came`,
    async () => rewardsOf(await client.state(chainId, sender.address), validator),
    (rewards) => rewards > 0n,
  );
}

async function waitFor<T>(complaint: string, read: () => Promise<T>, isThere: (found: T) => boolean): Promise<T> {
  for (let attempt = 0; attempt < 2000; attempt++) {
    const found = await read();
    if (isThere(found)) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(complaint);
}

/** Not the total: on some chains that includes what is staked. */
function availableOf(state: State): bigint {
  return BigInt(state.balances.native?.available ?? '0');
}

function delegatedTo(state: State, validator: string): bigint {
  return sum(
    positionsOf(state).filter(
      ({ status, validatorAddresses }) => status !== 'unlocking' && validatorAddresses.includes(validator),
    ),
  );
}

function unlocking(state: State): bigint {
  return sum(positionsOf(state).filter(({ status }) => status === 'unlocking'));
}

function rewardsOf(state: State, validator: string): bigint {
  const rewards = state.balances.staking?.rewards.native ?? [];
  return sum(rewards.filter(({ validatorAddress }) => validatorAddress === validator));
}

function sum(parts: readonly { readonly amount: string }[]): bigint {
  return parts.reduce((total, { amount }) => total + BigInt(amount), 0n);
}

function expectNoLess(what: string, actual: bigint, least: bigint): void {
  if (actual < least) throw new Error(`${what}: ${actual}, which is less than ${least}`);
}
