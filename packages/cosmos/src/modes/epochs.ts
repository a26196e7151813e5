import { type Problem, problem } from '@isochain/core';
import type { NamedChain } from '../chains.ts';
import { epochingRules } from '../upstream/queries/position.ts';

// Babylon puts staking messages into a queue, and carries them out at the end of the epoch (babylonlabs-io/babylon x/epoching).

type Rules = { readonly blocks: number; readonly minimum: bigint };

/** Asks for the rules of epochs, on chains that have them. */
export function epochQuestions({ chain }: Pick<NamedChain, 'chain'>) {
  return chain.staking === 'epoching' ? { epochs: epochingRules } : {};
}

/** The answer to `epochQuestions`. Undefined if the chain carries out staking messages at once. */
export function epochsOf(answers: object): Rules | undefined {
  return (answers as { readonly epochs?: Rules }).epochs;
}

export function queueWarnings({ identity }: Pick<NamedChain, 'identity'>, rules: Rules | undefined): Problem[] {
  if (rules === undefined) return [];
  return [problem('transaction.queued', { chain: identity.name, blocks: rules.blocks })];
}
