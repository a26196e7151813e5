import { chainIds, families } from '@isochain/core';
import * as z from 'zod';
import { logLevels } from '../log.ts';

const KiB = 1024;

const httpUrl = z.string().refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), {
  error: 'must be an http or https URL',
  abort: true,
});

const milliseconds = z.number().int().min(100).max(600_000);

const endpoint = z.strictObject({
  url: httpUrl.describe('http or https. May hold a key or credentials: it is never logged or answered.'),
  name: z
    .string()
    .regex(/^[\w.-]{1,64}$/, 'must be 1 to 64 letters, digits, dots, dashes or underscores')
    .optional()
    .describe('Shown in logs instead of the URL. `endpoint-1`, `endpoint-2`... by default.'),
  maxBatch: z
    .number()
    .int()
    .min(1)
    .max(1000)
    .optional()
    .describe('Calls in one JSON-RPC batch; 1 for none. 3 by default.'),
  headers: z.record(z.string(), z.string()).optional().describe('Sent with every request.'),
  timeoutMs: milliseconds.optional().describe('One request to it, instead of limits.upstreamTimeoutMs.'),
  kind: z.string().min(1).optional().describe('Which interface it speaks, where a family uses several.'),
});

const rate = z.strictObject({
  requests: z.number().int().min(1).max(10_000_000).describe('Requests in the time.'),
  seconds: z.number().int().min(1).max(86_400).default(60).describe('The time, in seconds.'),
});

/** How many requests a key may make in how many seconds. */
export type Rate = z.infer<typeof rate>;

const chain = z.strictObject({
  endpoints: z
    .array(z.union([httpUrl, endpoint]))
    .min(1)
    .refine(haveDifferentNames, 'must not name two endpoints alike')
    .optional()
    .describe(
      'Asked in this order while they are healthy: URLs, or objects. The public endpoints of the chain by default.',
    ),
  options: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("Options of the chain's family, as its README lists them."),
});

export type ChainSettings = z.infer<typeof chain>;

function haveDifferentNames(endpoints: readonly (string | { readonly name?: string | undefined })[]): boolean {
  const names = endpoints.map(
    (entry, index) => (typeof entry === 'string' ? undefined : entry.name) ?? `endpoint-${index + 1}`,
  );
  return new Set(names).size === names.length;
}

const apiKey = z.strictObject({
  sha256: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/, 'must be a SHA-256 in hex (64 digits)')
    .describe('SHA-256 of the key in hex, as `isochain keys create` and `isochain keys hash` print it.'),
  expires: z.iso
    .datetime({ offset: true, error: 'must be a time such as 2027-01-31T00:00:00Z' })
    .optional()
    .describe('From then on the key is refused. Never by default.'),
  chains: z
    .array(z.enum(chainIds))
    .min(1)
    .optional()
    .describe('The only chains that the key may be used on. All by default.'),
  access: z
    .enum(['read', 'write'])
    .default('write')
    .describe('`read` may do everything but encode and broadcast; `write` (the default) may do all.'),
  rate: rate.optional().describe('Instead of `limits.rate`.'),
});

export const profiles = ['production', 'development'] as const;

/**
 * All settings of the gateway, with their defaults. The file that ISOCHAIN_CONFIG names holds them in this shape; some can be set in the environment
 * too (see environment.ts), which goes first.
 */
export const settings = z
  .strictObject({
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
        z.string().regex(/^[\w.-]{1,64}$/, 'the name must be 1 to 64 letters, digits, dots, dashes or underscores'),
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
    chains: z
      .partialRecord(z.enum(chainIds), chain)
      .default({})
      .describe(`Settings of single chains, by chain id (families: ${families.join(', ')}).`),
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
        drainTimeoutMs: milliseconds.default(10_000).describe('How long open requests may take to finish at shutdown.'),
        rate: rate
          .nullable()
          .optional()
          .describe(
            'Requests of one key in some time, over all gateways that share a store; null: as many as it likes. 600 in 60 seconds in production and null in development by default.',
          ),
      })
      .prefault({})
      .describe('Limits.'),
    store: z
      .strictObject({
        redis: z
          .string()
          .refine((text) => /^rediss?:$/.test(URL.parse(text)?.protocol ?? ''), 'must be a redis or rediss URL')
          .optional()
          .describe(
            'URL of a Redis that gateways share limits and caches through. May hold a password: it is never logged. Memory of the process by default.',
          ),
        prefix: z
          .string()
          .regex(/^[\w.-]{1,64}$/, 'must be 1 to 64 letters, digits, dots, dashes or underscores')
          .default('isochain')
          .describe('In front of every name in it, so that others can use it too.'),
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
        'Who may read /metrics (Node only): `key` (the default) whoever has an API key, `open` everybody, `off` nobody.',
      ),
    cors: z
      .strictObject({
        origins: z
          .array(
            z.union([
              z.literal('*'),
              httpUrl.refine(
                (text) => URL.parse(text)?.origin === text,
                'must be an origin, such as https://example.org',
              ),
            ]),
          )
          .default(['*'])
          .describe('Origins whose pages may call the service; `*` for all.'),
      })
      .prefault({})
      .describe('Cross-origin requests of browsers.'),
  })
  .superRefine(({ profile, keys, developmentKey }, context) => {
    if (profile !== 'production') return;
    if (Object.keys(keys).length === 0) {
      const message =
        'profile production needs at least one API key: a name and the SHA-256 of the key in hex, as name:sha256hex';
      context.addIssue({ code: 'custom', path: ['keys'], message });
    }
    if (developmentKey !== undefined) {
      context.addIssue({ code: 'custom', path: ['developmentKey'], message: 'is for profile development only' });
    }
  });

export type Settings = z.infer<typeof settings>;

/** What a key may make that has no rate of its own. */
export function usualRate({ profile, limits }: Pick<Settings, 'profile' | 'limits'>): Rate | null {
  if (limits.rate !== undefined) return limits.rate;
  return profile === 'production' ? { requests: 600, seconds: 60 } : null;
}
