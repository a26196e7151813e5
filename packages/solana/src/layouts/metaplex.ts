import type { Address } from '../address/address.ts';
import { type Bytes, bytesOf, decoded } from './bytes.ts';

// Source: metaplex-foundation/mpl-token-metadata, programs/token-metadata/program/src/state/metadata.rs.

/** First byte of a metadata account (enum Key). */
const metadataV1 = 4;

/** Token standards in their order (enum TokenStandard). */
const tokenStandards = [
  'nonFungible',
  'fungibleAsset',
  'fungible',
  'nonFungibleEdition',
  'programmableNonFungible',
  'programmableNonFungibleEdition',
] as const;

export type TokenStandard = (typeof tokenStandards)[number];

/** The issuer chose the texts: clean them before showing. */
export interface MetaplexMetadata {
  readonly mint: Address;
  readonly name: string;
  readonly symbol: string;
  /** Undefined on accounts that are older than it. */
  readonly tokenStandard: TokenStandard | undefined;
}

/** @returns Undefined if the data is no metadata account. */
export function decodeMetaplexMetadata(data: Uint8Array): MetaplexMetadata | undefined {
  return decoded(() => {
    const bytes = bytesOf(data);
    if (bytes.u8(0) !== metadataV1) return undefined;
    const name = bytes.text(65);
    const symbol = bytes.text(name.end);
    return {
      mint: bytes.address(33),
      name: trimZeros(name.value),
      symbol: trimZeros(symbol.value),
      tokenStandard: decoded(() => readStandard(bytes, bytes.text(symbol.end).end)),
    };
  });
}

/** Texts are padded with zero bytes to their maximum length. */
function trimZeros(text: string): string {
  return text.replace(/\0+$/, '');
}

/** After the texts come: seller fee u16, creators, two flags, edition nonce, token standard. */
function readStandard(bytes: Bytes, offset: number): TokenStandard | undefined {
  const hasCreators = bytes.u8(offset + 2) === 1;
  const creatorLength = 34;
  const flags = offset + 3 + (hasCreators ? 4 + creatorLength * bytes.u32(offset + 3) : 0);
  const nonce = flags + 2;
  const standard = nonce + (bytes.u8(nonce) === 1 ? 2 : 1);
  return bytes.u8(standard) === 1 ? tokenStandards[bytes.u8(standard + 1)] : undefined;
}
