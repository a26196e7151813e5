import type { ExitPlan } from '@isochain/conformance/hand-ins/hand-in.ts';
import { act, checkFees, expectEqual, nativeOf, positionsOf, type Scene, type Step } from './carry-out.ts';
import type { State } from './client.ts';

/** What an engine must be able to do for exits to be walked. */
export interface ExitControl {
  /** Lets seconds pass. */
  advance(seconds: number): Promise<void>;
}

/** Stakes come back after a week at least, and after twelve at most. */
const longestWait = 12 * 7 * 24 * 60 * 60;

/** Stake, move a part to another validator, unstake, wait, and withdraw. Everything comes back but the fees. */
export async function walkExits(scene: Scene, plan: ExitPlan, { advance }: ExitControl): Promise<Step[]> {
  const { client, chainId, sender } = scene;
  const steps: Step[] = [];
  const [staked, moved] = [BigInt(plan.staked), BigInt(plan.moved)];
  const [one, two] = (await client.validators(chainId)).map(({ address }) => address);
  if (one === undefined || two === undefined) throw new Error(`${chainId}: there are no two validators to stake with`);

  const begin = await act(scene, 'stake', { mode: 'stake', targetValidatorAddress: one, amount: plan.staked }, steps);
  checkFees(`${chainId} stake`, paid(begin, -staked), begin.done);
  expectEqual(`${chainId} stake: position`, withValidator(begin.after, one) - withValidator(begin.before, one), staked);

  const move = { mode: 'stake', sourceValidatorAddress: one, targetValidatorAddress: two, amount: plan.moved };
  const gone = await act(scene, 'redelegate', move, steps);
  checkFees(`${chainId} redelegate`, paid(gone, 0n), gone.done);
  expectEqual(`${chainId} redelegate: from`, withValidator(gone.before, one) - withValidator(gone.after, one), moved);
  expectEqual(`${chainId} redelegate: to`, withValidator(gone.after, two) - withValidator(gone.before, two), moved);

  const end = await act(scene, 'unstake', { mode: 'unstake', validatorAddress: two, amount: plan.moved }, steps);
  checkFees(`${chainId} unstake`, paid(end, 0n), end.done);
  expectEqual(`${chainId} unstake: unlocking`, sumOf(end.after, 'unlocking') - sumOf(end.before, 'unlocking'), moved);

  await advance(longestWait);
  const later = await client.state(chainId, sender.address);
  expectEqual(`${chainId} unstake: unlocked later`, sumOf(later, 'unlocked'), moved);
  const back = await act(scene, 'withdraw', { mode: 'withdraw', validatorAddress: two }, steps);
  checkFees(`${chainId} withdraw`, paid(back, moved), back.done);
  expectEqual(`${chainId} withdraw: positions`, sumOf(back.after, 'unlocked'), 0n);
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

function withValidator(state: State, validator: string): bigint {
  return positionsOf(state)
    .filter(({ status, validatorAddresses }) => status === 'locked' && validatorAddresses.includes(validator))
    .reduce((sum, { amount }) => sum + BigInt(amount), 0n);
}

function sumOf(state: State, status: string): bigint {
  return positionsOf(state)
    .filter((position) => position.status === status)
    .reduce((sum, { amount }) => sum + BigInt(amount), 0n);
}
