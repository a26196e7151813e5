import { bytesOf, type EncodedItem, type EncodedTransaction, fromBase64, hashIn, itemIn } from '@isochain/core';
import type { Cosmos } from './types.ts';

/** Forms of one transaction. A signer takes one of them. */
export interface CosmosToSign {
  /** The hash of the direct sign document: 32 bytes that a key signs as they are. SHA-256, or Keccak-256 on chains with keys of Ethereum's kind. */
  readonly hash: Uint8Array<ArrayBuffer>;
  /** The direct sign document, as CosmJS (`signDirect`) and Keplr take it. */
  readonly signDoc: DirectSignDoc;
  /** The bytes of the direct sign document (protobuf `SignDoc`), for signers that hash by themselves. */
  readonly signBytes: Uint8Array<ArrayBuffer>;
  /** The same transaction as amino document, if the intent wished for it (`signMode: 'amino'`). Sign one of the two documents. */
  readonly amino: AminoToSign | undefined;
}

/** `SignDoc` of cosmos.tx.v1beta1. */
export interface DirectSignDoc {
  readonly bodyBytes: Uint8Array<ArrayBuffer>;
  readonly authInfoBytes: Uint8Array<ArrayBuffer>;
  readonly chainId: string;
  readonly accountNumber: bigint;
}

export interface AminoToSign {
  /** The hash of the amino document: 32 bytes that a key signs as they are. */
  readonly hash: Uint8Array<ArrayBuffer>;
  /** The document, as CosmJS (`signAmino`) and wallets take it. */
  readonly signDoc: AminoSignDoc;
  /** The bytes of the document: its JSON with sorted names. */
  readonly signBytes: Uint8Array<ArrayBuffer>;
}

/** `StdSignDoc` of amino. */
export interface AminoSignDoc {
  readonly chain_id: string;
  readonly account_number: string;
  readonly sequence: string;
  readonly fee: {
    readonly amount: readonly { readonly denom: string; readonly amount: string }[];
    readonly gas: string;
  };
  readonly msgs: readonly { readonly type: string; readonly value: unknown }[];
  readonly memo: string;
}

/**
 * What is to be signed for a transaction. Broadcast takes the signature.
 *
 * @param transaction - `transaction` of an encode answer without errors.
 * @throws RefusedError `encoded.mismatch` if the transaction is of another family.
 *
 * @example
 * const { signature } = await wallet.signDirect(senderAddress, toSign(transaction).signDoc);
 */
export function toSign({ encoded }: EncodedTransaction<Cosmos>): CosmosToSign {
  const direct = itemIn(encoded, 'SIGNDOC_DIRECT');
  const { bodyBytes, authInfoBytes, chainId, accountNumber } = JSON.parse(
    itemIn(encoded, 'SIGNDOC_DIRECT_JSON').raw.value,
  );
  return {
    hash: hashIn(direct),
    signBytes: bytesOf(direct.raw.value),
    signDoc: {
      bodyBytes: bytesOfBase64(bodyBytes),
      authInfoBytes: bytesOfBase64(authInfoBytes),
      chainId,
      accountNumber: BigInt(accountNumber),
    },
    amino: encoded.some(({ raw }) => raw?.format === 'SIGNDOC_AMINO') ? aminoIn(encoded) : undefined,
  };
}

function aminoIn(encoded: readonly EncodedItem[]): AminoToSign {
  const amino = itemIn(encoded, 'SIGNDOC_AMINO');
  const signDoc: AminoSignDoc = JSON.parse(itemIn(encoded, 'SIGNDOC_AMINO_JSON').raw.value);
  return { hash: hashIn(amino), signBytes: bytesOf(amino.raw.value), signDoc };
}

/** Bytes of base64 that encode made. */
function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  return fromBase64(text) ?? new Uint8Array();
}
