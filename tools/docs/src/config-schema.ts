import { type ChainIdentity, catalogue, families as familyNames } from '@isochain/core';
import { settings } from '@isochain/gateway/src/config/settings.ts';
import { type Families, families } from '@isochain/gateway/src/families.ts';

type Schema = Readonly<Record<string, unknown>> & { readonly properties?: Readonly<Record<string, Schema>> };

/** The settings of a chain, for each family. Families differ in kinds of endpoints and options. A family that is not built takes any of both. */
async function chainSchemas(chain: Schema, built: Families): Promise<Readonly<Record<string, Schema>>> {
  const entries = familyNames.map(async (name) => {
    const family = (await built[name]?.())?.family;
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

/** The same schema with only these kinds of endpoints. */
function withKinds<T>(schema: T, kinds: readonly string[] = []): T {
  return mapObjects(schema, (entry) => {
    const { kind, ...others } = Object(entry.properties) as Record<string, Schema>;
    if (kind === undefined) return entry;
    const { minLength: _, ...any } = kind;
    return { ...entry, properties: { ...others, ...(kinds.length === 0 ? {} : { kind: { ...any, enum: kinds } }) } };
  });
}

/** A placeholder for a variable of the environment, in any text. */
const variable = String.raw`\$\{\w+\}`;

/** The same schema with placeholders allowed in every text, but not in names. Only the gateway knows the values of the variables. */
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

/** Changes every object in a value, from the inside out, except `propertyNames`. */
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
 * JSON Schema of the file of settings. Editors complete and underline with it. Each family has its own kinds of endpoints and options. The schema
 * takes all settings that the gateway takes. It cannot express everything that the gateway refuses (the same key twice, a chain without a node).
 *
 * @param known - The chains, by id.
 * @param built - The families that the gateway serves.
 */
export async function configSchema(
  known: Readonly<Record<string, Pick<ChainIdentity, 'family'>>> = catalogue,
  built: Families = families,
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
    $defs: await chainSchemas(chain, built),
  };
  return `${JSON.stringify(withVariables(schema), null, 2)}\n`;
}
