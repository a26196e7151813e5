import { type Chain, type ChainId, type FamilyName, type Mode, modes } from '@isochain/core';
import { families } from '@isochain/gateway/src/families.ts';
import * as z from 'zod';

/** A wish in one mode. All chains of the family with that mode take it, unless `chains` names some. */
export interface Wish {
  readonly mode: Mode;
  /** Its path in `transaction.data`. */
  readonly place: string;
  /** Its type in JSON: `string`, or the possible values. */
  readonly type: string;
  /** Its meaning, for clients. */
  readonly text: string;
  readonly chains?: readonly ChainId[];
}

export interface FamilyWishes {
  readonly family: FamilyName;
  /** The modes of its chains. */
  readonly modes: readonly Mode[];
  /** In the order of the modes. */
  readonly wishes: readonly Wish[];
}

/** A chain, as far as its wishes are concerned. */
export type ChainWishes = Pick<Chain, 'id'> & {
  detail(): Pick<ReturnType<Chain['detail']>, 'wishes'>;
  readonly adapter: { readonly modes: Chain['adapter']['modes'] };
};

/** The wishes of each family that the gateway serves, with public endpoints. */
export async function wishesOfFamilies(): Promise<FamilyWishes[]> {
  return Promise.all(
    Object.values(families).map(async (load) => {
      const family = await load();
      return { family: family.family.name, ...wishesOfChains(family.chainIds.map((id) => family.connect(id))) };
    }),
  );
}

/** The wishes of one family's chains. */
export function wishesOfChains(chains: readonly ChainWishes[]): Omit<FamilyWishes, 'family'> {
  const details = chains.map((chain) => ({ id: chain.id, chain, of: chain.detail().wishes }));
  const having = modes.filter((mode) => details.some(({ of }) => of[mode] !== undefined));
  return { modes: having, wishes: having.flatMap((mode) => wishesOfMode(mode)) };

  function wishesOfMode(mode: Mode): Wish[] {
    const found = new Map<string, Wish & { readonly chains: ChainId[] }>();
    const withMode = details.filter(({ of }) => of[mode] !== undefined);
    for (const { id, chain, of } of withMode) {
      const types = typesOf(chain, mode);
      for (const [place, text] of Object.entries(of[mode] ?? {})) {
        const type = types[place] ?? 'string';
        const key = JSON.stringify([place, type, text]);
        const wish = found.get(key) ?? { mode, place, type, text, chains: [] };
        wish.chains.push(id);
        found.set(key, wish);
      }
    }
    return [...found.values()].map(({ chains: on, ...wish }) =>
      on.length === withMode.length ? wish : { ...wish, chains: on },
    );
  }
}

/** Types of the members of `params`, by their place. `fees`, `gas` and `nonce` are strings. */
function typesOf({ adapter }: ChainWishes, mode: Mode): Record<string, string> {
  const verbs = (adapter.modes as { readonly [M in Mode]?: { readonly wishes: z.ZodObject } })[mode];
  if (verbs === undefined) return {};
  const { properties = {} } = z.toJSONSchema(verbs.wishes, { io: 'input', unrepresentable: 'any' });
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [`params.${name}`, typeOf(schema as JsonSchema)]),
  );
}

/** The part of JSON Schema that this file uses. */
interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
}

function typeOf({ type, enum: values, anyOf, items, ...schema }: JsonSchema): string {
  if ('const' in schema) return JSON.stringify(schema.const);
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' or ');
  if (anyOf !== undefined) return [...new Set(anyOf.map(typeOf))].join(' or ');
  if (items !== undefined) return `list of ${typeOf(items)}`;
  return type === undefined ? 'none' : [type].flat().join(' or ');
}

/** Groups entries with the same key, in the order of their first entries. */
export function grouped<T>(all: readonly T[], keyOf: (one: T) => unknown): [T, ...T[]][] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const one of all) {
    const key = JSON.stringify(keyOf(one));
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return [...groups.values()];
}
