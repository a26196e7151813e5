import * as z from 'zod';

export const hashFormats = ['sha256', 'keccak256', 'sha512_256', 'pedersen'] as const;

export const rawFormats = [
  'RLP',
  'WALLET_CONNECT',
  'SIGNDOC_DIRECT',
  'SIGNDOC_DIRECT_JSON',
  'SIGNDOC_AMINO',
  'SIGNDOC_AMINO_JSON',
  'BOC',
  'RAW_TRANSACTION',
  'MSGPACK',
  'PSBT',
  'BCS',
  'BORSH',
  'XDR',
] as const;

/** One thing to sign: a hash, the raw transaction, or both. Chains that sign the raw message have no `hash`. */
export const encodedItem = z.object({
  hash: z
    .object({ format: z.enum(hashFormats), value: z.string() })
    .optional()
    .describe('The hash to be signed, in hex without 0x.'),
  raw: z
    .object({ format: z.enum(rawFormats), value: z.string() })
    .optional()
    .describe('The unsigned transaction.'),
});

export type { EncodedItem } from './wire-types.data.ts';
