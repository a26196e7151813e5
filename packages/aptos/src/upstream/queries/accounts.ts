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

/** The chain takes no sequence number from 2^63 on (aptos-labs/aptos-core, transaction_validation.move). The highest of all marks orderless transactions. */
const sequenceNumber = u64.refine((value) => value < 2n ** 63n, 'not a sequence number');

const accountSchema = z.object({ sequence_number: sequenceNumber, authentication_key: address });

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

/**
 * What an account holds of a token, in the smallest unit. A coin counts together with the fungible asset that takes its place. A fungible asset counts
 * alone, and in the primary store (aptos-labs/aptos-core, api/src/accounts.rs: balance). 0 for an unknown account.
 */
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

/** What the latest transaction of an account tells of its key. */
export interface UsedKeys {
  /** Keys of ed25519. The account may have another one by now: the caller compares them with the authentication key. */
  readonly keys: readonly PublicKey[];
  /** Who signed, in words, if it was no single key of ed25519: such accounts cannot send here. */
  readonly otherSigner?: string | undefined;
}

/** How one account signed (aptos-labs/aptos-core, api/types/src/transaction.rs: AccountSignature). Kinds differ in their members. */
const accountSignature = z
  .object({
    type: z.string(),
    /** A text in the legacy scheme, and an object with its kind in others. */
    public_key: z.union([z.string(), z.object({ type: z.string(), value: z.unknown() }).loose()]).optional(),
    /** Several keys. */
    public_keys: z.array(z.unknown()).optional(),
    /** A function that checks signatures (AIP-104). */
    function_info: z.unknown().optional(),
  })
  .loose();

/** A transaction with its signature. Where several accounts sign, `sender` has that of the sender. */
const signedTransaction = z.object({
  signature: accountSignature.extend({ sender: accountSignature.optional() }).optional(),
});

/** The keys of the latest transaction that an account sent. */
export function latestKeys(of: Address): Query<UsedKeys> {
  return nodeQuery({
    path: `/accounts/${of}/transactions`,
    route: '/accounts/{address}/transactions',
    query: { limit: 1 },
    schema: z.array(signedTransaction).max(100),
    read: (rows) => keysOf(rows[0]?.signature),
    // Without history there is no key, and the client has to send it.
    refused: (): { readonly value: UsedKeys } => ({ value: { keys: [] } }),
  });
}

function keysOf(signature: z.output<typeof signedTransaction>['signature']): UsedKeys {
  const own = signature?.sender ?? signature;
  if (own === undefined) return { keys: [] };
  const { public_key: key, public_keys: several, function_info: checker } = own;
  if (several !== undefined) return { keys: [], otherSigner: 'several keys' };
  if (checker !== undefined) return { keys: [], otherSigner: 'a function that checks signatures' };
  if (key === undefined) return { keys: [] };
  if (typeof key !== 'string' && key.type !== 'ed25519') return { keys: [], otherSigner: nameOf(key.type) };
  const text = typeof key === 'string' ? key : key.value;
  const read = typeof text === 'string' ? readPublicKey(text) : undefined;
  return { keys: read?.ok ? [read.value] : [] };
}

/** @param type - The kind of a single key, as nodes name it: `keyless`, `secp256k1_ecdsa`. */
function nameOf(type: string): string {
  if (type.includes('keyless')) return 'a keyless account';
  return /^secp256[kr]1/.test(type) ? `a key of ${type.slice(0, 9)}` : 'a key of another kind';
}
