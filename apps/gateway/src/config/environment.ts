import { keyName } from './key-settings.ts';
import type { Settings } from './settings.ts';

/** The environment as it is found: `process.env`, or the bindings of a Worker. */
export type Variables = Readonly<Record<string, unknown>>;

/** A variable of the environment (on Workers: a variable or secret of the script). */
export interface Variable {
  readonly name: string;
  /** The setting that it sets; none for those that say where the settings are. */
  readonly setting?: keyof Settings;
  /** The member of the setting that it sets, where it does not set all of it. */
  readonly member?: string;
  /** Whether it adds entries to those of the file, where others take its place. */
  readonly adds?: boolean;
  readonly description: string;
  /**
   * Turns its text into the setting's value. What is left as it is, the schema refuses.
   *
   * @throws TypeError that says what is wrong, without repeating the text.
   */
  readonly read?: (text: string) => unknown;
}

/**
 * All variables that the gateway reads. Another one whose name begins with ISOCHAIN_ is taken for a mistake and refused (but for those of
 * Kubernetes). Where there are files, a
 * name with `_FILE` behind it names a file that holds the text: what secrets are mounted as.
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

/** The text of a variable; one that is blank is as good as none. */
export function textOf(variables: Variables, name: string): string | undefined {
  const value = variables[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

function readNumber(text: string): unknown {
  return /^\d{1,9}$/.test(text) ? Number(text) : text;
}

/** Entries are named by their place: one that is not a pair may be a key in the clear. */
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
 * Variables that Kubernetes adds to every pod for a Service, under its name: one that is called isochain begins all of them with ISOCHAIN_.
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

/** Whether a variable is of this kind, by name and value: nobody meant it as a setting. */
export function isOfKubernetes(name: string, value: unknown): boolean {
  return (
    typeof value === 'string' && formsOfKubernetes.some(([ofName, ofValue]) => ofName.test(name) && ofValue.test(value))
  );
}
