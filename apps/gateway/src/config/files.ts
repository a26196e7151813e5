import { textOf, type Variables } from './environment.ts';
import { configError } from './explain.ts';

/** Reads a file as it is. */
export type ReadFile = (path: string) => Promise<Uint8Array>;

/**
 * Reads files that variables name: `NAME_FILE` sets `NAME` to the text of a file.
 *
 * @throws RefusedError `config.invalid`
 */
export async function withFiles(
  variables: Variables,
  readFile: ReadFile | undefined,
  names: readonly string[],
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

/**
 * A file as text, without the byte order mark that some editors write.
 *
 * @param setting - The setting that names the file.
 * @throws RefusedError `config.invalid`
 */
export async function readText(setting: string, path: string, readFile: ReadFile): Promise<string> {
  const bytes = await readFile(path).catch((error: unknown) => {
    const code: unknown = Object(error).code;
    throw configError(setting, `${path} cannot be read${typeof code === 'string' ? ` (${code})` : ''}`);
  });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw configError(setting, `${path} is not UTF-8`);
  }
}
