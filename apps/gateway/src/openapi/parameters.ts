import { z } from '@hono/zod-openapi';
import { balanceParts, chainIds, chainIdsOnPath, transactionForms } from '@isochain/core';

/** The chain ids that each kind of path accepts. */
export const chainIdOn = {
  any: z.enum(chainIds).openapi('ChainId', { param: { description: 'Any chain.' } }),
  encode: z
    .enum(chainIdsOnPath('encode'))
    .openapi('EncodeChainId', { param: { description: 'A chain that transactions are encoded for.' } }),
};

/** A parameter with a value that works in profile development (see examples.ts). */
export function withExample<Schema extends z.ZodType>(schema: Schema, example: unknown): Schema {
  return schema.openapi({ param: { example } });
}

/**
 * A chain id with an example for each example of the body, under the same names: who chooses one on the reference page gets its chain with it.
 *
 * @param chains - Chain ids by the name of the example.
 */
export function withExamples<Schema extends z.ZodType>(
  schema: Schema,
  chains: Readonly<Record<string, string>>,
): Schema {
  const examples = Object.fromEntries(Object.entries(chains).map(([name, value]) => [name, { value }]));
  return schema.openapi({ param: { examples } });
}

export const accountId = z.string().openapi({ param: { description: 'Address, extended public key or similar.' } });

export const tokenId = z.string().openapi({
  param: {
    description:
      'Identifier of the token, for example its contract address. May hold `/` and `:`, percent-encoded or not.',
  },
});

export const transactionId = z.string().openapi({
  param: { name: 'txId', in: 'path', description: 'Hash of the transaction, as explorers show it.' },
});

/** `include` of a query: some of a list of names, separated by commas. An empty text counts as absent. */
function includeOf<Name extends string>(names: readonly Name[], description: string) {
  const expected = `must be some of ${names.join(', ')}, separated by commas`;
  return z
    .union([z.string(), z.array(z.string())])
    .transform((text, context) => {
      const wanted = splitList(text);
      const known = names.filter((name) => wanted.includes(name));
      if (new Set(wanted).size !== known.length) context.addIssue({ code: 'custom', message: expected });
      return known.length === 0 ? undefined : known;
    })
    .optional()
    .openapi({
      type: 'array',
      items: { type: 'string', enum: [...names] },
      param: { name: 'include', in: 'query', style: 'form', explode: false, description },
    });
}

/** The names in `a,b` or `['a,b', 'c']`. */
export function splitList(list: string | readonly string[]): string[] {
  return [list]
    .flat()
    .flatMap((text) => text.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

export const includeParts = includeOf(
  balanceParts,
  'Parts of the state to read. All that the chain supports by default.',
);

export const includeForms = includeOf(
  transactionForms,
  'The standard form, the upstream’s own, or both. `parsed` by default.',
);

export const nextPage = z
  .string()
  .optional()
  .openapi({
    param: { description: '`pagination.nextPage` of the previous answer.' },
  });

/** Longer than any ticker or name that tokens have. */
const longestSearch = 200;

export const search = z
  .string()
  .max(longestSearch, `must not have more than ${longestSearch} characters`)
  .optional()
  .openapi({
    param: {
      description: 'Part of a ticker, name or id. Upper and lower case are the same. The best fits come first.',
    },
  });

const limitText = z
  .string()
  .regex(/^(?:[1-9]\d?|100)$/, 'must be a whole number from 1 to 100')
  .transform(Number)
  .optional();

export function limit(standard: number) {
  return limitText.openapi({
    type: 'integer',
    minimum: 1,
    maximum: 100,
    default: standard,
    param: { name: 'limit', in: 'query', description: 'Entries in one page.' },
  });
}

/** A public key in hex; an empty text counts as absent. */
export const hexKey = z
  .string()
  .trim()
  .regex(/^(?:(?:0x)?(?:[0-9a-fA-F]{2})+)?$/, 'must be hex')
  .transform((text) => (text === '' ? undefined : text));

/** `publicKey` of a query, under any of the names that clients use. */
export const publicKeyQuery = {
  publicKey: hexKey.optional().openapi({
    type: 'string',
    param: {
      name: 'publicKey',
      in: 'query',
      description: 'Public key of the account in hex; only Babylon staking data on bitcoin needs it.',
    },
  }),
  pubKey: hexKey
    .optional()
    .openapi({ type: 'string', param: { name: 'pubKey', in: 'query', description: 'The same as `publicKey`.' } }),
  pubkey: hexKey
    .optional()
    .openapi({ type: 'string', param: { name: 'pubkey', in: 'query', description: 'The same as `publicKey`.' } }),
};
