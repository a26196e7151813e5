import type { RegistrationPlan } from '@isochain/conformance/hand-ins/hand-in.ts';
import { act, checkFees, expectEqual, nativeOf, positionsOf, type Scene, type Step } from './carry-out.ts';

/** Takes part in the consensus with keys of a node, and ends it. Nothing is locked: only fees leave the account. */
export async function walkRegistration(scene: Scene, { params }: RegistrationPlan): Promise<Step[]> {
  const { chainId, sender } = scene;
  const steps: Step[] = [];
  const own = { useMaxAmount: true };

  const begin = await act(
    scene,
    'stake',
    { mode: 'stake', targetValidatorAddress: sender.address, ...own, params },
    steps,
  );
  checkFees(`${chainId} stake`, nativeOf(begin.before) - nativeOf(begin.after), begin.done);
  const [position, ...others] = positionsOf(begin.after);
  expectEqual(`${chainId} stake: amount`, position?.amount, nativeOf(begin.after).toString());
  expectEqual(`${chainId} stake: validator`, position?.validatorAddresses.join(), sender.address);
  expectEqual(`${chainId} stake: positions beside it`, others.length, 0);

  const end = await act(scene, 'unstake', { mode: 'unstake', validatorAddress: sender.address, ...own }, steps);
  checkFees(`${chainId} unstake`, nativeOf(end.before) - nativeOf(end.after), end.done);
  expectEqual(`${chainId} unstake: positions`, positionsOf(end.after).length, 0);
  return steps;
}
