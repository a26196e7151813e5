import { RejectedAnswer } from '@isochain/core/upstream';
import * as z from 'zod';
import type { Address } from '../../address/address.ts';
import { address as addressField } from '../fields.ts';
import { type Query, restQuery } from '../query.ts';

/**
 * How the latest transaction of an account was signed: by several keys, by a program, or with a post-quantum key. Undefined: by a single key of ed25519, or nobody
 * knows. It is forgotten whenever the account is rekeyed (algorand/indexer, idb/postgres/internal/writer/writer.go: getSigTypeDeltas).
 */
export type SignatureType = 'msig' | 'lsig' | 'pqsig' | undefined;

const others = ['msig', 'lsig', 'pqsig'] as const;

const schema = z.object({ account: z.object({ address: addressField, 'sig-type': z.string().optional() }) });

/** How an account signs, as an indexer has seen it. Nodes do not tell. */
export function signatureType(asked: Address): Query<SignatureType> {
  return restQuery<z.output<typeof schema>, SignatureType>({
    kind: 'indexer',
    path: `/v2/accounts/${asked}`,
    route: '/v2/accounts/{address}',
    query: { exclude: 'all' },
    schema,
    read({ account }) {
      if (account.address !== asked) throw new RejectedAnswer('it answers with another account');
      return others.find((type) => type === account['sig-type']);
    },
    // An account that was never used, or is empty.
    refused: ({ status }) => (status === 404 ? { value: undefined } : undefined),
  });
}
