import * as z from 'zod';
import { type Address, fromBase58Address, toBase58Address } from '../../address/address.ts';
import { indexQuery, type Query } from '../query.ts';

/** Tokens of contracts that an index says an account holds. */
export interface HoldingsPage {
  /** An amount is undefined if it does not fit. */
  readonly holdings: readonly { readonly contract: Address; readonly amount: bigint | undefined }[];
  /** How many elements do not tell a token. */
  readonly nameless: number;
  /** Asks for the next page. Undefined on the last one. */
  readonly next: string | undefined;
  /** Whether it does not tell in a readable form if there is a next page. */
  readonly isOpen: boolean;
}

const pageSize = 200;

/** Balances of contracts have 256 bits. */
const balance = z
  .string()
  .regex(/^\d{1,78}$/)
  .transform(BigInt)
  .refine((value) => value < 2n ** 256n, 'not a number of 256 bits');

const row = z.record(z.string(), z.unknown());

/** @see developers.tron.network, "Get TRC20 token holdings of an account". */
const holdingsSchema = z.object({
  success: z.literal(true),
  data: z.array(z.unknown()).max(pageSize),
  meta: z.unknown().optional(),
});

/** Where the list goes on. It must not cost the rows. */
const metaSchema = z.object({ fingerprint: z.string().max(1_000).nullish() }).nullish();

/**
 * TRC-20 tokens of an account, also of one that the chain does not know: `/v1/accounts/{a}` says nothing of such.
 *
 * @param from - The fingerprint of a page.
 */
export function holdings(of: Address, from?: string): Query<HoldingsPage> {
  return indexQuery({
    path: `/v1/accounts/${toBase58Address(of)}/trc20/balance`,
    route: '/v1/accounts/{address}/trc20/balance',
    query: { limit: `${pageSize}`, ...(from === undefined ? {} : { fingerprint: from }) },
    schema: holdingsSchema,
    read: ({ data, meta }) => {
      const { success, data: place } = metaSchema.safeParse(meta);
      const rows = data.map(holdingsOf);
      return {
        holdings: rows.flatMap((each) => each.holdings),
        nameless: rows.reduce((sum, each) => sum + each.nameless, 0),
        next: data.length === 0 ? undefined : (place?.fingerprint ?? undefined),
        isOpen: !success,
      };
    },
  });
}

function holdingsOf(raw: unknown): Pick<HoldingsPage, 'holdings' | 'nameless'> {
  const told = Object.entries(row.safeParse(raw).data ?? {});
  const holdings = told.flatMap(([id, amount]) => {
    const contract = fromBase58Address(id);
    return contract === undefined ? [] : [{ contract, amount: balance.safeParse(amount).data }];
  });
  return { holdings, nameless: Math.max(told.length, 1) - holdings.length };
}
