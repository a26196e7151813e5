import {
  type CheckedIntent,
  type Decision,
  type ModeVerbs,
  nativeAmount,
  type Problem,
  problem,
  type Scene,
} from '@isochain/core';
import { ask, type Operation } from '@isochain/core/upstream';
import { accountClasses } from '../account/classes.ts';
import { type DeployableClass, type Deployment, deploymentOf } from '../account/derive.ts';
import { pointOf } from '../address/public-key.ts';
import { type DeployPlan, highestFee } from '../bytes/transaction.ts';
import type { StarknetContext } from '../context.ts';
import { boundsOf, ceilingProblems, type Prices } from '../fees/bounds.ts';
import { tipProblems } from '../fees/ceilings.ts';
import { usualFeesOf } from '../fees/usual-fees.ts';
import type { StarknetOptions } from '../options.ts';
import type { Starknet } from '../types.ts';
import { type Estimated, estimateFees } from '../upstream/estimate.ts';
import { rpc } from '../upstream/rpc.ts';
import { nativeBalance } from '../upstream/token-calls.ts';
import { honoursOfDeployment, wishesOf } from '../wishes.ts';
import { nothing, paramsOf, pricesOf } from './completion.ts';
import { fundsProblems } from './funds.ts';

const keyField = 'transaction.data.senderPubKey';

/** Begins the account of a key. Its address follows from the key, and it pays by itself: it has to be funded before. */
export function deployAccount(
  context: StarknetContext,
  options: Pick<StarknetOptions, 'accountClass'>,
): ModeVerbs<Starknet, 'deployAccount'> {
  return {
    wishes: wishesOf.deployAccount,
    honours: honoursOfDeployment,
    ask: (intent, operation) => readDeployment(context, options, intent, operation),
  };
}

async function readDeployment(
  context: StarknetContext,
  options: Pick<StarknetOptions, 'accountClass'>,
  { parsed: { senderPubKey: key }, wishes }: CheckedIntent<Starknet, 'deployAccount'>,
  operation: Operation,
): Promise<Scene<Starknet, 'deployAccount'>> {
  const className = wishes.accountClass ?? options.accountClass ?? 'argent-0.4.0';
  const deployment = deploymentOf(className, key);
  const { address } = deployment;
  const answers = await ask(operation, {
    classHash: rpc.classHashAt(address),
    held: nativeBalance(address),
    latest: rpc.latestBlock(),
  });
  const balance = answers.held;
  const costly = tipProblems(context.ceilings, BigInt(wishes.tip ?? '0'));
  if (costly.length > 0) return refused(costly, balance);
  if (answers.classHash.ok) return refused([problem('account.exists', { account: address }, keyField)], balance);
  const { address: sender, ...made } = deployment;
  const plan: DeployPlan = {
    type: 'DEPLOY_ACCOUNT',
    chain: context.chain.id,
    sender,
    owner: pointOf(key),
    account: className,
    nonce: 0n,
    tip: BigInt(wishes.tip ?? '0'),
    bounds: nothing,
    ...made,
  };
  const estimated = await estimateFees(plan, operation);
  return { decide: () => decide(context, { plan, deployment, balance, estimated, prices: pricesOf(answers.latest) }) };
}

interface Read {
  readonly plan: DeployPlan;
  readonly deployment: Deployment;
  readonly balance: bigint;
  readonly estimated: Estimated;
  readonly prices: Prices;
}

function decide(
  context: StarknetContext,
  { plan, deployment, balance, estimated, prices }: Read,
): Decision<Starknet, 'deployAccount'> {
  const { owner, account, tip } = plan;
  if (!estimated.ok) {
    const error = failure(context, account, balance, estimated.reason);
    return { computed: {}, errors: [error], warnings: [], held: balance };
  }
  const bounds = boundsOf(estimated.estimate, prices, estimated.surcharge);
  const absurd = ceilingProblems(context, bounds, tip);
  if (absurd.length > 0) return { computed: {}, errors: absurd, warnings: [], held: balance };
  const fees = highestFee({ bounds, tip });
  const errors = fundsProblems(context, { balance, spent: 0n, fees }, keyField);
  const computed = {
    contractType: 'argentx' as const,
    fees: fees.toString(),
    gas: bounds.l2_gas.maxAmount.toString(),
    nonce: '0',
    ...(errors.length > 0
      ? {}
      : {
          params: {
            ...paramsOf({ owner, account, tip, bounds }),
            account: plan.account,
            contractAddress: deployment.address,
          },
        }),
  };
  const usualFees = usualFeesOf(estimated.estimate, estimated.surcharge, prices, tip);
  return { computed, errors, warnings: [], held: balance, usualFees };
}

/** Why the deployment cannot be estimated. */
function failure(context: StarknetContext, account: DeployableClass, balance: bigint, reason: string): Problem {
  // Nobody shall send coins to an address whose contract does not exist (starkware-libs/sequencer, blockifier: UndeclaredClassHash).
  if (/class with hash \S+ is not declared|class hash not found/i.test(reason)) {
    const missing = `the network has no class ${accountClasses[account].name} (${accountClasses[account].classHash})`;
    return problem('transaction.fails', { reason: missing }, 'transaction.data.params.accountClass');
  }
  if (balance > 0n) return problem('transaction.fails', { reason }, 'transaction.data');
  // Some nodes cannot estimate what an empty account does (eqlabs/pathfinder#2807).
  const numbers = { ticker: context.identity.ticker, available: nativeAmount(context, balance) };
  return problem('balance.insufficientForFees', numbers, keyField);
}

function refused(errors: readonly Problem[], held: bigint | undefined): Scene<Starknet, 'deployAccount'> {
  return { decide: () => ({ computed: {}, errors, warnings: [], held }) };
}
