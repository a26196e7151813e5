import type { Problem } from '@isochain/core';
import { environment, isOfKubernetes, textOf, type Variable, type Variables } from './environment.ts';
import { configError, configProblem, explain, join } from './explain.ts';
import { type ReadFile, withFiles } from './files.ts';
import { Mistakes } from './mistakes.ts';
import { didYouMean, settingNames } from './near-settings.ts';
import { contradictions, type Settings, shape } from './settings.ts';
import { hasUnset, readSource } from './source.ts';

export interface LoadOptions {
  /** False if nothing is served: then profile production needs no key. */
  readonly needsKey?: boolean | undefined;
}

/**
 * Reads all settings, once, from the environment and the file that it names.
 *
 * @param given - The environment: `process.env`, or the bindings of a Worker.
 * @param readFile - Absent on platforms without files.
 * @throws RefusedError `config.invalid`, with a problem for each setting that is wrong. No message repeats a value.
 */
export async function loadSettings(given: Variables, readFile?: ReadFile): Promise<Settings> {
  const mistakes = new Mistakes();
  const { settings } = await readSettings(given, readFile, mistakes);
  mistakes.end();
  // Without a mistake there are settings.
  return settings as Settings;
}

/** What could be read: all settings if none is wrong, and the settings of each chain that is right by itself. */
export interface ReadSettings {
  readonly settings: Settings | undefined;
  readonly chains: Settings['chains'];
  /** All chains, as they are written. */
  readonly given: Readonly<Record<string, unknown>>;
}

/** Like `loadSettings`, but gathers mistakes in `mistakes`. */
export async function readSettings(
  given: Variables,
  readFile: ReadFile | undefined,
  mistakes: Mistakes,
  { needsKey = true }: LoadOptions = {},
): Promise<ReadSettings> {
  mistakes.add(...unknownVariables(given));
  let variables = given;
  for (const { name } of environment) {
    variables = (await mistakes.gather(() => withFiles(variables, readFile, [name]))) ?? variables;
  }
  const fromFile = await mistakes.gather(() => readSource(variables, readFile, mistakes));
  // If the file cannot be read, nothing can be called missing. What the environment sets can be checked all the same.
  if (fromFile === undefined) {
    const set = await fromEnvironment(variables, {}, mistakes);
    const { error } = shape.partial().safeParse(set);
    mistakes.add(
      ...(error?.issues ?? []).flatMap((issue) => explain(issue, [], (path) => nameSetting(path, variables, {}))),
    );
    return { settings: undefined, chains: {}, given: {} };
  }
  const all = isObject(fromFile)
    ? { ...fromFile, ...(await fromEnvironment(variables, fromFile, mistakes)) }
    : fromFile;
  const nameOf = (path: readonly PropertyKey[]) => nameSetting(path, variables, fromFile);
  const namesAt = (path: readonly PropertyKey[]) => settingNames(shape, path);
  const parsed = shape.safeParse(all);
  const issues = (parsed.error?.issues ?? []).filter(({ path }) => !hasUnset(valueAt(all, path)));
  mistakes.add(...issues.flatMap((issue) => explain(issue, [], nameOf, namesAt)));
  if (!isObject(all)) return { settings: undefined, chains: {}, given: {} };
  // Keys that could not be read do not count as missing.
  const isKeyNeeded = needsKey && !mistakes.concern('keys', 'ISOCHAIN_API_KEYS');
  for (const { path, message } of contradictions(all, isKeyNeeded)) {
    mistakes.add(configProblem(nameOf(path), message));
  }
  return { settings: parsed.data, chains: chainsOf(all.chains), given: isObject(all.chains) ? all.chains : {} };
}

/** The chains whose settings have the right shape, whatever else is wrong. */
function chainsOf(chains: unknown): Settings['chains'] {
  const entries = isObject(chains) ? Object.entries(chains) : [];
  const right = entries.flatMap(([id, entry]) => {
    const { data } = shape.shape.chains.safeParse({ [id]: entry });
    return data === undefined ? [] : [data];
  });
  return Object.assign({}, ...right);
}

/** The value at a path of the settings. */
export function valueAt(settings: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce((value, name) => Object(value)[name], settings);
}

function unknownVariables(variables: Variables): Problem[] {
  const known = new Set<string>(environment.flatMap(({ name }) => [name, `${name}_FILE`]));
  const names = environment.map(({ name }) => name);
  return Object.entries(variables)
    .filter(([name, value]) => name.startsWith('ISOCHAIN_') && !known.has(name) && !isOfKubernetes(name, value))
    .map(([name]) => {
      // Some settings have names that all programs use.
      const plain = name.slice('ISOCHAIN_'.length);
      const hint = names.some((each) => each === plain) ? `; did you mean ${plain}?` : didYouMean(name, names);
      return configProblem(name, `is not a setting${hint || `; there are ${names.join(', ')}`}`);
    });
}

/** The settings of the environment. If a variable sets only a part of a setting, the file's other parts are kept. */
async function fromEnvironment(
  variables: Variables,
  fromFile: Readonly<Record<string, unknown>>,
  mistakes: Mistakes,
): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const variable of environment as readonly Variable[]) {
    const { name, setting, member, adds } = variable;
    const text = textOf(variables, name);
    if (setting === undefined || text === undefined) continue;
    const value = await mistakes.gather(() => readVariable(variable, text));
    if (value === undefined) continue;
    if (member === undefined && adds !== true) {
      found[setting] = value;
      continue;
    }
    const { [setting]: inFile = {} } = fromFile;
    // A value of the file that is not an object stays, and the schema refuses it.
    if (!isObject(inFile)) continue;
    const parts = member === undefined ? Object(value) : { [member]: value };
    const both = adds === true ? Object.keys(parts).filter((part) => Object.hasOwn(inFile, part)) : [];
    mistakes.add(...both.map((part) => configProblem(join([setting, part]), `stands in ${name} too`)));
    found[setting] = { ...inFile, ...parts };
  }
  return found;
}

function readVariable({ name, read }: Variable, text: string): unknown {
  try {
    return read === undefined ? text : read(text);
  } catch (error) {
    throw configError(name, error instanceof TypeError ? error.message : 'cannot be read');
  }
}

/** The operator's name for a setting: its variable, or its path in the file. */
function nameSetting(path: readonly PropertyKey[], variables: Variables, fromFile: unknown): string {
  const [setting, entry, ...rest] = path;
  const isSet = ({ name }: Variable) => textOf(variables, name) !== undefined;
  const candidates = (environment as readonly Variable[]).filter((variable) => variable.setting === setting);
  const inFile = setting !== undefined && isObject(fromFile) ? fromFile[String(setting)] : undefined;
  const isInFile = inFile !== undefined && (entry === undefined || (isObject(inFile) && Object.hasOwn(inFile, entry)));
  const member = candidates.find((variable) => variable.member !== undefined && variable.member === entry);
  if (member !== undefined && isSet(member)) return join([member.name, ...rest]);
  const all = candidates.filter((variable) => variable.member === undefined);
  const set = all.find((variable) => isSet(variable) && !(variable.adds === true && isInFile));
  const variable = set ?? (inFile === undefined ? all[0] : undefined);
  return join([variable?.name ?? setting ?? 'settings', ...path.slice(1)]);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
