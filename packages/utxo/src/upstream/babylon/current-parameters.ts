import { type InclusionDepth, inclusionProblem, type StakingParameters, versionAt } from '@isochain/babylon';
import { type Problem, problem } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { UtxoContext } from '../../context.ts';
import { readInclusion, readVersions } from './lcd.ts';
import { askMajority } from './majority.ts';

/**
 * The parameters of a new stake. Coins that are locked by wrong ones may be lost, so they are what more than half of the configured nodes tell, as
 * majority.ts says.
 *
 * @returns Or why there are none that can be relied on.
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

/** What a stake that is on Bitcoin already is registered by. */
export interface InclusionTerms {
  /** Of the height of its block. */
  readonly parameters: StakingParameters;
  readonly at: InclusionDepth;
}

/**
 * The parameters of a stake that is on Bitcoin already, and how deep its block is for Babylon: what more than half of the configured nodes tell.
 *
 * @param height - Of its block.
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
    // Nodes are some blocks apart: they have to agree on what follows from theirs.
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
