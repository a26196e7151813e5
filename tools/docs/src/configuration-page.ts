import { environment, type Variable } from '@isochain/gateway/src/config/environment.ts';
import { settings } from '@isochain/gateway/src/config/settings.ts';
import { families } from '@isochain/gateway/src/families.ts';
import { table } from './markdown.ts';

/** The part of JSON Schema that this page uses. */
interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly propertyNames?: Schema;
  readonly additionalProperties?: Schema | boolean;
}

const variables: readonly Variable[] = environment;

/** A file as operators write it. A test loads it. */
export const exampleFile = {
  chains: {
    ethereum: {
      endpoints: [
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the gateway replaces it
        { name: 'own-node', url: 'https://ethereum.example.org/${ETHEREUM_KEY}', maxBatch: 50 },
        'https://ethereum-rpc.publicnode.com',
      ],
    },
    sepolia: { endpoints: ['http://127.0.0.1:8545'], oldestBlockMs: 0, options: { historyScanBlocks: 500 } },
  },
  limits: { requestTimeoutMs: 20_000 },
  cors: { origins: ['https://wallet.example.org'] },
};

/** A test runs it, up to the start. */
export const productionStart = `npx isochain keys create shop
ISOCHAIN_PROFILE=production ISOCHAIN_API_KEYS='shop:<hash>' npm start`;

/** docs/configuration.md, from the gateway's settings and variables. */
export async function configurationPage(): Promise<string> {
  return [
    '# Configuration',
    '',
    'The gateway reads its settings once, when it starts: from the environment, and from a JSON file if `ISOCHAIN_CONFIG` names one. What stands in the',
    'environment goes first; keys of both count. A setting that is wrong or unknown stops the start with a message that names it, and so does a chain that',
    'cannot be opened with its endpoints and options. Packages read no environment.',
    '',
    '## Profiles',
    '',
    '`npm start` uses profile `development` unless told otherwise: it listens on this machine only, starts local chains, makes a key and prints it.',
    'Profile `production` starts nothing but the service, and does not start without keys:',
    '',
    '```sh',
    productionStart,
    '```',
    '',
    'The service is told the SHA-256 of each key and not the key, so that a configuration that leaks gives no access. As the hash of a short text can be',
    'guessed, keys are made at random.',
    '',
    '## Environment',
    '',
    table(
      ['variable', 'setting', 'what'],
      variables.map(({ name, setting, description }) => [
        code(name),
        setting === undefined ? '' : `[${code(setting)}](#settings)`,
        description,
      ]),
    ),
    '',
    'Where secrets are mounted as files, `<variable>_FILE` names the file that holds the text of a variable: `ISOCHAIN_API_KEYS_FILE`, or `NAME_FILE` for a',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the gateway replaces it
    '`${NAME}` in the file of settings.',
    '',
    'A variable that begins with `ISOCHAIN_` and is none of these is refused. Those that Kubernetes adds to pods for a Service called `isochain` or',
    '`isochain-...` (`ISOCHAIN_PORT=tcp://...`, `ISOCHAIN_SERVICE_HOST`, `ISOCHAIN_PORT_8080_TCP_ADDR` and so on) are not looked at.',
    '',
    '## Settings',
    '',
    'By their place in the file. `<...>` stands for a name of your choice or a chain id.',
    '',
    table(['setting', 'type', 'default', 'what'], rowsOf(settings.toJSONSchema({ io: 'input' }) as Schema)),
    '',
    ...(await familyOptions()),
    '## A file',
    '',
    'JSON in UTF-8, with or without a byte order mark. A name that stands twice in an object is refused, as one of its values would be lost.',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what operators write
    '`${NAME}` in a text stands for a variable of the environment, so that a file can be shared while the keys in it are not.',
    'Editors complete and check the file with [config.schema.json](config.schema.json), if its `$schema` names it; `npx isochain config check` says what the',
    'gateway would say of it.',
    '',
    '```json',
    JSON.stringify(exampleFile, null, 2),
    '```',
    '',
  ].join('\n');
}

/** The settings that `chains.<chain id>.options` may hold, for each family that is built. */
async function familyOptions(): Promise<string[]> {
  const sections = Object.entries(families).map(async ([name, load]) => {
    const { family } = await load();
    const schema = family.optionsSchema?.toJSONSchema({ io: 'input' }) as Schema | undefined;
    if (schema === undefined) return [];
    const rows = rowsOf(schema, ['chains.<chain id>.options']);
    return [`### Options of ${name} chains`, '', table(['setting', 'type', 'default', 'what'], rows), ''];
  });
  return (await Promise.all(sections)).flat();
}

/** One row for each setting, from the outside in. */
function rowsOf(schema: Schema, above: readonly string[] = []): string[][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, setting]) => {
    const path = [...above, name];
    const isGroup = setting.properties !== undefined;
    const row = [code(path.join('.')), typeOf(setting), defaultOf(schema, name, setting), setting.description ?? ''];
    return [...(isGroup ? [] : [row]), ...rowsBelow(setting, path)];
  });
}

function rowsBelow(setting: Schema, path: readonly string[]): string[][] {
  if (setting.properties !== undefined) return rowsOf(setting, path);
  const entry = setting.additionalProperties;
  if (typeof entry === 'object' && entry.properties !== undefined) {
    return rowsOf(entry, [...path, setting.propertyNames?.enum === undefined ? '<name>' : '<chain id>']);
  }
  const items = alternatives(setting.items).find(({ properties }) => properties !== undefined);
  return items === undefined ? [] : rowsOf(items, [...path.slice(0, -1), `${path.at(-1)}[]`]);
}

function alternatives(schema: Schema | undefined): readonly Schema[] {
  return schema === undefined ? [] : (schema.anyOf ?? [schema]);
}

function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return code(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(code).join(', ');
  if (schema.items !== undefined) return `list of ${alternatives(schema.items).map(typeOf).join(' or ')}`;
  if (schema.type === 'object') {
    const entry = schema.additionalProperties;
    return typeof entry === 'object' && entry.type !== undefined ? `object of ${typeOf(entry)}s` : 'object';
  }
  const { minimum, maximum } = schema;
  const range = minimum === undefined || maximum === undefined ? '' : `, ${minimum} to ${maximum}`;
  return `${schema.type ?? 'any'}${range}`;
}

function defaultOf(parent: Schema, name: string, setting: Schema): string {
  if (parent.required?.includes(name)) return 'required';
  return setting.default === undefined ? '' : code(setting.default);
}

function code(value: unknown): string {
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}
