import { catalogue, chainIds, families as familyNames } from '@isochain/core';
import { settings } from '@isochain/gateway/src/config/settings.ts';
import { families } from '@isochain/gateway/src/families.ts';

type Schema = Readonly<Record<string, unknown>> & { readonly properties?: Readonly<Record<string, Schema>> };

/** The settings of a chain of each family: the same but for their options. Any options, where the family is not built. */
async function chainSchemas(chain: Schema): Promise<Readonly<Record<string, Schema>>> {
  const entries = familyNames.map(async (name) => {
    const { $schema: _, ...options } =
      (await families[name]?.())?.family.optionsSchema?.toJSONSchema({ io: 'input' }) ?? {};
    const properties = { ...chain.properties, ...(Object.keys(options).length === 0 ? {} : { options }) };
    return [name, { ...chain, properties }] as const;
  });
  return Object.fromEntries(await Promise.all(entries)) as Record<string, Schema>;
}

/** JSON Schema of the file of settings, for editors: what they complete and underline. The options of a chain are those of its family. */
export async function configSchema(): Promise<string> {
  const { properties = {}, ...rest } = settings.toJSONSchema({ io: 'input' }) as Schema;
  const chain = Object(properties.chains?.additionalProperties) as Schema;
  const chains = chainIds.map((id) => [id, { $ref: `#/$defs/${catalogue[id].family}` }] as const);
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
  return `${JSON.stringify(schema, null, 2)}\n`;
}
