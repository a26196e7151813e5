import { type InclusionDepth, inclusionProblem, type StakingParameters, versionAt } from '@isochain/babylon';
import { type Problem, problem } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { UtxoContext } from '../../context.ts';
import { readInclusion, readVersions } from './lcd.ts';
import { askMajority } from './majority.ts';

/**
 * The parameters of a new stake. Wrong parameters could lock coins for ever, so more than half of the configured nodes have to tell them
 * (majority.ts).
 *
 * @returns The parameters, or why none can be relied on.
 * @throws UpstreamError if no endpoint answers.
 */
export async function readCurrentParameters(
  context: UtxoContext,
  operation: Operation,
): Promise<
  { readonly ok: true; readonly parameters: StakingParameters } | { readonly ok: false; readonly problem: Problem }
> {
  const agreement = await askMajority(
    context,
    async (asked) => {
      const { versions, tip } = await readVersions(asked, operation);
      return versionAt(versions, tip);
    },
    (parameters) => parameters,
  );
  if (!agreement.ok) return unclear(agreement.reason);
  const [parameters] = agreement.answers;
  return parameters === undefined ? unclear('none are in force') : { ok: true, parameters };
}

/** What the registration of a stake takes that is on Bitcoin already. */
export interface InclusionTerms {
  /** The parameters at the height of its block. */
  readonly parameters: StakingParameters;
  readonly at: InclusionDepth;
}

/**
 * The parameters of a stake that is on Bitcoin already, and how deep its block is for Babylon. More than half of the configured nodes have to tell
 * them.
 *
 * @param height - Height of its block.
 * @throws UpstreamError if no endpoint answers.
 */
export async function readInclusionTerms(
  context: UtxoContext,
  { blockHash, height }: { readonly blockHash: string; readonly height: number },
  operation: Operation,
): Promise<({ readonly ok: true } & InclusionTerms) | { readonly ok: false; readonly problem: Problem }> {
  const agreement = await askMajority(
    context,
    async (asked) => {
      const { versions, ...at } = await readInclusion(blockHash, asked, operation);
      return { parameters: versionAt(versions, height), at };
    },
    // Nodes are some blocks apart, so they have to agree only on what follows from their heights.
    ({ parameters, at }) => {
      const { unbondingTime = 0 } = parameters ?? {};
      const problem = inclusionProblem(at, { height, stakingTime: 0xffff_ffff, unbondingTime });
      return [parameters ?? null, at.confirmationDepth, problem !== undefined];
    },
  );
  if (!agreement.ok) return unclear(agreement.reason);
  const [{ parameters, at }] = agreement.answers;
  return parameters === undefined ? unclear('none are in force') : { ok: true, parameters, at };
}

function unclear(reason: string): { readonly ok: false; readonly problem: Problem } {
  return { ok: false, problem: problem('stake.parametersUnclear', { reason }) };
}
