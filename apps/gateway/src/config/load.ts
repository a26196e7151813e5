import { RefusedError } from '@isochain/core';
import { environment, textOf, type Variable, type Variables } from './environment.ts';
import { configProblem, explain } from './explain.ts';
import { type Settings, settings } from './settings.ts';

/**
 * Reads all settings, once, from the environment and the file that it names.
 *
 * @param given - The environment: `process.env`, or the bindings of a Worker.
 * @param readFile - Reads a file as text, where there are files.
 * @throws RefusedError `config.invalid`, with a problem for each setting that is wrong. No message repeats a value.
 */
export async function loadSettings(given: Variables, readFile?: ReadFile): Promise<Settings> {
  refuseUnknownVariables(given);
  const variables = await withFiles(given, readFile);
  const fromFile = await readSource(variables, readFile);
  const parsed = settings.safeParse(
    isObject(fromFile) ? { ...fromFile, ...fromEnvironment(variables, fromFile) } : fromFile,
  );
  if (parsed.success) return parsed.data;
  const nameOf = (path: readonly PropertyKey[]) => nameSetting(path, variables, fromFile);
  const [first, ...rest] = parsed.error.issues.flatMap((issue) => explain(issue, [], nameOf));
  throw new RefusedError([first ?? configProblem('settings', 'are not valid'), ...rest]);
}

type ReadFile = (path: string) => Promise<string>;

function refuseUnknownVariables(variables: Variables): void {
  const known = new Set<string>(environment.flatMap(({ name }) => [name, `${name}_FILE`]));
  const unknown = Object.keys(variables).find((name) => name.startsWith('ISOCHAIN_') && !known.has(name));
  if (unknown === undefined) return;
  throw configError(unknown, `is not a setting; there are ${environment.map(({ name }) => name).join(', ')}`);
}

/** Adds the texts of files that variables name: `NAME_FILE` is for `NAME`. */
async function withFiles(
  variables: Variables,
  readFile: ReadFile | undefined,
  names: readonly string[] = environment.map(({ name }) => name),
): Promise<Variables> {
  const wanted = names.filter((name) => textOf(variables, `${name}_FILE`) !== undefined);
  const texts = wanted.map(async (name) => {
    const setting = `${name}_FILE`;
    if (textOf(variables, name) !== undefined) throw configError(setting, `cannot be set together with ${name}`);
    if (readFile === undefined) throw configError(setting, 'there are no files here');
    return [name, await readText(setting, textOf(variables, setting) ?? '', readFile)] as const;
  });
  return { ...variables, ...Object.fromEntries(await Promise.all(texts)) };
}

async function readText(setting: string, path: string, readFile: ReadFile): Promise<string> {
  return readFile(path).catch((error: unknown) => {
    const code = isObject(error) && typeof error.code === 'string' ? ` (${error.code})` : '';
    throw configError(setting, `${path} cannot be read${code}`);
  });
}

function fromEnvironment(variables: Variables, fromFile: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const { name, setting, member, read } of environment as readonly Variable[]) {
    const text = textOf(variables, name);
    if (setting === undefined || text === undefined) continue;
    try {
      const value = read === undefined ? text : read(text);
      found[setting] = member === undefined ? value : { ...Object(fromFile[setting]), [member]: value };
    } catch (error) {
      throw configError(name, error instanceof TypeError ? error.message : 'cannot be read');
    }
  }
  return found;
}

/** The settings as they stand in the file, or in the variable that takes its place. */
async function readSource(variables: Variables, readFile: ReadFile | undefined): Promise<unknown> {
  const path = textOf(variables, 'ISOCHAIN_CONFIG');
  const inline = textOf(variables, 'ISOCHAIN_CONFIG_JSON');
  if (path === undefined) return inline === undefined ? {} : parse('ISOCHAIN_CONFIG_JSON', inline, variables);
  if (inline !== undefined) throw configError('ISOCHAIN_CONFIG_JSON', 'cannot be set together with ISOCHAIN_CONFIG');
  if (readFile === undefined) throw configError('ISOCHAIN_CONFIG', 'there are no files here; set ISOCHAIN_CONFIG_JSON');
  const text = await readText('ISOCHAIN_CONFIG', path, readFile);
  const named = [...text.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => name);
  return parse('ISOCHAIN_CONFIG', text, await withFiles(variables, readFile, [...new Set(named)]));
}

function parse(source: string, text: string, variables: Variables): unknown {
  try {
    return withVariables(source, JSON.parse(text), variables);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // The rest of the message quotes the text, which may hold keys.
    const place = /\(line \d+ column \d+\)/.exec(error.message)?.[0];
    throw configError(source, `is not valid JSON${place === undefined ? '' : ` ${place}`}`);
  }
}

/** Puts variables in the place of `${NAME}`, so that a file can be shared while the keys in it are not. */
function withVariables(source: string, value: unknown, variables: Variables): unknown {
  if (typeof value === 'string') {
    return value.replace(/\$\{(\w+)\}/g, (_, name: string) => {
      const text = textOf(variables, name);
      if (text === undefined) throw configError(source, `\${${name}} is not set in the environment`);
      return text;
    });
  }
  if (Array.isArray(value)) return value.map((entry) => withVariables(source, entry, variables));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, withVariables(source, entry, variables)]),
  );
}

/** The name under which the operator set it, or could have: its variable, or its path in the file. */
function nameSetting(path: readonly PropertyKey[], variables: Variables, fromFile: unknown): string {
  const [setting, ...rest] = path;
  const candidates = (environment as readonly Variable[]).filter((entry) => entry.setting === setting);
  const set = candidates.find(({ name }) => textOf(variables, name) !== undefined);
  const isInFile = setting !== undefined && isObject(fromFile) && Object.hasOwn(fromFile, setting);
  const variable = set ?? (isInFile ? undefined : candidates[0]);
  return [variable?.name ?? setting ?? 'settings', ...rest].map(String).join('.');
}

function configError(setting: string, reason: string): RefusedError {
  return new RefusedError([configProblem(setting, reason)]);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
