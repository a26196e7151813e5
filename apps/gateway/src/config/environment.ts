import { keyName } from './key-settings.ts';
import type { Settings } from './settings.ts';

/** The environment: `process.env`, or the bindings of a Worker. */
export type Variables = Readonly<Record<string, unknown>>;

/** A variable of the environment (on Workers: a variable or secret of the script). */
export interface Variable {
  readonly name: string;
  /** The setting that it sets. Absent if the variable says where the settings are. */
  readonly setting?: keyof Settings;
  /** The member of the setting that it sets, if it does not set all of it. */
  readonly member?: string;
  /** Whether it adds entries to those of the file. Other variables replace them. */
  readonly adds?: boolean;
  readonly description: string;
  /**
   * Turns its text into the setting's value. It leaves a malformed text unchanged, and the schema refuses that.
   *
   * @throws TypeError that says what is wrong, without repeating the text.
   */
  readonly read?: (text: string) => unknown;
}

/**
 * All variables that the gateway reads. Any other name with the prefix ISOCHAIN_ is refused as a mistake (except those of Kubernetes). On platforms
 * with files, the name with `_FILE` appended names a file that holds the text: secrets are often mounted like this.
 */
export const environment = [
  { name: 'PORT', setting: 'port', description: 'Port to listen on.', read: readNumber },
  { name: 'HOST', setting: 'host', description: 'Address to listen on.' },
  { name: 'ISOCHAIN_PROFILE', setting: 'profile', description: '`production` or `development`.' },
  {
    name: 'ISOCHAIN_API_KEYS',
    setting: 'keys',
    adds: true,
    description: 'API keys as `name:sha256hex` pairs, separated by commas or white space, beside those of the file.',
    read: readKeys,
  },
  {
    name: 'ISOCHAIN_DEV_KEY',
    setting: 'developmentKey',
    description: 'The API key of profile development, in the clear.',
  },
  {
    name: 'ISOCHAIN_DEV_CHAINS',
    setting: 'developmentChains',
    description:
      'Main networks that profile development runs on this machine too, separated by commas or white space. Some are models of a node, which the banner says.',
    read: readList,
  },
  {
    name: 'ISOCHAIN_REDIS_URL',
    setting: 'store',
    member: 'redis',
    description: 'URL of a Redis that gateways share limits and caches through (`store.redis`).',
  },
  { name: 'ISOCHAIN_LOG', setting: 'log', description: 'Least important events to log.' },
  {
    name: 'ISOCHAIN_CONFIG',
    description: `Path of a JSON file with settings. \`\${NAME}\` in its strings stands for a variable.`,
  },
  {
    name: 'ISOCHAIN_CONFIG_JSON',
    description: 'The settings themselves as JSON text, where there are no files (Workers).',
  },
] as const satisfies readonly Variable[];

/** The text of a variable; undefined if it is blank. */
export function textOf(variables: Variables, name: string): string | undefined {
  const value = variables[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

function readNumber(text: string): unknown {
  return /^\d{1,9}$/.test(text) ? Number(text) : text;
}

function readList(text: string): string[] {
  return text.split(/[\s,]+/).filter((entry) => entry !== '');
}

/** Messages name entries by their position: an entry that is not a pair may be a key in the clear. */
function readKeys(text: string): Record<string, string> {
  const keys: Record<string, string> = {};
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== '');
  for (const [index, entry] of entries.entries()) {
    const [, name = '', sha256 = ''] = /^([^:]*):([0-9a-fA-F]{64})$/.exec(entry) ?? [];
    if (!keyName.test(name)) throw new TypeError(`entry ${index + 1} is not a name:sha256hex pair (64 hex digits)`);
    if (Object.hasOwn(keys, name)) throw new TypeError(`entry ${index + 1} has the name of an earlier one`);
    keys[name] = sha256;
  }
  return keys;
}

/**
 * Variables that Kubernetes adds to every pod for a Service. If the Service is called isochain, they all begin with ISOCHAIN_.
 * https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables
 */
const formsOfKubernetes: readonly (readonly [name: RegExp, value: RegExp])[] = [
  [/_SERVICE_HOST$/, /^[\da-f.:]+$/i],
  [/_SERVICE_PORT(?:_\w+)?$/, /^\d+$/],
  [/_PORT(?:_\d+_(?:TCP|UDP|SCTP))?$/, /^(?:tcp|udp|sctp):\/\/\S+$/],
  [/_PORT_\d+_(?:TCP|UDP|SCTP)_PROTO$/, /^(?:tcp|udp|sctp)$/],
  [/_PORT_\d+_(?:TCP|UDP|SCTP)_PORT$/, /^\d+$/],
  [/_PORT_\d+_(?:TCP|UDP|SCTP)_ADDR$/, /^[\da-f.:]+$/i],
];

/** Whether Kubernetes set a variable, by name and value: it is not meant as a setting. */
export function isOfKubernetes(name: string, value: unknown): boolean {
  return (
    typeof value === 'string' && formsOfKubernetes.some(([ofName, ofValue]) => ofName.test(name) && ofValue.test(value))
  );
}
