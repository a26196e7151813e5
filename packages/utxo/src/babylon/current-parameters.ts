import { type Operation, type Problem, problem } from '@isochain/core';
import type { UtxoContext } from '../chains.ts';
import { readVersions } from './lcd.ts';
import { askMajority } from './majority.ts';
import { type StakingParameters, versionAt } from './parameters.ts';

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
      const { versions, tip } = await readVersions(context, asked, operation);
      return versionAt(versions, tip);
    },
    (parameters) => parameters,
  );
  if (!agreement.ok) return unclear(agreement.reason);
  const [parameters] = agreement.answers;
  return parameters === undefined ? unclear('none are in force') : { ok: true, parameters };
}

function unclear(reason: string): { readonly ok: false; readonly problem: Problem } {
  return { ok: false, problem: problem('stake.parametersUnclear', { reason }) };
}
