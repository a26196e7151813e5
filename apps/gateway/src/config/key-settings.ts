import { chainIds } from '@isochain/core';
import * as z from 'zod';

export const rate = z.strictObject({
  requests: z.number().int().min(1).max(10_000_000).describe('Requests in the time.'),
  seconds: z.number().int().min(1).max(86_400).default(60).describe('The time, in seconds.'),
});

/** How many requests a key may make in how many seconds. */
export type Rate = z.infer<typeof rate>;

/** The name of an API key. The excluded name cannot be an entry of an object in JavaScript. */
export const keyName = /^(?!__proto__$)[\w.-]{1,64}$/;

/** What can be set for one API key, beside its hash. */
export const apiKey = z.strictObject({
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
