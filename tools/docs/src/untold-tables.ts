import { type FamilyName, type Mode, modes, type Telling } from '@isochain/core';
import { families } from '@isochain/gateway/src/families.ts';
import { table } from './markdown.ts';
import { grouped } from './wishes.ts';

const begin = '<!-- untold:begin -->';
const end = '<!-- untold:end -->';

/** A field that bytes do not tell. */
export interface Untold {
  readonly mode: Mode;
  /** Path in `transaction.data`. */
  readonly field: string;
  readonly kind: 'never' | 'sometimes' | 'hidden';
  readonly reason: string;
}

const titles = {
  never: 'not in the bytes',
  sometimes: 'not in all bytes',
  hidden: 'not shown by the bytes',
} as const satisfies Record<Untold['kind'], string>;

/** The page with a table for each family that the gateway serves: what its bytes do not tell, and why. The rest is written by hand. */
export async function withUntoldTables(page: string): Promise<string> {
  const sections = await Promise.all(
    Object.values(families).map(async (load) => {
      const { family } = await load();
      const [chainId] = family.chainIds;
      return chainId === undefined ? '' : section(family.name, family.bytes(chainId).told);
    }),
  );
  const [before, rest = ''] = page.split(begin);
  const [, after = ''] = rest.split(end);
  return rest === '' ? page : `${before}${begin}\n\n${sections.join('\n\n')}\n\n${end}${after}`;
}

function section(family: FamilyName, told: object): string {
  const byField = grouped(untoldOf(told), ({ field, kind, reason }) => [field, kind, reason]).map((group) => {
    const having = group.map(({ mode }) => `\`${mode}\``);
    const { field, kind, reason } = group[0];
    const modesText = having.length === Object.keys(told).length ? 'all' : having.join(', ');
    return { place: `\`${field}\``, rest: [modesText, titles[kind], reason] };
  });
  const rows = grouped(byField, ({ rest }) => rest).map((group) => [
    group.map(({ place }) => place).join(', '),
    ...group[0].rest,
  ]);
  return `### ${family}\n\n${table(['fields', 'modes', 'which is', 'because'], rows)}`;
}

/** All fields that the bytes of a family do not tell, in the order of the modes. */
export function untoldOf(told: object): Untold[] {
  return modes.flatMap((mode) => {
    const fields = (told as { readonly [M in Mode]?: Readonly<Record<string, Telling>> })[mode] ?? {};
    return Object.entries(fields).flatMap(([field, telling]): Untold[] => {
      if (typeof telling === 'string' || 'idle' in telling) return [];
      if ('never' in telling) return [{ mode, field, kind: 'never', reason: telling.never }];
      if ('hidden' in telling) return [{ mode, field, kind: 'hidden', reason: telling.hidden }];
      return [{ mode, field, kind: 'sometimes', reason: telling.sometimes }];
    });
  });
}
