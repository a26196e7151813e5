import * as z from 'zod';

// Rules are written as patterns where possible: editors check patterns (docs/config.schema.json).
const notHttp = { error: 'must be an http or https URL', abort: true };
export const httpUrl = z
  .string()
  .regex(/^[Hh][Tt][Tt][Pp][Ss]?:\/\//, notHttp)
  .refine((text) => URL.canParse(text), notHttp);

const endpointUrl = httpUrl.refine(
  areCredentialsEscaped,
  'has a % in its credentials that is no escape; write it as %25',
);

function areCredentialsEscaped(text: string): boolean {
  const { username = '', password = '' } = URL.parse(text) ?? {};
  try {
    decodeURIComponent(username);
    decodeURIComponent(password);
    return true;
  } catch {
    return false;
  }
}

/** Headers that the upstream client accepts: names are tokens (RFC 9110 section 5.6.2), except the headers that it sets itself. */
const headers = z.record(
  z
    .string()
    .regex(
      /^(?!(?:[Cc]onnection|[Cc]ontent-[Ll]ength|[Ee]xpect|[Kk]eep-[Aa]live|[Tt]ransfer-[Ee]ncoding|[Uu]pgrade)$)[!#$%&'*+.^_`|~0-9A-Za-z-]+$/,
      'must be the name of a header',
    ),
  z.string().regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'must be printable ASCII or Latin-1, without line breaks'),
);

/** A waiting time. */
export const milliseconds = z.number().int().min(100).max(600_000);

const endpoint = z.strictObject({
  url: endpointUrl.describe('http or https. May hold a key or credentials: it is never logged or answered.'),
  name: z
    .string()
    .regex(/^[\w.-]{1,64}$/, 'must be 1 to 64 letters, digits, dots, dashes or underscores')
    .optional()
    .describe(
      'Shown in logs instead of the URL. `endpoint-1`, `endpoint-2`... by default. Public endpoints are named after their hosts.',
    ),
  maxBatch: z
    .number()
    .int()
    .min(1)
    .max(1000)
    .optional()
    .describe('Calls in one JSON-RPC batch; 1 for none. By default 3, and 10 at CometBFT endpoints.'),
  headers: headers.optional().describe('Sent with every request.'),
  timeoutMs: milliseconds.optional().describe('One request to it, instead of limits.upstreamTimeoutMs.'),
  kind: z.string().min(1).optional().describe('Which interface it speaks, where a family uses several.'),
});

/** What can be set for one chain. */
export const chain = z.strictObject({
  endpoints: z
    .array(z.union([endpointUrl, endpoint]))
    .min(1)
    .refine(haveDifferentNames, 'must not name two endpoints alike')
    .optional()
    .describe(
      'Asked in this order while they are healthy: URLs, or objects. The public endpoints of the chain by default; a chain that has stopped has none (docs/chains.md).',
    ),
  oldestBlockMs: z
    .number()
    .int()
    .min(0)
    .max(604_800_000)
    .optional()
    .describe(
      'How old the latest block of an endpoint may be, in milliseconds. One with an older one is passed over; where all stand still nothing is encoded or sent, and reads warn. Ten minutes or a hundred blocks by default, whichever is longer; 0 for no check, on development chains that make blocks only when they are told to.',
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
