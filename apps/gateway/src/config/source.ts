import { textOf, type Variables } from './environment.ts';
import { configError, join } from './explain.ts';
import { type ReadFile, readText, withFiles } from './files.ts';
import { findOddity } from './json-text.ts';

/**
 * The settings as they stand in the file, or in the variable that takes its place, with variables put into them.
 *
 * @throws RefusedError `config.invalid`
 */
export async function readSource(variables: Variables, readFile: ReadFile | undefined): Promise<unknown> {
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
  const value = parseJson(source, text);
  const oddity = findOddity(text);
  if (oddity !== undefined) throw configError(join(oddity.path), oddity.reason);
  return withVariables(source, value, variables);
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
function withVariables(source: string, value: unknown, variables: Variables): unknown {
  if (typeof value === 'string') {
    return value.replace(/\$\{(\w+)\}/g, (_, name: string) => {
      const text = textOf(variables, name);
      if (text === undefined) throw configError(source, `\${${name}} is not set in the environment`);
      return text;
    });
  }
  if (Array.isArray(value)) return value.map((entry) => withVariables(source, entry, variables));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, withVariables(source, entry, variables)]),
  );
}
