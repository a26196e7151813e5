import { RefusedError } from '@isochain/core';
import { environment, textOf, type Variable, type Variables } from './environment.ts';
import { configError, configProblem, explain, join } from './explain.ts';
import { type ReadFile, withFiles } from './files.ts';
import { isOfKubernetes } from './kubernetes.ts';
import { type Settings, settings } from './settings.ts';
import { readSource } from './source.ts';

/**
 * Reads all settings, once, from the environment and the file that it names.
 *
 * @param given - The environment: `process.env`, or the bindings of a Worker.
 * @param readFile - Where there are files.
 * @throws RefusedError `config.invalid`, with a problem for each setting that is wrong. No message repeats a value.
 */
export async function loadSettings(given: Variables, readFile?: ReadFile): Promise<Settings> {
  refuseUnknownVariables(given);
  const names = environment.map(({ name }) => name);
  const variables = await withFiles(given, readFile, names);
  const fromFile = await readSource(variables, readFile);
  const parsed = settings.safeParse(
    isObject(fromFile) ? { ...fromFile, ...fromEnvironment(variables, fromFile) } : fromFile,
  );
  if (parsed.success) return parsed.data;
  const nameOf = (path: readonly PropertyKey[]) => nameSetting(path, variables, fromFile);
  const [first, ...rest] = parsed.error.issues.flatMap((issue) => explain(issue, [], nameOf));
  throw new RefusedError([first ?? configProblem('settings', 'are not valid'), ...rest]);
}

function refuseUnknownVariables(variables: Variables): void {
  const known = new Set<string>(environment.flatMap(({ name }) => [name, `${name}_FILE`]));
  const unknown = Object.entries(variables).find(
    ([name, value]) => name.startsWith('ISOCHAIN_') && !known.has(name) && !isOfKubernetes(name, value),
  );
  if (unknown === undefined) return;
  throw configError(unknown[0], `is not a setting; there are ${environment.map(({ name }) => name).join(', ')}`);
}

/** The settings of the environment, each with what the file says beside it where a variable sets but a part. */
function fromEnvironment(variables: Variables, fromFile: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const variable of environment as readonly Variable[]) {
    const { name, setting, member, adds } = variable;
    const text = textOf(variables, name);
    if (setting === undefined || text === undefined) continue;
    const value = readVariable(variable, text);
    if (member === undefined && adds !== true) {
      found[setting] = value;
      continue;
    }
    const { [setting]: inFile = {} } = fromFile;
    // What is no object is refused as it stands in the file.
    if (!isObject(inFile)) continue;
    const parts = member === undefined ? Object(value) : { [member]: value };
    const both = adds === true ? Object.keys(parts).find((part) => Object.hasOwn(inFile, part)) : undefined;
    if (both !== undefined) throw configError(join([setting, both]), `stands in ${name} too`);
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

/** The name under which the operator set it, or could have: its variable, or its path in the file. */
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
