import { act, checkFees, expectEqual, nativeOf, positionsOf, type Scene, type Step } from './carry-out.ts';
import type { State } from './client.ts';

/** What an engine must be able to do for stakes to be walked. */
export interface EpochControl {
  /** Ends the present epoch. */
  advanceEpochs(): Promise<void>;
}

/** Stake, unstake and withdraw, with an epoch between each: everything comes back but the fees. */
export async function walkStaking(scene: Scene, amount: string, { advanceEpochs }: EpochControl): Promise<Step[]> {
  const { client, chainId } = scene;
  const steps: Step[] = [];
  const [validator] = await client.validators(chainId);
  if (validator === undefined) throw new Error(`${chainId}: there is no validator`);
  const initial = await client.state(chainId, scene.sender.address);
  const known = new Set(positionsOf(initial).map(({ stakeId }) => stakeId));

  const stake = { mode: 'stake', targetValidatorAddress: validator.address, amount };
  const staked = await walkStep(
    scene,
    stake,
    steps,
    (before, after) => nativeOf(before) - nativeOf(after) - BigInt(amount),
  );
  const position = positionsOf(staked).find(({ stakeId }) => !known.has(stakeId));
  expectEqual(`${chainId} stake: position`, position?.amount, amount);
  expectEqual(`${chainId} stake: validator`, position?.validatorAddresses[0], validator.address);
  expectEqual(`${chainId} stake: status`, position?.status, 'locked');

  await advanceEpochs();
  const whichOne = { validatorAddress: validator.address, stakeId: position?.stakeId };
  const statusNow = async (): Promise<string | undefined> =>
    positionsOf(await client.state(chainId, scene.sender.address)).find(({ stakeId }) => stakeId === position?.stakeId)
      ?.status;
  expectEqual(`${chainId} stake: status an epoch later`, await statusNow(), 'locked');

  const unstake = { mode: 'unstake', ...whichOne, useMaxAmount: true };
  await walkStep(scene, unstake, steps, (before, after) => nativeOf(before) - nativeOf(after));
  expectEqual(`${chainId} unstake: status`, await statusNow(), 'unlocking');

  await advanceEpochs();
  expectEqual(`${chainId} unstake: status an epoch later`, await statusNow(), 'unlocked');
  const withdraw = { mode: 'withdraw', ...whichOne, amount };
  await walkStep(scene, withdraw, steps, (before, after) => nativeOf(before) - nativeOf(after) + BigInt(amount));
  expectEqual(`${chainId} withdraw: position`, await statusNow(), undefined);
  return steps;
}

/** `paid` says what of the difference between the balances before and after the fees were. */
async function walkStep(
  scene: Scene,
  data: Readonly<Record<string, unknown>> & { readonly mode: string },
  steps: Step[],
  paid: (before: State, after: State) => bigint,
): Promise<State> {
  const { before, after, done } = await act(scene, data.mode, data, steps);
  checkFees(`${scene.chainId} ${data.mode}`, paid(before, after), done);
  return after;
}
