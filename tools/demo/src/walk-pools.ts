import { act, checkFees, expectEqual, type Leeway, nativeOf, positionsOf, type Scene, type Step } from './carry-out.ts';
import type { State } from './client.ts';

/**
 * Stake with each pool, and take the whole stake back. A pool that is between two rounds pays at once.
 */
export async function walkPools(scene: Scene, amount: string, leeway: Leeway): Promise<Step[]> {
  const { client, chainId } = scene;
  const steps: Step[] = [];
  const pools = await client.validators(chainId);
  if (pools.length === 0) throw new Error(`${chainId}: there is no pool to stake with`);
  for (const [i, { address }] of pools.entries()) {
    const rowOf = (mode: string) => `${mode}, pool ${i + 1}`;
    const staked = await act(scene, rowOf('stake'), { mode: 'stake', targetValidatorAddress: address, amount }, steps);
    const inPool = stakedWith(staked.after, address) - stakedWith(staked.before, address);
    if (inPool > BigInt(amount) || inPool < BigInt(amount) - leeway.slack) {
      throw new Error(`${chainId} stake: position of ${inPool} instead of ${amount}`);
    }
    const paid = nativeOf(staked.before) - nativeOf(staked.after) - BigInt(amount);
    checkFees(`${chainId} stake`, paid, staked.done, leeway);

    const unstake = { mode: 'unstake', validatorAddress: address, useMaxAmount: true };
    const unstaked = await act(scene, rowOf('unstake'), unstake, steps);
    expectEqual(`${chainId} unstake: position`, stakedWith(unstaked.after, address), 0n);
    const returned = stakedWith(unstaked.before, address);
    const cost = nativeOf(unstaked.before) + returned - nativeOf(unstaked.after);
    checkFees(`${chainId} unstake`, cost, unstaked.done, leeway);
  }
  return steps;
}

function stakedWith(state: State, pool: string): bigint {
  const own = positionsOf(state).filter(({ validatorAddresses }) => validatorAddresses.includes(pool));
  return own.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
}
