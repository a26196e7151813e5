import { catalogue, chainIds } from '@isochain/core';
import { settings } from '@isochain/gateway/src/config/settings.ts';
import { families } from '@isochain/gateway/src/families.ts';

type Schema = Readonly<Record<string, unknown>> & { readonly properties?: Readonly<Record<string, Schema>> };

/** The options of each family that is built, as JSON Schema. */
async function optionSchemas(): Promise<Readonly<Record<string, Schema>>> {
  const entries = Object.entries(families).map(async ([name, load]) => {
    const { $schema: _, ...schema } = (await load()).family.optionsSchema?.toJSONSchema({ io: 'input' }) ?? {};
    return [`${name}Options`, { type: 'object', ...schema }] as const;
  });
  return Object.fromEntries(await Promise.all(entries)) as Record<string, Schema>;
}

/** JSON Schema of the file of settings, for editors: what they complete and underline. The options of a chain are those of its family. */
export async function configSchema(): Promise<string> {
  const { properties = {}, ...rest } = settings.toJSONSchema({ io: 'input' }) as Schema;
  const chain = Object(properties.chains?.additionalProperties) as Schema;
  const chainOf = (options: Schema): Schema => ({ ...chain, properties: { ...chain.properties, options } });
  const options = await optionSchemas();
  const chains = chainIds.map((id) => {
    const name = `${catalogue[id].family}Options`;
    return [id, Object.hasOwn(options, name) ? chainOf({ $ref: `#/$defs/${name}` }) : chain] as const;
  });
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
    $defs: options,
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}
