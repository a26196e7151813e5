import * as z from 'zod';

/** How to sign for the chain. */
export const signerSpec = z.object({
  curve: z.enum(['secp256k1', 'ed25519', 'stark']).describe('The curve of keys.'),
  hashFunction: z
    .enum(['sha256', 'keccak256', 'sha512_256', 'pedersen', 'none'])
    .describe('What is hashed before it is signed.'),
  signatureFormat: z.enum(['rs', 'rsv']).describe('The parts of a signature.'),
  coinType: z.string().describe('SLIP-44 coin type.'),
});

export type SignerSpec = z.infer<typeof signerSpec>;
