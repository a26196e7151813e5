import { type ChainIdentity, catalogue, families as familyNames } from '@isochain/core';
import { settings } from '@isochain/gateway/src/config/settings.ts';
import { families } from '@isochain/gateway/src/families.ts';

type Schema = Readonly<Record<string, unknown>> & { readonly properties?: Readonly<Record<string, Schema>> };

/** The settings of a chain of each family: the same but for kinds of endpoints and options. Any of both, where the family is not built. */
async function chainSchemas(chain: Schema): Promise<Readonly<Record<string, Schema>>> {
  const entries = familyNames.map(async (name) => {
    const family = (await families[name]?.())?.family;
    if (family === undefined) return [name, chain] as const;
    const { $schema: _, ...options } = family.optionsSchema?.toJSONSchema({ io: 'input' }) ?? {
      type: 'object',
      maxProperties: 0,
    };
    const properties = { ...withKinds(chain, Object.keys(family.upstreams)).properties, options };
    return [name, { ...chain, properties }] as const;
  });
  return Object.fromEntries(await Promise.all(entries)) as Record<string, Schema>;
}

/** The same with these kinds of endpoints and no others. */
function withKinds<T>(schema: T, kinds: readonly string[] = []): T {
  return mapObjects(schema, (entry) => {
    const { kind, ...others } = Object(entry.properties) as Record<string, Schema>;
    if (kind === undefined) return entry;
    const { minLength: _, ...any } = kind;
    return { ...entry, properties: { ...others, ...(kinds.length === 0 ? {} : { kind: { ...any, enum: kinds } }) } };
  });
}

/** What stands for a variable of the environment, in any text. */
const variable = String.raw`\$\{\w+\}`;

/** The same with variables in every text but names: what they hold, only the gateway knows. */
function withVariables(schema: Schema): Schema {
  return mapObjects(schema, (entry) => {
    const { pattern, format: _, enum: choices, ...rest } = entry;
    if (typeof pattern === 'string') return { ...rest, pattern: `${pattern}|${variable}` };
    const { type, ...about } = rest;
    if (type !== 'string' || !Array.isArray(choices)) return entry;
    return {
      ...about,
      anyOf: [
        { type, enum: choices },
        { type, pattern: variable },
      ],
    };
  });
}

/** Changes every object in a value, from the inside out, but for what says how names look. */
function mapObjects<T>(value: T, change: (entry: Schema) => Schema): T {
  if (Array.isArray(value)) return value.map((entry) => mapObjects(entry, change)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, entry]) => [
    name,
    name === 'propertyNames' ? entry : mapObjects(entry, change),
  ]);
  return change(Object.fromEntries(entries)) as T;
}

/**
 * JSON Schema of the file of settings, for editors: what they complete and underline. Kinds of endpoints and options of a chain are those of its
 * family. What the gateway takes, it takes; it cannot say everything that the gateway refuses (two keys that are one, a chain without a node).
 *
 * @param known - The chains, by id.
 */
export async function configSchema(
  known: Readonly<Record<string, Pick<ChainIdentity, 'family'>>> = catalogue,
): Promise<string> {
  const { properties = {}, ...rest } = settings.toJSONSchema({ io: 'input' }) as Schema;
  const chain = Object(properties.chains?.additionalProperties) as Schema;
  const chains = Object.entries(known).map(([id, { family }]) => [id, { $ref: `#/$defs/${family}` }] as const);
  const schema = {
    ...rest,
    title: 'Settings of the isochain gateway',
    properties: {
      ...properties,
      chains: {
        type: 'object',
        description: properties.chains?.description,
        properties: Object.fromEntries(chains),
        additionalProperties: false,
      },
    },
    $defs: await chainSchemas(chain),
  };
  return `${JSON.stringify(withVariables(schema), null, 2)}\n`;
}
