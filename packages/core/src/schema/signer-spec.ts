import * as z from 'zod';

/** How to sign for the chain. */
export const signerSpec = z.object({
  curve: z.enum(['secp256k1', 'ed25519', 'stark']),
  hashFunction: z.enum(['sha256', 'keccak256', 'sha512_256', 'pedersen', 'none']),
  signatureFormat: z.enum(['rs', 'rsv']),
  coinType: z.string().describe('SLIP-44 coin type.'),
});

export type SignerSpec = z.infer<typeof signerSpec>;
