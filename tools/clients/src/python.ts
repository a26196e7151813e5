import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { env } from 'node:process';

const programs = ['openapi-python-client', 'openapi-spec-validator', 'mypy', 'python3'] as const;

/** Paths of the Python programs that tests run. */
export type PythonTools = Readonly<Record<(typeof programs)[number], string>>;

/**
 * Finds the programs of requirements.txt and their Python in one folder of the PATH, such as a venv's.
 *
 * @returns undefined if they are not installed. Tests that need them are skipped then.
 */
export function findPythonTools(): PythonTools | undefined {
  const folder = (env.PATH ?? '')
    .split(delimiter)
    .filter((one) => one !== '')
    .find((one) => programs.every((program) => isExecutable(join(one, program))));
  if (folder === undefined) return undefined;
  return Object.fromEntries(programs.map((program) => [program, join(folder, program)])) as PythonTools;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Tells developers who lack these programs how to install them. */
export const pythonIsMissing =
  'The Python tools are not installed (tools/clients/README.md says how): tests of the Python client are skipped.';
