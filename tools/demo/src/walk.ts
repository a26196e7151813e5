import { findHandIns } from '@isochain/conformance/hand-ins/find.ts';
import type { Signer } from '@isochain/conformance/hand-ins/hand-in.ts';
import type { Account, Engine } from '@isochain/devnet/engine';
import {
  carryOut,
  checkFees,
  expectEqual,
  expectNear,
  type Leeway,
  nativeOf,
  type Scene,
  type Step,
  timer,
} from './carry-out.ts';
import type { Client, State } from './client.ts';
import { walkDelegations } from './walk-delegations.ts';
import { walkDeployment } from './walk-deployment.ts';
import { type ExitControl, walkExits } from './walk-exits.ts';
import { walkLockup } from './walk-lockup.ts';
import { walkOpening } from './walk-opening.ts';
import { walkPools } from './walk-pools.ts';
import { walkRegistration } from './walk-registration.ts';
import { type EpochControl, walkStaking } from './walk-staking.ts';
import { type VoteControl, walkVotes } from './walk-votes.ts';

export type { Step } from './carry-out.ts';

/** A transfer to walk from balance to balance. */
interface Walk {
  readonly what: string;
  readonly sender: Account;
  readonly recipient: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Undefined for native coins. */
  readonly tokenId?: string;
  readonly max?: boolean;
}

/** Everything the demo does on one engine. Throws at the first number that disagrees. */
export async function walkEngine(
  client: Client,
  engine: Pick<Engine, 'chainId' | 'family' | 'accounts' | 'tokens'> &
    Partial<EpochControl & VoteControl & ExitControl>,
): Promise<Step[]> {
  const { chainId, family } = engine;
  const handIn = (await findHandIns()).find((one) => one.family === family);
  const [first, second, third] = engine.accounts;
  if (handIn === undefined || first === undefined || second === undefined || third === undefined) {
    throw new Error(`no hand-in of ${family}, or not enough accounts on ${chainId}`);
  }
  const { sign, demo: plan } = handIn;
  const [token] = engine.tokens;
  const walks: Walk[] = [
    {
      what: 'transfer',
      sender: first,
      recipient: second.address,
      data: { mode: 'transfer', amount: plan.transfer },
    },
    ...(token === undefined || plan.transferToken === undefined
      ? []
      : [
          {
            what: 'transferToken',
            sender: first,
            recipient: second.address,
            tokenId: token.id,
            data: { mode: 'transferToken', tokenId: token.id, amount: plan.transferToken },
          },
        ]),
    ...(plan.eachAccount === true
      ? [second, ...engine.accounts.slice(3)].map((sender, i) => ({
          what: `transfer of account ${i === 0 ? 2 : i + 3}`,
          sender,
          recipient: first.address,
          data: { mode: 'transfer', amount: plan.transfer },
        }))
      : []),
    // This comes last and from its own account, because nothing is left in that account.
    {
      what: 'transfer max',
      sender: third,
      recipient: second.address,
      max: true,
      data: { mode: 'transfer', useMaxAmount: true },
    },
  ];
  const steps: Step[] = [];
  const leeway = {
    slack: BigInt(plan.slack ?? 0),
    attaches: plan.attaches === true,
    leavesFees: plan.leavesFees === true,
  };
  for (const walk of walks) steps.push(...(await walkOne(client, chainId, sign, walk, leeway)));
  if (plan.stake !== undefined) {
    // Stakes take an epoch to activate and to deactivate. Only an engine can let an epoch pass in a moment.
    if (engine.advanceEpochs === undefined) throw new Error(`${chainId}: the epochs of this engine cannot be advanced`);
    const control = { advanceEpochs: engine.advanceEpochs.bind(engine) };
    steps.push(...(await walkStaking({ client, chainId, sign, sender: first }, plan.stake, control)));
  }
  if (plan.votes !== undefined) {
    const { endUnfreezing, addReward } = engine;
    if (endUnfreezing === undefined || addReward === undefined)
      throw new Error(`${chainId}: this engine gives no rewards, or cannot end the waiting time of what was unfrozen`);
    steps.push(
      ...(await walkVotes({ client, chainId, sign, sender: first }, plan.votes, { endUnfreezing, addReward })),
    );
  }
  if (plan.pools !== undefined) {
    steps.push(...(await walkPools({ client, chainId, sign, sender: first }, plan.pools, leeway)));
  }
  if (plan.opening !== undefined) {
    const account = engine.accounts.at(-1);
    if (account === undefined || token === undefined) throw new Error(`${chainId}: no account to create, or no token`);
    steps.push(...(await walkOpening({ client, chainId, sign, sender: first }, { account, token }, plan.opening)));
  }
  if (plan.registration !== undefined) {
    steps.push(...(await walkRegistration({ client, chainId, sign, sender: first }, plan.registration)));
  }
  if (plan.deploys === true) {
    steps.push(...(await walkDeployment({ client, chainId, sign }, engine.accounts, plan.transfer)));
  }
  if (plan.exits?.chains.some((each) => each === chainId)) {
    if (engine.advance === undefined) throw new Error(`${chainId}: this engine cannot let time pass`);
    const control = { advance: engine.advance.bind(engine) };
    steps.push(...(await walkExits({ client, chainId, sign, sender: first }, plan.exits, control)));
  }
  if (plan.lockup !== undefined) {
    if (engine.advance === undefined) throw new Error(`${chainId}: this engine cannot let time pass`);
    const control = { advance: engine.advance.bind(engine) };
    steps.push(...(await walkLockup({ client, chainId, sign, sender: first }, plan.lockup, control)));
  }
  if (plan.delegation !== undefined) {
    steps.push(...(await walkDelegations({ client, chainId, sign, sender: first }, plan.delegation)));
  }
  return steps;
}

async function walkOne(
  client: Client,
  chainId: string,
  sign: Signer,
  walk: Walk,
  { slack, attaches, leavesFees = false }: Leeway,
): Promise<Step[]> {
  const { sender, recipient } = walk;
  const scene: Scene = { client, chainId, sign, sender };
  const steps: Step[] = [];
  const timed = timer(chainId, walk.what, steps);
  const what = `${chainId} ${walk.what}`;
  const before = await timed('state', () => client.state(chainId, sender.address));
  const recipientBefore = await client.state(chainId, recipient);
  const done = await carryOut(scene, { ...walk.data, recipientAddress: recipient }, timed);
  const after = await timed('state again', () => client.state(chainId, sender.address));
  const recipientAfter = await client.state(chainId, recipient);
  const history = await timed('history', () => client.history(chainId, sender.address));

  const amount = BigInt(done.data.amount);
  const moved = walk.tokenId === undefined ? nativeOf : (state: State) => tokenOf(state, walk.tokenId as string);
  const charged = walk.tokenId === undefined ? slack : 0n;
  expectNear(`${what}: received`, moved(recipientAfter) - moved(recipientBefore), amount, charged);
  if (walk.tokenId !== undefined) expectEqual(`${what}: sent`, moved(before) - moved(after), amount);
  checkFees(what, nativeOf(before) - nativeOf(after) - (walk.tokenId === undefined ? amount : 0n), done, {
    slack,
    attaches: attaches && walk.tokenId !== undefined,
  });
  if (walk.max === true) checkRemainder(chainId, availableOf(after), done.data, leavesFees);
  expectEqual(`${what}: newest in history`, history[0]?.id, done.hash);
  return steps;
}

/** A max transfer leaves at most the amount that was set aside for a fee. That fee is known only when the transaction is mined. */
function checkRemainder(
  chainId: string,
  left: bigint,
  { fees, params }: { readonly fees: string; readonly params?: unknown },
  leavesFees: boolean,
): void {
  const { l1Fee = '0' } = (params ?? {}) as { l1Fee?: string };
  const most = leavesFees ? fees : l1Fee;
  if (left > BigInt(most)) throw new Error(`${chainId}: ${left} left after sending the maximum, of ${most} set aside`);
}

/** Not the total, where an account must keep a reserve. */
function availableOf(state: State): bigint {
  return BigInt(state.balances.native?.available ?? nativeOf(state));
}

function tokenOf(state: State, id: string): bigint {
  return BigInt(state.balances.tokens?.find(({ token }) => token.id === id)?.amount ?? '0');
}
