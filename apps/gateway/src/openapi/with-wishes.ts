import { modes } from '@isochain/core';
import type { DocumentSchema } from './annotate.ts';
import { dataName } from './components.ts';
import { wishes } from './wishes.data.ts';

interface Wish {
  readonly place: string;
  readonly families: readonly string[];
  readonly text: string;
}

const wishesOf: Readonly<Record<string, readonly Wish[]>> = wishes;

/** The schemas, with a list of wishes in `params` of each mode. */
export function withWishes(schemas: Readonly<Record<string, DocumentSchema>>): Record<string, DocumentSchema> {
  const changed = modes.flatMap((mode) => {
    const name = dataName(mode);
    const schema = schemas[name];
    const params = schema?.properties?.params;
    const list = wishesOf[mode];
    if (params === undefined || list === undefined) return [];
    const description = `${params.description}\n\n${textOf(list)}`;
    return [[name, { ...schema, properties: { ...schema?.properties, params: { ...params, description } } }] as const];
  });
  return { ...schemas, ...Object.fromEntries(changed) };
}

function textOf(list: readonly Wish[]): string {
  const lines = list.map(({ place, families, text }) => `- \`${place}\` (${families.join(', ')}): ${text}`);
  return [
    'In a request of encode or validate it holds wishes of the client. The wishes of this mode, in `params` or beside it, by family of the chain:\n',
    ...lines,
    '\nAnything else in it is answered with the warning `field.ignored`. An answer of encode that is sent again is computed anew, with the warning `data.recomputed`.',
  ].join('\n');
}
