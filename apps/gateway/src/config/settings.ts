import { chainIds, families } from '@isochain/core';
import * as z from 'zod';
import { logLevels } from '../log.ts';
import { chain, httpUrl, milliseconds } from './chain-settings.ts';
import { apiKey, keyName, type Rate, rate } from './key-settings.ts';

const KiB = 1024;

const notOrigin = 'must be an origin, such as https://example.org';
const notRedis = 'must be a redis or rediss URL, with at most the number of a database as its path';

const profiles = ['production', 'development'] as const;
const chainLists = ['all', 'specification'] as const;

/**
 * All settings of the gateway, with their defaults. The file that ISOCHAIN_CONFIG names holds them in this shape. Some can be set in the environment
 * too (see environment.ts), which takes precedence.
 */
export const shape = z.strictObject({
  $schema: z.string().optional().describe('Where editors find the schema of this file: docs/config.schema.json.'),
  profile: z
    .enum(profiles)
    .default('production')
    .describe(
      '`production` needs keys and starts nothing but itself. `development` starts local chains and makes a key.',
    ),
  host: z
    .string()
    .min(1)
    .optional()
    .describe('Address to listen on. 0.0.0.0 in production and 127.0.0.1 in development by default.'),
  port: z.number().int().min(0).max(65_535).default(8080).describe('Port to listen on; 0 takes a free one.'),
  log: z
    .enum(logLevels)
    .optional()
    .describe(
      'Least important events to log. `info` (a line for each request) in production and `warn` in development by default.',
    ),
  keys: z
    .record(
      z.string().regex(keyName, 'the name must be 1 to 64 letters, digits, dots, dashes or underscores'),
      z.union([z.string().regex(/^[0-9a-fA-F]{64}$/, 'must be a SHA-256 in hex (64 digits)'), apiKey]),
    )
    .default({})
    .describe(
      'API keys that are accepted, by a name for logs: the SHA-256 of each in hex, or an object with more about it.',
    ),
  developmentKey: z
    .string()
    .regex(/^[\x21-\x7e]{8,}$/, 'must be at least 8 characters without spaces')
    .optional()
    .describe('The API key of profile development, in the clear. A new one at each start by default.'),
  developmentChains: z
    .array(z.string().min(1))
    .optional()
    .describe(
      'Main networks that profile development runs on this machine too, as a node or as a model of one. Its banner names those that it can run. Without this they are the public ones.',
    ),
  chains: z
    .partialRecord(z.enum(chainIds), chain)
    .default({})
    .describe(`Settings of single chains, by chain id (families: ${families.join(', ')}).`),
  chainLists: z
    .enum(chainLists)
    .default('all')
    .describe(
      'Which chains `/api/{chainId}/token/...` and `/api/{chainId}/account/.../history` take: `all`, or only those that the `specification` lists for these paths. Under /api/chains all chains are taken.',
    ),
  limits: z
    .strictObject({
      bodyBytes: z
        .number()
        .int()
        .min(KiB)
        .max(64 * KiB * KiB)
        .default(KiB * KiB)
        .describe('Largest request body.'),
      bodyTimeoutMs: milliseconds.default(10_000).describe('How long the body of a request may take to arrive.'),
      upstreamTimeoutMs: milliseconds.default(8_000).describe('One request to one endpoint.'),
      requestTimeoutMs: milliseconds
        .default(30_000)
        .describe('One request to this service, however many endpoints are tried.'),
      stopDelayMs: z
        .number()
        .int()
        .min(0)
        .max(600_000)
        .optional()
        .describe(
          'How long requests are still taken at shutdown, while /ready says 503: until the load balancer has noticed. 5000 in production and 0 in development by default.',
        ),
      drainTimeoutMs: milliseconds
        .default(10_000)
        .describe('How long open requests may take to finish at shutdown, after stopDelayMs.'),
      rate: rate
        .nullable()
        .optional()
        .describe(
          'Requests of one key in some time, over all gateways that share a store; null: no limit. 600 in 60 seconds in production and null in development by default.',
        ),
    })
    .prefault({})
    .describe('Limits.'),
  store: z
    .strictObject({
      redis: z
        .string()
        // After the host comes the number of a database, or nothing.
        .regex(/^rediss?:\/\/[^\s/?#]+(?:\/\d{0,5})?(?:\?[^\s#]*)?$/, { error: notRedis, abort: true })
        .refine((text) => URL.canParse(text), notRedis)
        .optional()
        .describe(
          'URL of a Redis that gateways share limits and caches through. May hold a password: it is never logged. Memory of the process by default.',
        ),
      prefix: z
        .string()
        .regex(/^[\w.-]{1,64}$/, 'must be 1 to 64 letters, digits, dots, dashes or underscores')
        .default('isochain')
        .describe('Prefix of every name in the store, so that others can use it too.'),
    })
    .prefault({})
    .describe('What gateways share.'),
  cache: z
    .strictObject({
      tokenSeconds: z
        .number()
        .int()
        .min(0)
        .max(604_800)
        .default(3_600)
        .describe('How long details of a token are kept; 0 for not at all.'),
      validatorSeconds: z
        .number()
        .int()
        .min(0)
        .max(86_400)
        .default(60)
        .describe('How long a page of validators is kept; 0 for not at all.'),
    })
    .prefault({})
    .describe('Answers that change slowly are kept for a while. Balances, fees and transactions never are.'),
  metrics: z
    .enum(['key', 'open', 'off'])
    .default('key')
    .describe(
      'Who may read /metrics (Node only): `key` (the default) holders of an API key, `open` everybody, `off` nobody.',
    ),
  cors: z
    .strictObject({
      origins: z
        .array(
          z.union([
            z.literal('*'),
            httpUrl
              .regex(/^https?:\/\/[^\s/?#@*]+$/, { error: notOrigin, abort: true })
              .refine((text) => URL.parse(text)?.origin === text, notOrigin),
          ]),
        )
        .default(['*'])
        .describe('Origins whose pages may call the service; `*` for all.'),
    })
    .prefault({})
    .describe('Cross-origin requests of browsers.'),
});

/** A rule that one setting breaks because of another. */
export interface Contradiction {
  readonly path: readonly string[];
  readonly message: string;
}

/**
 * Where settings contradict each other.
 *
 * @param given - Settings of any shape. The schema checks each setting by itself.
 * @param needsKey - Whether profile production must have a key.
 */
export function contradictions(given: Readonly<Record<string, unknown>>, needsKey: boolean): Contradiction[] {
  const { profile = 'production', keys, developmentKey, developmentChains, chains } = given;
  const found: Contradiction[] = [];
  const known = new Map<string, string>();
  const entries = Object.entries(Object(keys ?? {}));
  for (const [name, entry] of entries) {
    const hash: unknown = typeof entry === 'string' ? entry : Object(entry).sha256;
    if (typeof hash !== 'string' || !keyName.test(name)) continue;
    const other = known.get(hash.toLowerCase());
    // It is not clear which of the two should count.
    if (other !== undefined) found.push({ path: ['keys', name], message: `is the key of ${other} too` });
    known.set(hash.toLowerCase(), other ?? name);
  }
  const local: readonly unknown[] = Array.isArray(developmentChains) ? developmentChains : [];
  for (const id of local) {
    // It is not clear which of the two should count.
    if (typeof id === 'string' && Object.hasOwn(Object(chains ?? {}), id))
      found.push({ path: ['developmentChains'], message: `names ${id}, which has settings in chains too` });
  }
  if (profile !== 'production') return found;
  if (needsKey && entries.length === 0) {
    const message =
      'profile production needs at least one API key: a name and the SHA-256 of the key in hex, as name:sha256hex';
    found.push({ path: ['keys'], message });
  }
  if (developmentKey !== undefined)
    found.push({ path: ['developmentKey'], message: 'is for profile development only' });
  if (local.length > 0) found.push({ path: ['developmentChains'], message: 'is for profile development only' });
  return found;
}

/** The settings, with the check that no two contradict each other. */
export const settings = shape.superRefine((given, context) => {
  for (const { path, message } of contradictions(given, true)) {
    context.addIssue({ code: 'custom', path: [...path], message });
  }
});

export type Settings = z.infer<typeof settings>;

/** The rate limit of a key without its own. */
export function usualRate({ profile, limits }: Pick<Settings, 'profile' | 'limits'>): Rate | null {
  if (limits.rate !== undefined) return limits.rate;
  return profile === 'production' ? { requests: 600, seconds: 60 } : null;
}

/** How long the gateway still takes requests after it is told to stop, in milliseconds. */
export function stopDelayMs({ profile, limits }: Pick<Settings, 'profile' | 'limits'>): number {
  return limits.stopDelayMs ?? (profile === 'production' ? 5_000 : 0);
}
