import { carryOut, checkFees, type Done, expectEqual, nativeOf, type Scene, type Step, timer } from './carry-out.ts';
import type { Position, State } from './client.ts';

/** What an engine must be able to do for this walk. */
export interface EpochControl {
  /** Ends the current epoch. */
  advanceEpochs(): Promise<void>;
}

/** Stake, unstake and withdraw, with an epoch between each. Everything except the fees comes back. */
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

/** One transaction, with the account's state before and after it. `paid` computes the fees from the two states. */
async function walkStep(
  scene: Scene,
  data: Readonly<Record<string, unknown>> & { readonly mode: string },
  steps: Step[],
  paid: (before: State, after: State) => bigint,
): Promise<State> {
  const { client, chainId, sender } = scene;
  const timed = timer(chainId, data.mode, steps);
  const before = await timed('state', () => client.state(chainId, sender.address));
  const done: Done = await carryOut(scene, data, timed);
  const after = await timed('state again', () => client.state(chainId, sender.address));
  checkFees(`${chainId} ${data.mode}`, paid(before, after), done);
  const history = await timed('history', () => client.history(chainId, sender.address));
  expectEqual(`${chainId} ${data.mode}: newest in history`, history[0]?.id, done.hash);
  return after;
}

function positionsOf(state: State): readonly Position[] {
  return state.balances.staking?.positions ?? [];
}
