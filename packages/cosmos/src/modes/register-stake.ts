import {
  type InclusionProof,
  inclusionProblem,
  readRegistration,
  readStakingTransaction,
  type StakeRegistration,
  type StakingParameters,
  versionAt,
} from '@isochain/babylon';
import { type CheckedIntent, type ModeVerbs, type Problem, problem, RefusedError } from '@isochain/core';
import type { Params } from '../bytes/params.ts';
import type { CosmosContext } from '../context.ts';
import { defaultGasOf } from '../fees/default-gas.ts';
import type { Cosmos } from '../types.ts';
import type { Answers, Queries } from '../upstream/ask.ts';
import {
  bitcoinTip,
  depthOf,
  neededDepth,
  registeredStake,
  stakingVersions,
} from '../upstream/queries/bitcoin-stake.ts';
import type { Query } from '../upstream/query.ts';
import { honours, registrationWishesOf } from '../wishes.ts';
import { type Facts, type Proposal, readScene } from './completion.ts';

type Intent = CheckedIntent<Cosmos, 'registerStake'>;

const stakingField = 'transaction.data.signedStakingTransaction';

/** Registers a stake of Bitcoin, from the documents that encode on Bitcoin returned. */
export function registerStake(context: CosmosContext): ModeVerbs<Cosmos, 'registerStake'> {
  return {
    wishes: registrationWishesOf(context),
    honours,
    // Questions about stakes are asked over REST only.
    needs: ['rest'],
    ask: (intent, operation) =>
      readScene(
        context,
        intent,
        {
          questions: questionsOf(intent),
          defaultGas: defaultGasOf(context.chain, 'registration'),
          propose: (facts) => propose(context, intent, facts),
        },
        operation,
      ),
  };
}

/** What Babylon says, for a stake that is sent later, or that is on Bitcoin already. */
interface Questions extends Queries {
  readonly versions: Query<StakingParameters[]>;
  readonly tip: Query<number>;
}

function questionsOf({ data, wishes }: Intent): Questions {
  const txid = readStakingTransaction(data.signedStakingTransaction)?.txid;
  const { inclusionProof } = wishes;
  return {
    versions: stakingVersions,
    tip: bitcoinTip,
    ...(txid === undefined ? {} : { registered: registeredStake(txid) }),
    ...(inclusionProof === undefined ? {} : { needed: neededDepth, depth: depthOf(inclusionProof.blockHash) }),
  };
}

type Found = Answers<Questions> & {
  readonly registered?: { readonly status: string } | undefined;
  readonly needed?: number;
  readonly depth?: number | undefined;
};

function propose(context: CosmosContext, intent: Intent, { answers }: Facts<Questions>): Proposal<'registerStake'> {
  const found = answers as Found;
  const { inclusionProof, stakingTime } = intent.wishes;
  const refuse = (...errors: readonly Problem[]): Proposal<'registerStake'> => ({ spent: 0n, errors });
  if (found.registered !== undefined) {
    const { status } = found.registered;
    return refuse(problem('stake.registered', { chain: context.identity.name, status }, stakingField));
  }
  // A stake follows the parameters of its block. A stake that is sent later follows today's parameters.
  const parameters = versionAt(found.versions, inclusionProof?.blockHeight ?? found.tip);
  if (parameters === undefined) return refuse(problem('stake.parametersUnclear', { reason: 'none are in force' }));
  const read = registrationOf(context, intent, parameters);
  if ('errors' in read) return refuse(...read.errors);
  const errors = inclusionProof === undefined ? [] : depthProblems(found, inclusionProof, read.registration);
  const params: Partial<Params<'registerStake'>> = {
    parameters: writtenParameters(parameters),
    ...(stakingTime === undefined ? {} : { stakingTime }),
    ...(inclusionProof === undefined ? {} : { inclusionProof }),
  };
  return { params, spent: 0n, errors };
}

/** Verifies all documents and signatures of the stake, with the proof of possession. */
function registrationOf(
  { chain }: CosmosContext,
  { data: sent, parsed, wishes }: Intent,
  parameters: StakingParameters,
): { readonly registration: StakeRegistration } | { readonly errors: readonly Problem[] } {
  const { stakingTime, inclusionProof } = wishes;
  const chainId = chain.bitcoin ?? 'bitcoin';
  // Wallets sign the address as Babylon writes it: in lower case.
  const data = { ...sent, senderAddress: parsed.senderAddress };
  try {
    return { registration: readRegistration(data, { chainId, parameters, stakingTime, inclusionProof }) };
  } catch (error) {
    // Each problem names its field, and what is wrong with it.
    if (error instanceof RefusedError) return { errors: error.problems as readonly Problem[] };
    throw error;
  }
}

function depthProblems(
  { tip, depth, needed = 0 }: Found,
  { blockHeight: height }: InclusionProof,
  { stakingTime, unbondingTime }: StakeRegistration,
): Problem[] {
  const obstacle = inclusionProblem({ tip, depth, confirmationDepth: needed }, { height, stakingTime, unbondingTime });
  if (obstacle === undefined) return [];
  const { reason, isFinal } = obstacle;
  return [problem(isFinal ? 'stake.unregistrable' : 'stake.unproven', { reason }, 'transaction.data.params')];
}

/** Amounts as texts. */
function writtenParameters(parameters: StakingParameters): Params<'registerStake'>['parameters'] {
  const { minValue, maxValue, slashingFee, unbondingFee, covenant } = parameters;
  return {
    ...parameters,
    covenant: [...covenant],
    ...{ minValue: minValue.toString(), maxValue: maxValue.toString() },
    ...{ slashingFee: slashingFee.toString(), unbondingFee: unbondingFee.toString() },
  };
}
