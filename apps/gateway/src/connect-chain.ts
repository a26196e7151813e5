import {
  type Chain,
  type ChainId,
  type ConnectOptions,
  catalogue,
  chainIds,
  type Family,
  type Problem,
  RefusedError,
  wrongKind,
} from '@isochain/core';
import * as z from 'zod';
import type { ChainSettings } from './config/chain-settings.ts';
import { configError, configProblem, explain } from './config/explain.ts';
import type { Settings } from './config/settings.ts';
import type { Families } from './families.ts';

/**
 * Opens a chain as it is configured. Touches no network.
 *
 * @param connect - Options for every chain.
 * @throws RefusedError `config.invalid` if the family does not take the chain's endpoints or options.
 */
export function connectChain(
  id: ChainId,
  family: Family,
  settings: ChainSettings | undefined,
  connect: Omit<ConnectOptions, 'endpoints'>,
): Chain {
  const options = readOptions(id, family, settings);
  try {
    const { endpoints, oldestBlockMs } = settings ?? {};
    return family.connect(id, { ...options, ...connect, endpoints, oldestBlockMs });
  } catch (error) {
    // Messages of the upstream client never repeat a URL. Other messages might.
    const reason = error instanceof TypeError ? `cannot be used: ${error.message}` : 'cannot be used';
    throw error instanceof RefusedError ? error : configError(`chains.${id}`, reason);
  }
}

/** Kinds of endpoints that can serve a chain of this family on their own. */
export function nodeKindsOf({ family }: Family): readonly (string | undefined)[] {
  return Object.entries(family.upstreams).flatMap(([kind, { isNode }]) => (isNode ? [kind] : []));
}

/** Only the family knows its options. */
function readOptions(id: ChainId, { family }: Family, { endpoints, options = {} }: ChainSettings = {}): object {
  const wrong = wrongKind(family, endpoints);
  if (wrong !== undefined) throw configError(`chains.${id}.endpoints.${wrong.index}.kind`, wrong.reason);
  const parsed = (family.optionsSchema ?? z.strictObject({})).safeParse(options);
  if (parsed.success) return Object(parsed.data);
  const [first, ...rest] = parsed.error.issues.flatMap((issue) => explain(issue, ['chains', id, 'options']));
  throw new RefusedError([first ?? configProblem(`chains.${id}.options`, 'are not valid'), ...rest]);
}

/**
 * Opens every configured chain once, to find mistakes before the first request. Families of other chains are not loaded.
 *
 * @throws RefusedError `config.invalid`, with the problems of all chains.
 */
export async function checkChains(families: Families, settings: Settings['chains']): Promise<void> {
  const problems: Problem[] = [];
  for (const id of chainIds) {
    const load = settings[id] === undefined ? undefined : families[catalogue[id].family];
    if (load !== undefined) problems.push(...problemsOf(id, await load(), settings[id]));
  }
  const [first, ...rest] = problems;
  if (first !== undefined) throw new RefusedError([first, ...rest]);
}

function problemsOf(id: ChainId, family: Family, settings: ChainSettings | undefined): readonly Problem[] {
  try {
    const chain = connectChain(id, family, settings, {});
    // It answers that it has stopped: that is no mistake.
    if (chain.end?.isServed === false) return [];
    const { endpoints } = chain.adapter.upstream;
    const kinds = nodeKindsOf(family);
    if (endpoints.some(({ kind }) => kinds.includes(kind))) return [];
    const wanted = kinds.length === 1 ? 'a node: one without a kind' : `one of kind ${kinds.join(', ')}`;
    return [configProblem(`chains.${id}.endpoints`, `must have ${wanted}`)];
  } catch (error) {
    if (error instanceof RefusedError) return error.problems;
    throw error;
  }
}
