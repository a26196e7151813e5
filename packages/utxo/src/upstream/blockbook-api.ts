import { largeAnswer, type Query } from '@isochain/core/upstream';
import * as z from 'zod';
import type { Account, ExtendedAccount } from '../address/account.ts';
import type { UtxoContext } from '../context.ts';
import { nodeRefusal } from '../failures.ts';
import * as schemas from './blockbook-schemas.ts';
import { pathOf } from './http-requests.ts';

/** Higher than any block: from here on there is only the mempool. */
export const beyondBlocks = 1_000_000_000;

/** The texts of the server itself. A proxy in front of it has other texts. */
const notFound = { statuses: [400], schema: z.object({ error: z.string().regex(/not found/i) }) };

/** Also said by servers whose node has no estimate. */
const anyError = { statuses: [400, 500], schema: z.object({ error: z.string() }) };

/**
 * The requests of Blockbook (trezor/blockbook, docs/api). Made once for a chain: equal reads in flight are
 * recognised by their schemas.
 */
export function blockbookApi(context: UtxoContext) {
  const { maxSupply } = context.policy;
  const amount = schemas.amountSchema(maxSupply);
  const coins = schemas.coinsSchema(amount, maxSupply);
  const transaction = schemas.transactionSchema(amount);
  const account = schemas.accountSchema(transaction, maxSupply);
  const known = (txid: string) => pathOf('/api/v2/tx/{txid}', txid);
  return {
    options: { kind: 'blockbook' },
    status: { path: '/api/', schema: schemas.statusSchema },
    head: { path: '/api/', schema: schemas.headSchema },
    blockHash: (height: number) => ({
      ...pathOf('/api/v2/block-index/{height}', height),
      schema: schemas.blockHashSchema,
    }),
    coins: (owner: Account) => ({
      ...pathOf('/api/v2/utxo/{account}', nameOf(owner)),
      schema: coins,
      maxBytes: largeAnswer,
    }),
    account(owner: Account, query: Query) {
      const what = owner.kind === 'extended' ? 'xpub' : 'address';
      return { ...pathOf(`/api/v2/${what}/{account}`, nameOf(owner)), query, schema: account, maxBytes: largeAnswer };
    },
    transaction: (txid: string) => ({ ...known(txid), schema: transaction, refusals: notFound, maxBytes: largeAnswer }),
    full: (txid: string) => ({ ...known(txid), schema: schemas.fullSchema, maxBytes: largeAnswer }),
    spends: (txid: string) => ({
      ...known(txid),
      query: { spending: true },
      schema: schemas.spendsSchema,
      maxBytes: largeAnswer,
    }),
    fee: (target: number) => ({
      ...pathOf('/api/v2/estimatefee/{blocks}', target),
      schema: schemas.feeSchema,
      refusals: anyError,
    }),
    send: (raw: string) => ({
      path: '/api/v2/sendtx/',
      body: { text: raw },
      schema: schemas.sentSchema,
      refusals: { statuses: [400], schema: nodeRefusal },
    }),
  };
}

export type BlockbookApi = ReturnType<typeof blockbookApi>;

/** The account as it stands in a path. It was checked before. */
function nameOf(account: Account): string {
  return account.kind === 'address' ? account.address : encodeURIComponent(shortDescriptor(account));
}

/**
 * `wpkh(xpub...)`: the function says the script type, as not every chain has a prefix for it. The origin and the branches are left out. The server
 * takes only some forms of origins, and reads both branches anyway. So nothing has to be escaped; some proxies undo escapes.
 */
function shortDescriptor({ descriptor }: ExtendedAccount): string {
  return descriptor.replace(/\[[^\]]*\]/, '').replace('/<0;1>/*', '');
}
