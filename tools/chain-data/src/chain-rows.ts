import { definedEntries, inline, isList, type Literal, property } from './literal.ts';

/** Rows of a table of chains, by id: a field a line. */
export function renderChainRows(
  chains: Readonly<Record<string, { readonly [field: string]: Literal | undefined }>>,
): string {
  return Object.entries(chains)
    .map(([id, chain]) => `  ${property(id)}: {\n${renderFields(chain)}\n  },`)
    .join('\n');
}

function renderFields(chain: { readonly [field: string]: Literal | undefined }): string {
  return definedEntries(chain)
    .map(([name, value]) => `    ${name}: ${renderField(value)},`)
    .join('\n');
}

/** Lists have a line for each item: endpoints come and go one by one. */
function renderField(value: Literal): string {
  if (!isList(value) || value.length === 0) return inline(value);
  return `[\n${value.map((item) => `      ${inline(item)},\n`).join('')}    ]`;
}
