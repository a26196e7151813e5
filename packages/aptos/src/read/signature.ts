import { fromHex, stripHexPrefix } from '@isochain/core';
import * as z from 'zod';
import type { Address } from '../address/address.ts';
import type { PayerSignature, Signature } from '../bytes/signed-transaction.ts';
import { address } from '../upstream/fields.ts';

/** Who signed a transaction, and who pays for it. */
export interface Signatures {
  readonly sender: Signature;
  readonly payer: PayerSignature | undefined;
}

const hexOf = (length: number) =>
  z
    .string()
    .transform((text) => stripHexPrefix(text).toLowerCase())
    .refine((text) => fromHex(text)?.length === length);

const key = hexOf(32);
const signature = hexOf(64).transform((text) => fromHex(text) ?? new Uint8Array());

/** The legacy scheme. */
const legacy = z
  .object({ type: z.literal('ed25519_signature'), public_key: key, signature })
  .transform((read): Signature => ({ scheme: 'ed25519', publicKey: read.public_key, signature: read.signature }));

const ed25519 = <T extends z.ZodType>(value: T) => z.object({ type: z.literal('ed25519'), value });

/** A single key (AIP-55). */
const singleKey = (type: string) =>
  z.object({ type: z.literal(type), public_key: ed25519(key), signature: ed25519(signature) }).transform(
    (read): Signature => ({
      scheme: 'single_key',
      publicKey: read.public_key.value,
      signature: read.signature.value,
    }),
  );

const ofAccount = z.union([legacy, singleKey('single_key_signature')]);

const sponsored = z
  .object({
    type: z.literal('fee_payer_signature'),
    sender: ofAccount,
    secondary_signer_addresses: z.array(z.unknown()).length(0),
    secondary_signers: z.array(z.unknown()).length(0),
    fee_payer_address: address,
    fee_payer_signer: ofAccount,
  })
  .transform(
    (read): Signatures => ({
      sender: read.sender,
      payer: { ...read.fee_payer_signer, address: read.fee_payer_address },
    }),
  );

const alone = z
  .union([legacy, singleKey('single_sender')])
  .transform((sender): Signatures => ({ sender, payer: undefined }));

/** The signatures of a transaction. Undefined for kinds that are not encoded here: other curves, several keys, several signers. */
export function readSignatures(json: unknown): Signatures | undefined {
  return z.union([alone, sponsored]).safeParse(json).data;
}

const paidBy = z.object({ type: z.literal('fee_payer_signature'), fee_payer_address: address });

/** The account that pays, if it is not the sender. */
export function feePayerOf(json: unknown): Address | undefined {
  return paidBy.safeParse(json).data?.fee_payer_address;
}
