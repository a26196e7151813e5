import { type Assembled, type EncodedItem, toBase64, toHex } from '@isochain/core';
import { keyKinds } from '../address/public-key.ts';
import type { NamedChain } from '../chains.ts';
import type { Cosmos } from '../types.ts';
import { aminoDocument, type CosmosPlan, directDocument, type SignDocument } from './sign-documents.ts';

/**
 * Makes the bytes to sign. Same plan in, same bytes out.
 *
 * @returns The direct sign document in hex, with the hash that the chain's keys sign, and as the JSON that wallets take. If the client wished for the
 * amino document, the same two forms of it follow.
 */
export function assemble({ chain }: NamedChain, plan: CosmosPlan): Assembled<Cosmos> {
  const direct = directDocument(plan, chain.keys);
  const amino = plan.amino ? aminoDocument(plan, chain.keys) : undefined;
  const items: EncodedItem[] = [
    { raw: { format: 'SIGNDOC_DIRECT', value: toHex(direct.bytes) }, hash: hashOf(chain.keys, direct) },
    { raw: { format: 'SIGNDOC_DIRECT_JSON', value: toWalletJson(plan, direct) } },
  ];
  if (amino !== undefined) {
    items.push(
      { raw: { format: 'SIGNDOC_AMINO', value: toHex(amino.bytes) }, hash: hashOf(chain.keys, amino) },
      { raw: { format: 'SIGNDOC_AMINO_JSON', value: new TextDecoder().decode(amino.bytes) } },
    );
  }
  return { items, unsigned: { direct, amino } };
}

function hashOf(keys: NamedChain['chain']['keys'], { bytes }: SignDocument) {
  const { hashFormat, hash } = keyKinds[keys];
  return { format: hashFormat, value: toHex(hash(bytes)) };
}

/** Keys in the order in which the service that wallets know writes them. */
function toWalletJson({ nativeId, accountNumber }: CosmosPlan, { body, authInfo }: SignDocument): string {
  return JSON.stringify({
    bodyBytes: toBase64(body),
    authInfoBytes: toBase64(authInfo),
    chainId: nativeId,
    accountNumber: accountNumber.toString(),
  });
}
