import { type HttpRequest, largeAnswer } from '@isochain/core/upstream';
import * as z from 'zod';
import type { Address } from '../address/address.ts';
import { type FeltHex, toFelt } from '../felt.ts';
import { blockNumber, each, felt } from './fields.ts';

// Voyager's index (docs.voyager.online): which transactions an account sent, and which tokens it gave or got. Only the fields that we use are parsed, and of
// them only those that public clients read: Consensys/starknet-snap (data clients), DimSoftwareWorks/Starknet.Voyager (recorded answers of /txns), and
// paycrest/aggregator (transfers). Amounts are not read from here: nodes tell them.

/** The size of pages. Page numbers in cursors count pages of this size, so it never changes with the wish of a client. */
const pageSize = 50;

const hash = felt.transform(toFelt);

const shared = {
  /** Not told while the transaction waits. */
  blockNumber: blockNumber.nullish(),
  /** The place in the block. Not all lists have it. */
  index: z.int().min(0).nullish().catch(undefined),
};

/** A row of a list. */
export interface IndexRow {
  readonly hash: FeltHex;
  readonly blockNumber?: number | null | undefined;
  readonly index?: number | null | undefined;
  /** The accounts that it names. Undefined if it does not tell them: the transaction itself does. */
  readonly parties: readonly bigint[] | undefined;
}

const sentRow = z.object({ ...shared, hash, contractAddress: felt.optional().catch(undefined) }).transform(
  ({ contractAddress, ...row }): IndexRow => ({
    ...row,
    parties: contractAddress === undefined ? undefined : [contractAddress],
  }),
);

const transferRow = z
  .object({
    ...shared,
    txHash: hash,
    transferFrom: felt.optional().catch(undefined),
    transferTo: felt.optional().catch(undefined),
  })
  .transform(
    ({ txHash, transferFrom: from, transferTo: to, ...row }): IndexRow => ({
      ...row,
      hash: txHash,
      parties: from === undefined || to === undefined ? undefined : [from, to],
    }),
  );

/** Older answers tell the number of pages, newer ones whether there are more. */
const pageOf = (row: z.ZodType<IndexRow>) =>
  z
    .object({ items: each(row), hasMore: z.boolean().nullish(), lastPage: z.int().min(0).nullish() })
    .refine(({ hasMore, lastPage }) => typeof hasMore === 'boolean' || typeof lastPage === 'number', 'no end is told')
    // One odd row is left out. If there is nothing else, the list has another form.
    .refine(({ items: { read, unread } }) => read.length > 0 || unread < 2, 'no row can be read');

export type IndexPage = z.output<ReturnType<typeof pageOf>>;

const pages = { transactions: pageOf(sentRow), transfers: pageOf(transferRow) };

/** The lists that Voyager keeps of an account. */
export type IndexList = keyof typeof pages;

/**
 * Asks for a page of a list, newest first.
 *
 * @param page - From 1 on. New transactions move older ones to later pages, never to earlier ones.
 */
export function indexPage(list: IndexList, account: Address, page: number): HttpRequest<IndexPage> {
  const query = { ps: String(pageSize), p: String(page) };
  return {
    ...(list === 'transactions'
      ? { path: '/txns', query: { to: account, ...query } }
      : {
          path: `/contracts/${account}/transfers`,
          route: '/contracts/{account}/transfers',
          query: { type: 'erc20', ...query },
        }),
    schema: pages[list],
    maxBytes: largeAnswer,
  };
}

/** Whether a page is the last one of its list. An empty page is, whatever the index says. */
export function isLastPage({ items, hasMore, lastPage }: IndexPage, page: number): boolean {
  if (items.read.length + items.unread === 0) return true;
  return typeof hasMore === 'boolean' ? !hasMore : page >= (lastPage ?? 0);
}
