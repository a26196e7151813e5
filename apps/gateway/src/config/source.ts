import { findOddity, standsTwice } from '../json-text.ts';
import { textOf, type Variables } from './environment.ts';
import { configError, configProblem, join } from './explain.ts';
import { type ReadFile, readText, withFiles } from './files.ts';
import type { Mistakes } from './mistakes.ts';

/**
 * The settings of the file, or of the variable that replaces it, with variables put into them.
 *
 * @param mistakes - Gets a problem for each variable that the file names and that is not set. Its `${NAME}` stays in the value.
 * @throws RefusedError `config.invalid`
 */
export async function readSource(
  variables: Variables,
  readFile: ReadFile | undefined,
  mistakes: Mistakes,
): Promise<unknown> {
  const path = textOf(variables, 'ISOCHAIN_CONFIG');
  const inline = textOf(variables, 'ISOCHAIN_CONFIG_JSON');
  if (path === undefined) return inline === undefined ? {} : parse('ISOCHAIN_CONFIG_JSON', inline, variables, mistakes);
  if (inline !== undefined) throw configError('ISOCHAIN_CONFIG_JSON', 'cannot be set together with ISOCHAIN_CONFIG');
  if (readFile === undefined) throw configError('ISOCHAIN_CONFIG', 'there are no files here; set ISOCHAIN_CONFIG_JSON');
  const text = await readText('ISOCHAIN_CONFIG', path, readFile);
  const named = [...text.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => name);
  let known = variables;
  for (const name of new Set(named)) {
    known = (await mistakes.gather(() => withFiles(known, readFile, [name]))) ?? known;
  }
  return parse('ISOCHAIN_CONFIG', text, known, mistakes);
}

function parse(source: string, text: string, variables: Variables, mistakes: Mistakes): unknown {
  const value = parseJson(source, text);
  const oddity = findOddity(text);
  if (oddity !== undefined) {
    // What has a name twice can be checked all the same.
    if (oddity.reason !== standsTwice) throw configError(join(oddity.path), oddity.reason);
    mistakes.add(configProblem(join(oddity.path), oddity.reason));
  }
  const unset = new Set<string>();
  const whole = withVariables(value, variables, unset);
  mistakes.add(...[...unset].map((name) => configProblem(source, `\${${name}} is not set in the environment`)));
  return whole;
}

/** Whether a value is a text with a variable that is not set. Nothing else can be checked in such a text. */
export function hasUnset(value: unknown): boolean {
  return typeof value === 'string' && /\$\{\w+\}/.test(value);
}

function parseJson(source: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // The rest of the message quotes the text, which may hold keys.
    const place = error instanceof SyntaxError ? /\(line \d+ column \d+\)/.exec(error.message)?.[0] : undefined;
    throw configError(source, `is not valid JSON${place === undefined ? '' : ` ${place}`}`);
  }
}

/** Puts variables in the place of `${NAME}`, so that a file can be shared while the keys in it are not. */
function withVariables(value: unknown, variables: Variables, unset: Set<string>): unknown {
  if (typeof value === 'string') {
    return value.replace(/\$\{(\w+)\}/g, (written, name: string) => {
      const text = textOf(variables, name);
      if (text === undefined) unset.add(name);
      return text ?? written;
    });
  }
  if (Array.isArray(value)) return value.map((entry) => withVariables(entry, variables, unset));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, withVariables(entry, variables, unset)]),
  );
}
