import { type CompletedData, type EncodedItem, itemsOf, type SignedTransaction, signedOf } from '@isochain/core';
import { bytesOf } from '../src/bytes/index.ts';
import { judged, mainnet } from './judge.ts';
import { testKey } from './keys.ts';
import type { Kind, Made } from './kinds.ts';

export { type Kind, kinds, type Made } from './kinds.ts';

// Completed data as encode answers it, written by hand for each kind of transaction.

/** What completed data encodes to. */
export function itemsOfData(data: CompletedData): EncodedItem[] {
  return itemsOf(bytesOf('algorand'), data);
}

export function signedOfData(data: CompletedData, signature: string): Promise<SignedTransaction> {
  return signedOf(bytesOf('algorand'), data, signature);
}

/** The key of the sender. */
export const senderKey = testKey(7);
/** Somebody else's. */
export const otherKey = testKey(9);
/** The key that signs for a sender whose account was rekeyed. */
export const authKey = testKey(11);

/** Bytes that are not all the same. */
const patterned = (length: number, first: number) => Uint8Array.from({ length }, (_, i) => (first + 7 * i) % 256);

/** The transaction of a kind, with changes. */
export function madeOf(kind: Kind, changes: Partial<Made> = {}): Made {
  return {
    kind,
    sender: senderKey.address,
    signer: senderKey.address,
    recipient: testKey(10).address,
    assetId: 31_566_704n,
    amount: 2_500_000n,
    fee: 1_000n,
    firstValid: 50_000_000n,
    lastValid: 50_001_000n,
    ...mainnet,
    note: undefined,
    lease: undefined,
    voteKey: patterned(32, 1),
    selectionKey: patterned(32, 2),
    stateProofKey: patterned(64, 3),
    voteFirst: 50_000_000n,
    voteLast: 53_000_000n,
    voteKeyDilution: 1_733n,
    ...changes,
  };
}

/** The same transaction of an account that was rekeyed to `authKey`. */
export function rekeyed(made: Made): Made {
  return { ...made, signer: authKey.address };
}

/** Fields of a kind, and what `params` hold for it alone. */
function wordsOf(made: Made): { readonly mode: string; readonly fields: object; readonly params: object } {
  const { recipient: recipientAddress, sender } = made;
  const amount = made.amount.toString();
  const tokenId = made.assetId.toString();
  switch (made.kind) {
    case 'payment':
      return { mode: 'transfer', fields: { recipientAddress, amount }, params: {} };
    case 'closeAccount':
      return { mode: 'transfer', fields: { recipientAddress, amount }, params: { closeAccount: true } };
    case 'assetTransfer':
      return { mode: 'transferToken', fields: { tokenId, recipientAddress, amount }, params: {} };
    case 'assetClose':
      return { mode: 'transferToken', fields: { tokenId, recipientAddress, amount }, params: { optOut: true } };
    case 'optIn':
      return { mode: 'enableToken', fields: { tokenId }, params: {} };
    case 'optOut':
      return { mode: 'enableToken', fields: { tokenId }, params: { optOut: true } };
    case 'goOnline':
      return {
        mode: 'stake',
        fields: { targetValidatorAddress: sender, useMaxAmount: true },
        params: {
          voteKey: base64Of(made.voteKey),
          selectionKey: base64Of(made.selectionKey),
          stateProofKey: base64Of(made.stateProofKey),
          voteFirst: made.voteFirst.toString(),
          voteLast: made.voteLast.toString(),
          voteKeyDilution: made.voteKeyDilution.toString(),
        },
      };
    case 'goOffline':
      return { mode: 'unstake', fields: { validatorAddress: sender, useMaxAmount: true }, params: {} };
  }
}

const base64Of = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

/** Completed data of a transaction. The id in it is the judge's. */
export function dataOfMade(made: Made): CompletedData {
  const { mode, fields, params } = wordsOf(made);
  const { sender, signer, note, lease } = made;
  return {
    mode,
    senderAddress: sender,
    ...fields,
    ...(note === undefined ? {} : { memo: Buffer.from(note).toString('utf8') }),
    fees: made.fee.toString(),
    params: {
      genesisId: made.genesisId,
      genesisHash: made.genesisHash,
      firstValid: made.firstValid.toString(),
      lastValid: made.lastValid.toString(),
      ...(signer === sender ? {} : { authAddr: signer }),
      ...(lease === undefined ? {} : { lease: base64Of(lease) }),
      ...params,
      txId: judged(made).txId,
    },
  } as unknown as CompletedData;
}
