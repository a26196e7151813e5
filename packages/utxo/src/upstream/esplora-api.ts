import { largeAnswer } from '@isochain/core/upstream';
import * as z from 'zod';
import type { DerivedAddress, ExtendedAccount } from '../address/account.ts';
import type { UtxoContext } from '../context.ts';
import { nodeRefusal } from '../failures.ts';
import { hashSchema, rawSchema } from './common-schemas.ts';
import * as schemas from './esplora-schemas.ts';
import { pathOf } from './http-requests.ts';
import { inclusionText } from './inclusion.ts';

/**
 * The texts of the server itself: `Transaction not found`, `Block not found`. A proxy in front of it has other texts: a page, `404 page not found` or
 * `Not Found`.
 */
export const notFound = { statuses: [404], schema: z.string().regex(/^(?!404|page)\w[\w ]{0,60} not found\b/i) };

/**
 * An address with more coins than the server lists, 500 by default. Blockstream/electrs: `Too many history entries`; mempool/electrs: `Too many
 * unspent transaction outputs (>500). ...`.
 */
const tooMany = { statuses: [400], schema: z.string().regex(/^too many /i) };

/** Refusals of a path that not every server has. */
const absent = { statuses: [400, 404, 405, 501], schema: z.unknown() };

/**
 * The requests of Esplora (https://github.com/Blockstream/esplora/blob/master/API.md), and the one that mempool.space adds
 * (https://mempool.space/docs/api/rest). Made once for a chain, as equal reads in flight are recognised by their schemas. Values in paths were
 * checked before, so nothing has to be escaped.
 */
export function esploraApi(context: UtxoContext) {
  const { maxSupply } = context.policy;
  const amount = schemas.amountSchema(maxSupply);
  const coins = schemas.coinsSchema(amount, maxSupply);
  const transaction = schemas.transactionSchema(amount);
  const transactions = schemas.transactionsSchema(transaction);
  const stats = schemas.statsSchema(maxSupply);
  const text = 'text' as const;
  return {
    options: { kind: 'esplora' },
    /** The height of the best block that was seen last. */
    best: { height: 0, at: Number.NEGATIVE_INFINITY },
    /** Addresses that running requests look for, by their positions in the account. */
    derived: new WeakMap<ExtendedAccount, Map<string, Promise<DerivedAddress[]>>>(),
    tip: { path: '/blocks/tip/height', as: text, schema: schemas.tipSchema },
    /** The newest blocks, ten or more. */
    blocks: { path: '/blocks', schema: schemas.blocksSchema, maxBytes: largeAnswer },
    blockHash: (height: number) => ({
      ...pathOf('/block-height/{height}', height),
      as: text,
      schema: hashSchema,
      refusals: notFound,
    }),
    coins: (address: string) => ({
      ...pathOf('/address/{address}/utxo', address),
      schema: coins,
      maxBytes: largeAnswer,
      refusals: tooMany,
    }),
    stats: (address: string) => ({ ...pathOf('/address/{address}', address), schema: stats }),
    /** Transactions in the mempool, and the newest in blocks. */
    transactions: (address: string) => ({
      ...pathOf('/address/{address}/txs', address),
      schema: transactions,
      maxBytes: largeAnswer,
    }),
    /** Transactions in blocks: the newest, or those older than a given one. */
    confirmed: (address: string, after: string | undefined) => ({
      path: `/address/${address}/txs/chain${after === undefined ? '' : `/${after}`}`,
      route: '/address/{address}/txs/chain/{txid}',
      schema: transactions,
      maxBytes: largeAnswer,
    }),
    transaction: (txid: string) => ({
      ...pathOf('/tx/{txid}', txid),
      schema: transaction,
      refusals: notFound,
      maxBytes: largeAnswer,
    }),
    raw: (txid: string) => ({ ...pathOf('/tx/{txid}/hex', txid), as: text, schema: rawSchema, maxBytes: largeAnswer }),
    inclusion: (txid: string) => ({
      ...pathOf('/tx/{txid}/merkleblock-proof', txid),
      ...inclusionText,
      refusals: notFound,
    }),
    spend: (txid: string, vout: number) => ({
      ...pathOf('/tx/{txid}/outspend/{vout}', txid, vout),
      schema: schemas.spendSchema,
    }),
    send: (raw: string) => ({
      path: '/tx',
      body: { text: raw },
      as: text,
      schema: hashSchema,
      refusals: { statuses: [400], schema: nodeRefusal },
    }),
    feeEstimates: { path: '/fee-estimates', schema: schemas.feeEstimatesSchema, refusals: absent },
    preciseFees: { path: '/v1/fees/precise', as: text, schema: schemas.preciseFeesSchema, refusals: absent },
  };
}

export type EsploraApi = ReturnType<typeof esploraApi>;
