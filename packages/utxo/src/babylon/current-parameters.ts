import { type Operation, type Problem, problem, stringifyJson, UpstreamError } from '@isochain/core';
import type { UtxoContext } from '../chains.ts';
import { readVersions } from './lcd.ts';
import { type StakingParameters, versionAt } from './parameters.ts';

/** Coins that are locked by wrong parameters may be lost, so one endpoint's word is not enough where there are more. */
const witnesses = 2;

/**
 * The parameters of a new stake. Where two or more endpoints are configured, two have to answer, and to agree; the first two are asked side by
 * side, and others for those that fail. Where only one is configured, it is believed.
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
  const names = context.endpointsOf('babylon');
  const needed = Math.min(witnesses, names.length);
  const answers: Awaited<ReturnType<typeof readVersions>>[] = [];
  let failure: UpstreamError | undefined;
  for (let next = 0; answers.length < needed && next < names.length; ) {
    const asked = names.slice(next, next + needed - answers.length);
    next += asked.length;
    for (const outcome of await Promise.allSettled(asked.map((name) => readVersions(context, name, operation)))) {
      if (outcome.status === 'fulfilled') answers.push(outcome.value);
      else if (outcome.reason instanceof UpstreamError) failure = outcome.reason;
      else throw outcome.reason;
    }
  }
  if (answers.length === 0) throw failure ?? new UpstreamError(context.chainId, []);
  if (answers.length < needed) return unclear(`only ${answers.length} of ${names.length} sources answers`);
  const [parameters, ...others] = answers.map(({ versions, tip }) => versionAt(versions, tip));
  if (parameters === undefined) return unclear('none are in force');
  if (others.some((other) => stringifyJson(other) !== stringifyJson(parameters)))
    return unclear('two sources tell different ones');
  return { ok: true, parameters };
}

function unclear(reason: string): { readonly ok: false; readonly problem: Problem } {
  return { ok: false, problem: problem('stake.parametersUnclear', { reason }) };
}
