import * as z from 'zod';
import type { Address } from '../../address/address.ts';
import { type PublicKey, readPublicKey } from '../../address/public-key.ts';
import type { TokenId } from '../../address/token-id.ts';
import { nodeTypeText } from '../../move/type-tag.ts';
import { address, u64 } from '../fields.ts';
import { type Ledger, ledgerOf } from '../ledger.ts';
import { nodeQuery, type Query } from '../query.ts';

/** An account, as a node has it. */
export interface AccountFacts {
  readonly sequenceNumber: bigint;
  /** Hash of the key that controls it. */
  readonly authenticationKey: Address;
  /** False if the node said that there is no such account. Accounts of the chain need no creation: then it was never used (AIP-115). */
  readonly isKnown: boolean;
  /** The node's ledger, if it tells it. */
  readonly ledger: Ledger | undefined;
}

const accountSchema = z.object({ sequence_number: u64, authentication_key: address });

/** An account. One that was never used has sequence number 0, and its address as authentication key. */
export function account(of: Address): Query<AccountFacts> {
  return nodeQuery({
    path: `/accounts/${of}`,
    route: '/accounts/{address}',
    schema: accountSchema,
    read: (raw, answer): AccountFacts => ({
      sequenceNumber: raw.sequence_number,
      authenticationKey: raw.authentication_key,
      isKnown: true,
      ledger: ledgerOf(answer),
    }),
    refused: (error, answer) =>
      ['account_not_found', 'resource_not_found'].includes(error.error_code)
        ? { value: { sequenceNumber: 0n, authenticationKey: of, isKnown: false, ledger: ledgerOf(answer) } }
        : undefined,
  });
}

/** What an account holds of an asset in its primary store, as coin and as fungible asset together, in the smallest unit. 0 for an unknown account. */
export function balance(of: Address, asset: TokenId | '0x1::aptos_coin::AptosCoin'): Query<bigint> {
  const name = typeof asset === 'string' ? asset : asset.kind === 'coin' ? nodeTypeText(asset.type) : asset.metadata;
  return nodeQuery({
    path: `/accounts/${of}/balance/${encodeURIComponent(name)}`,
    route: '/accounts/{address}/balance/{asset}',
    schema: u64,
    read: (value) => value,
    refused: (error) =>
      ['account_not_found', 'resource_not_found'].includes(error.error_code) ? { value: 0n } : undefined,
  });
}

/** Kinds of signatures that tell an ed25519 key: the legacy one, and that of a single key. */
const signedBy = z.object({
  signature: z
    .object({
      type: z.string(),
      public_key: z.union([z.string(), z.object({ type: z.string(), value: z.string() }).loose()]).optional(),
      /** Of a sponsored transaction. */
      sender: z
        .object({
          type: z.string(),
          public_key: z.union([z.string(), z.object({ type: z.string(), value: z.string() }).loose()]).optional(),
        })
        .loose()
        .optional(),
    })
    .loose()
    .optional(),
});

/** The keys of the latest transactions of an account. They are those of its sender then, so the caller compares them with the authentication key. */
export function latestKeys(of: Address): Query<readonly PublicKey[]> {
  return nodeQuery({
    path: `/accounts/${of}/transactions`,
    route: '/accounts/{address}/transactions',
    query: { limit: 1 },
    schema: z.array(signedBy).max(100),
    read: (rows) => rows.flatMap(keysOf),
    // Without history there is no key, and the client has to send it.
    refused: () => ({ value: [] }),
  });
}

function keysOf({ signature }: z.output<typeof signedBy>): PublicKey[] {
  return [signature?.public_key, signature?.sender?.public_key].flatMap((key) => {
    const text = typeof key === 'string' ? key : key?.type === 'ed25519' ? key.value : undefined;
    const read = text === undefined ? undefined : readPublicKey(text);
    return read?.ok ? [read.value] : [];
  });
}
