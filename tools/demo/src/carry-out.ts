import type { Signer } from '@isochain/conformance/hand-ins/hand-in.ts';
import type { Account } from '@isochain/devnet/engine';
import type { Client, Encoded, Position, State, Transaction } from './client.ts';

/** How long one step took. */
export interface Step {
  readonly chainId: string;
  readonly what: string;
  readonly step: string;
  readonly ms: number;
}

/** Where and by whom something is done. */
export interface Scene {
  readonly client: Client;
  readonly chainId: string;
  readonly sign: Signer;
  readonly sender: Account;
}

/** Runs a step and notes how long it took. */
export type Timed = <T>(step: string, work: () => Promise<T>) => Promise<T>;

export function timer(chainId: string, what: string, steps: Step[]): Timed {
  return async (step, work) => {
    const start = performance.now();
    const result = await work();
    steps.push({ chainId, what, step, ms: performance.now() - start });
    return result;
  };
}

/** A transaction that is on the chain. */
export interface Done {
  readonly data: Encoded['transaction']['data'];
  readonly hash: string;
  readonly transaction: Transaction;
}

/** Encodes, signs, broadcasts and waits. Throws what encode finds wrong. */
export async function carryOut(
  { client, chainId, sign, sender }: Scene,
  data: Readonly<Record<string, unknown>>,
  timed: Timed,
): Promise<Done> {
  const { address: senderAddress, publicKey: senderPubKey } = sender;
  const who = senderPubKey === undefined ? { senderAddress } : { senderAddress, senderPubKey };
  const { transaction, status } = await timed('encode', () => client.encode(chainId, { ...data, ...who }));
  if (status.errors.length > 0) throw new Error(status.errors.map(({ message }) => message).join('; '));
  const signature = await timed('sign', async () => sign(transaction.encoded, sender));
  const { hash } = await timed('broadcast', () => client.broadcast(chainId, { ...transaction, signature }));
  return {
    data: transaction.data,
    hash,
    transaction: await timed('wait', () => confirmation(client, chainId, hash)),
  };
}

async function confirmation(client: Client, chainId: string, hash: string): Promise<Transaction> {
  for (let attempt = 0; attempt < 2000; attempt++) {
    const found = await client.transaction(chainId, hash);
    if (found?.state === 'confirmed') return found;
    if (found?.state === 'failed') throw new Error(`${chainId}: ${hash} failed`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${chainId}: ${hash} was not confirmed`);
}

/** One transaction, between two looks at the account. */
export interface Act {
  readonly before: State;
  readonly after: State;
  readonly done: Done;
}

/** Carries out a transaction of the account itself, and checks that its history begins with it. */
export async function act(
  scene: Scene,
  what: string,
  data: Readonly<Record<string, unknown>>,
  steps: Step[],
): Promise<Act> {
  const { client, chainId, sender } = scene;
  const timed = timer(chainId, what, steps);
  const before = await timed('state', () => client.state(chainId, sender.address));
  const done = await carryOut(scene, data, timed);
  const after = await timed('state again', () => client.state(chainId, sender.address));
  const history = await timed('history', () => client.history(chainId, sender.address));
  expectEqual(`${chainId} ${what}: newest in history`, history[0]?.id, done.hash);
  return { before, after, done };
}

/** What the sum of what was paid may differ by. */
export interface Leeway {
  /** What the chain may have charged for time beside it. */
  readonly slack: bigint;
  /** True if coins travelled with the transaction and paid for the work of other contracts: it cost more than its own fees. */
  readonly attaches: boolean;
  /** True if the chain charges less than the announced fees. */
  readonly leavesFees?: boolean;
}

/** What was paid must be within what encode announced, and where the chain says what it was, be that to the last unit. */
export function checkFees(what: string, paid: bigint, { data, transaction }: Done, leeway?: Leeway): void {
  const { slack = 0n, attaches = false } = leeway ?? {};
  if (paid < 0n || paid > BigInt(data.fees) + slack) throw new Error(`${what}: paid ${paid} of at most ${data.fees}`);
  const told = transaction.fees === undefined ? paid : BigInt(transaction.fees.amount);
  if (!attaches) expectNear(`${what}: fees`, paid, told, slack);
  // What came back with coins that a contract paid is among these, and not taken off the fees.
  else if (told > BigInt(data.fees) + slack) throw new Error(`${what}: fees of ${told}, above ${data.fees}`);
}

/** @param slack - The most by which they may differ. */
export function expectNear(what: string, actual: bigint, expected: bigint, slack: bigint): void {
  if (actual - expected > slack || expected - actual > slack)
    throw new Error(`${what}: ${actual} instead of ${expected}`);
}

export function nativeOf(state: State): bigint {
  return BigInt(state.balances.native?.total ?? '0');
}

export function positionsOf(state: State): readonly Position[] {
  return state.balances.staking?.positions ?? [];
}

export function expectEqual(what: string, actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`${what}: ${String(actual)} instead of ${String(expected)}`);
}
