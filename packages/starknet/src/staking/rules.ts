import { type Problem, problem } from '@isochain/core';
import type { RpcOutcome } from '@isochain/core/upstream';
import type { StarknetContext } from '../context.ts';
import { strk } from '../tokens/native.ts';
import { feltsOf, readFlag, readStakingParameters, stakingCalls } from '../upstream/staking.ts';

/** The questions that `rulesOf` reads. */
export function ruleQuestions({ chain: { staking } }: StarknetContext) {
  return { paused: stakingCalls.isPaused(staking), parameters: stakingCalls.parameters(staking) } as const;
}

type RuleAnswers = { readonly [K in keyof ReturnType<typeof ruleQuestions>]: RpcOutcome<bigint[]> };

/** What holds for all stakes. */
export interface Rules {
  /** Nothing can be done while it is. */
  readonly isPaused: boolean;
  /** How long unstaking takes, in seconds. */
  readonly exitWaitWindow: bigint;
}

/** Proves that the contract is the staking contract of STRK. A wrong address, such as that of the bridge of STRK, does not answer like that. */
export function rulesOf({ paused, parameters }: RuleAnswers): Rules | { readonly problem: Problem } {
  const isPaused = readFlag(feltsOf(paused) ?? []);
  const read = readStakingParameters(feltsOf(parameters) ?? []);
  if (isPaused === undefined || read === undefined)
    return unclear('the staking contract answers in another way than expected');
  if (read.token !== strk) return unclear('the staking contract works with another token than STRK');
  return { isPaused, exitWaitWindow: read.exitWaitWindow };
}

function unclear(reason: string): { readonly problem: Problem } {
  return { problem: problem('stake.parametersUnclear', { reason }) };
}
