import type { Account } from '@isochain/devnet/engine';
import { carryOut, checkFees, expectEqual, nativeOf, type Scene, type Step, timer } from './carry-out.ts';

/** An account that begins with a transaction of its own: it holds coins before, and can send them only after. */
export async function walkDeployment(
  { client, chainId, sign }: Omit<Scene, 'sender'>,
  accounts: readonly (Account & { readonly isDeployed?: boolean })[],
  amount: string,
): Promise<Step[]> {
  const sender = accounts.find(({ isDeployed }) => isDeployed === false);
  const [recipient] = accounts;
  if (sender === undefined || recipient === undefined) throw new Error(`${chainId}: there is no account to deploy`);
  const scene = { client, chainId, sign, sender };
  const steps: Step[] = [];
  const timed = timer(chainId, 'deployAccount', steps);
  const before = await timed('state', () => client.state(chainId, sender.address));
  const transfer = { mode: 'transfer', recipientAddress: recipient.address, amount };
  const early = await client.encode(chainId, { ...transfer, senderAddress: sender.address });
  expectEqual(`${chainId} before deployAccount`, early.status.errors[0]?.message, 'Sender account does not exist');
  const begun = await carryOut(scene, { mode: 'deployAccount' }, timed);
  const after = await timed('state again', () => client.state(chainId, sender.address));
  checkFees(`${chainId} deployAccount`, nativeOf(before) - nativeOf(after), begun);

  const first = timer(chainId, 'first transfer', steps);
  const sent = await carryOut(scene, transfer, first);
  const last = await first('state again', () => client.state(chainId, sender.address));
  checkFees(`${chainId} first transfer`, nativeOf(after) - nativeOf(last) - BigInt(amount), sent);
  return steps;
}
