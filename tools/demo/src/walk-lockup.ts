import { act, checkFees, expectEqual, expectNear, positionsOf, type Scene, type Step } from './carry-out.ts';
import type { Position, State } from './client.ts';

/** What an engine must be able to do for a lockup to be walked. */
export interface LockupControl {
  /** Lets seconds pass. */
  advance(seconds: number): Promise<void>;
}

/** Longer than the epochs of chains with lockups. */
const epochSeconds = 3 * 60 * 60;

/** Shares of a pool are rounded, and so are the amounts that they stand for. */
const rounding = 2n;

/**
 * Stake, unstake and withdraw with a pool that keeps stakes until its lockup ends. A part of a new stake may earn nothing until the next epoch, and rewards
 * are added to the stake. So what comes back is at least what was staked.
 */
export async function walkLockup(scene: Scene, amount: string, { advance }: LockupControl): Promise<Step[]> {
  const { client, chainId, sender } = scene;
  const steps: Step[] = [];
  const staked = BigInt(amount);
  const pool = await openPool(scene, amount);
  const part = (state: State, status: string): Position | undefined =>
    positionsOf(state).find((each) => each.status === status && each.validatorAddresses.includes(pool));
  const now = () => client.state(chainId, sender.address);

  const begin = await act(scene, 'stake', { mode: 'stake', targetValidatorAddress: pool, amount }, steps);
  checkFees(`${chainId} stake`, paid(begin, -staked), begin.done);
  await advance(epochSeconds);
  const locked = BigInt(part(await now(), 'locked')?.amount ?? '0');
  if (locked + rounding < staked) throw new Error(`${chainId} stake: ${locked} is locked, of ${staked}`);

  const end = await act(scene, 'unstake', { mode: 'unstake', validatorAddress: pool, useMaxAmount: true }, steps);
  checkFees(`${chainId} unstake`, paid(end, 0n), end.done);
  const unlocking = part(end.after, 'unlocking');
  expectNear(`${chainId} unstake: unlocking`, BigInt(unlocking?.amount ?? '0'), locked, rounding);
  expectEqual(`${chainId} unstake: locked`, part(end.after, 'locked'), undefined);
  const wait = Number(unlocking?.completionDate) - Date.now();
  if (!Number.isFinite(wait)) throw new Error(`${chainId} unstake: no date`);

  await advance(Math.max(0, Math.ceil(wait / 1_000)) + epochSeconds);
  const due = BigInt(part(await now(), 'unlocked')?.amount ?? '0');
  if (due < staked) throw new Error(`${chainId} unstake: ${due} came back, of ${staked}`);
  const back = await act(scene, 'withdraw', { mode: 'withdraw', validatorAddress: pool }, steps);
  expectEqual(`${chainId} withdraw: amount`, back.done.data.amount, due.toString());
  checkFees(`${chainId} withdraw`, paid(back, due), back.done);
  expectEqual(`${chainId} withdraw: position`, part(back.after, 'unlocked'), undefined);
  return steps;
}

/** The first pool that takes the stake: others are full, inactive, or admit only those on a list. */
async function openPool({ client, chainId, sender }: Scene, amount: string): Promise<string> {
  const who = { senderAddress: sender.address, senderPubKey: sender.publicKey };
  for (const { address } of await client.validators(chainId)) {
    const intent = { mode: 'stake', targetValidatorAddress: address, amount, ...who };
    const { status } = await client.encode(chainId, intent);
    if (status.errors.length === 0) return address;
  }
  throw new Error(`${chainId}: no validator takes a stake`);
}

/** What was paid beside a known change of what can be sent. */
function paid({ before, after }: { readonly before: State; readonly after: State }, change: bigint): bigint {
  return availableOf(before) - availableOf(after) + change;
}

function availableOf(state: State): bigint {
  return BigInt(state.balances.native?.available ?? '0');
}
