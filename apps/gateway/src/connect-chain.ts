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
import { settingNames } from './config/near-settings.ts';
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

/** Only the family knows its options, and its kinds of endpoints. */
function readOptions(id: ChainId, family: Family, settings: ChainSettings = {}): object {
  const [first, ...rest] = familyProblems(id, family, settings);
  if (first !== undefined) throw new RefusedError([first, ...rest]);
  return Object(optionsSchemaOf(family).parse(settings.options ?? {}));
}

function optionsSchemaOf({ family }: Family): z.ZodType {
  return family.optionsSchema ?? z.strictObject({});
}

/**
 * What only the family can find wrong: kinds of endpoints, and options.
 *
 * @param settings - Other parts of it may have any shape: they are looked at elsewhere.
 */
function familyProblems(
  id: ChainId,
  family: Family,
  settings: { readonly [Name in keyof ChainSettings]?: unknown },
): Problem[] {
  const { endpoints, options = {} } = settings;
  const listed: readonly unknown[] = Array.isArray(endpoints) ? endpoints : [];
  const kinds = listed.flatMap((endpoint, index) => {
    const kind: unknown = Object(endpoint).kind;
    const wrong = typeof kind === 'string' ? wrongKind(family.family, [{ url: '', kind }]) : undefined;
    return wrong === undefined ? [] : [configProblem(`chains.${id}.endpoints.${index}.kind`, wrong.reason)];
  });
  const schema = optionsSchemaOf(family);
  const above = ['chains', id, 'options'];
  const namesAt = (path: readonly PropertyKey[]) => settingNames(schema, path.slice(above.length));
  const issues = isObject(options) ? (schema.safeParse(options).error?.issues ?? []) : [];
  return [...kinds, ...issues.flatMap((issue) => explain(issue, above, undefined, namesAt))];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Opens every configured chain once, to find mistakes before the first request. Families of other chains are not loaded.
 *
 * @param given - All chains as they are written. One whose settings have a wrong shape is not opened, but the family looks at its parts.
 * @throws RefusedError `config.invalid`, with the problems of all chains.
 */
export async function checkChains(
  families: Families,
  settings: Settings['chains'],
  given: Readonly<Record<string, unknown>> = settings,
): Promise<void> {
  const problems: Problem[] = [];
  for (const id of chainIds) {
    const load = isObject(given[id]) ? families[catalogue[id].family] : undefined;
    if (load === undefined) continue;
    const family = await load();
    const found =
      settings[id] === undefined ? familyProblems(id, family, Object(given[id])) : problemsOf(id, family, settings[id]);
    problems.push(...found);
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
