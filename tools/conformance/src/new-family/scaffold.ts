import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { catalogue, chainIds, type FamilyName, families } from '@isochain/core';

const templates = fileURLToPath(new URL('../../templates/family/', import.meta.url));

export interface NewFamily {
  /** Of the folder in `packages/`, of the package behind `@isochain/`, and of its export. */
  readonly packageName: string;
  /** The family's name on the wire. */
  readonly family: FamilyName;
}

/**
 * Writes the skeleton of a family's package, and makes it known to the compiler and to the gateway's dependencies. What nobody but a person can write
 * fails as a test.
 *
 * @param root - Of the repository, with a slash at its end.
 * @returns The files that were written or changed, from the root.
 * @throws Error in a sentence for people, before anything is written.
 */
export function scaffold({ packageName, family }: NewFamily, root: string): string[] {
  if (!/^[a-z][a-z0-9]*$/.test(packageName))
    throw new Error(`"${packageName}" cannot be a package's name: small letters and digits, and a letter first.`);
  if (!families.includes(family))
    throw new Error(`The specification has no family "${family}". It has ${families.join(', ')}.`);
  const folder = `packages/${packageName}`;
  if (existsSync(`${root}${folder}`)) throw new Error(`${folder} is there already.`);

  const chains = chainIds.filter((id) => catalogue[id].family === family);
  const words: Readonly<Record<string, string>> = {
    package: packageName,
    export: packageName,
    family,
    Title: family.charAt(0).toUpperCase() + family.slice(1),
    chain: chains[0] ?? '',
    chains: chains.map((id) => `\`${id}\``).join(', '),
    chainIds: `[${chains.map((id) => `'${id}'`).join(', ')}]`,
  };
  const written = globSync('**/*.template', { cwd: templates }).map((template) => {
    const path = `${folder}/${template.replaceAll('\\', '/').replace(/\.template$/, '')}`;
    const text = readFileSync(`${templates}${template}`, 'utf8').replaceAll(
      /__(\w+?)__/g,
      (whole, word: string) => words[word] ?? whole,
    );
    mkdirSync(dirname(`${root}${path}`), { recursive: true });
    writeFileSync(`${root}${path}`, text);
    return path;
  });
  copyFileSync(`${root}LICENSE`, `${root}${folder}/LICENSE`);
  return [...written, `${folder}/LICENSE`, ...register(packageName, root)].toSorted();
}

/** Puts the package where the compiler and npm look for it. */
function register(packageName: string, root: string): string[] {
  const gateway = 'apps/gateway/';
  // In front of what stands behind the families, so that these stay together.
  addLine(
    'tsconfig.json',
    '"path": "tools/devnet',
    `    {\n      "path": "packages/${packageName}/tsconfig.lib.json"\n    },\n`,
    '    {\n',
  );
  addLine(
    `${gateway}tsconfig.lib.json`,
    '    { "path": "../../tools/',
    `    { "path": "../../packages/${packageName}/tsconfig.lib.json" },\n`,
  );
  addLine(`${gateway}package.json`, '    "@opentelemetry/api"', `    "@isochain/${packageName}": "*",\n`);
  return ['tsconfig.json', `${gateway}tsconfig.lib.json`, `${gateway}package.json`];

  function addLine(path: string, before: string, text: string, opening = ''): void {
    const old = readFileSync(`${root}${path}`, 'utf8');
    const found = old.indexOf(before);
    const at = opening === '' ? found : old.lastIndexOf(opening, found);
    if (found < 0 || at < 0) throw new Error(`${path} has no line with ${before}: add the package there by hand.`);
    writeFileSync(`${root}${path}`, old.slice(0, at) + text + old.slice(at));
  }
}

/** The line of apps/gateway/src/registered.ts that makes the gateway serve a family. */
export function registeringLine({ packageName, family }: NewFamily): string {
  return `export { registration as ${family} } from '@isochain/${packageName}/registration';`;
}

/** What is left to do, for people. */
export function nextSteps({ packageName, family }: NewFamily): string {
  return `What is left, in an order that works (docs/add-a-family.md says more):

  1. npm install && node tools/lockfile/complete.mjs
     The family's own library goes into packages/${packageName}/package.json: npm install <library>@<version> --save-exact -w packages/${packageName}
  2. Write the family in packages/${packageName}/src, until its tests pass:
       npx vitest run --project unit --project engines packages/${packageName}
     The page lists the files that every family has, and the rules of each. This names those that are missing:
       npx vitest run --project unit tools/conformance/src/layout.test.ts
  3. One line in apps/gateway/src/registered.ts:
       ${registeringLine({ packageName, family })}
  4. An engine, if there is one, in tools/devnet/src/${packageName}, its line in tools/devnet/src/devnet.ts,
     and its entry in tools/devnet/package.json
  5. packages/${packageName}/test/hand-in.ts: what bench, demo, /docs and checks ask. Then: npm run generate
  6. docs/signing.md, the table in README.md, packages/${packageName}/README.md, CHANGELOG.md
  7. npm run lint && npm run typecheck && npm test
`;
}
