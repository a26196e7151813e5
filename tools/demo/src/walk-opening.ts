import type { OpeningPlan } from '@isochain/conformance/hand-ins/hand-in.ts';
import type { Account, Engine } from '@isochain/devnet/engine';
import { carryOut, checkFees, type Done, expectEqual, nativeOf, type Scene, type Step, timer } from './carry-out.ts';
import type { State } from './client.ts';

/** An account that does not exist until somebody sends coins to it. It enables a token, and gets some of it with a memo. */
export async function walkOpening(
  scene: Scene,
  { account, token }: { readonly account: Account; readonly token: Engine['tokens'][number] },
  plan: OpeningPlan,
): Promise<Step[]> {
  const { client, chainId, sender } = scene;
  const steps: Step[] = [];
  const now = ({ address }: Account) => client.state(chainId, address);
  expectEqual(`${chainId} before its creation`, nativeOf(await now(account)), 0n);

  const creation = { mode: 'transfer', recipientAddress: account.address, amount: plan.amount };
  const created = await step(scene, 'creation of an account', creation, steps);
  checkFees(`${chainId} creation`, created.paid - BigInt(plan.amount), created.done);
  expectEqual(`${chainId} creation: received`, nativeOf(await now(account)), BigInt(plan.amount));

  const enable = { mode: 'enableToken', tokenId: token.id };
  const enabled = await step({ ...scene, sender: account }, 'enableToken', enable, steps);
  checkFees(`${chainId} enableToken`, enabled.paid, enabled.done);
  expectEqual(`${chainId} enableToken: token`, tokenOf(await now(account), token.id) ?? '0', '0');

  const payment = { mode: 'transferToken', tokenId: token.id, recipientAddress: account.address, amount: plan.token };
  const before = BigInt(tokenOf(await now(sender), token.id) ?? '0');
  const paid = await step(scene, 'transferToken with a memo', { ...payment, memo: plan.memo }, steps);
  checkFees(`${chainId} payment`, paid.paid, paid.done);
  expectEqual(`${chainId} payment: received`, tokenOf(await now(account), token.id), plan.token);
  const after = BigInt(tokenOf(await now(sender), token.id) ?? '0');
  expectEqual(`${chainId} payment: sent`, before - after, BigInt(plan.token));
  const [newest] = await client.history(chainId, account.address);
  expectEqual(`${chainId} payment: newest in the recipient's history`, newest?.id, paid.done.hash);
  expectEqual(`${chainId} payment: memo`, newest?.memo, plan.memo);
  return steps;
}

async function step(
  scene: Scene,
  what: string,
  data: Readonly<Record<string, unknown>>,
  steps: Step[],
): Promise<{ readonly done: Done; readonly paid: bigint }> {
  const { client, chainId, sender } = scene;
  const timed = timer(chainId, what, steps);
  const before = await timed('state', () => client.state(chainId, sender.address));
  const done = await carryOut(scene, data, timed);
  const after = await timed('state again', () => client.state(chainId, sender.address));
  return { done, paid: nativeOf(before) - nativeOf(after) };
}

/** Undefined if the account has not enabled the token. */
function tokenOf(state: State, id: string): string | undefined {
  return state.balances.tokens?.find(({ token }) => token.id === id)?.amount;
}
