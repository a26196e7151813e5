import { type CompletedData, type EncodedItem, itemsOf, type SignedTransaction, signedOf } from '@isochain/core';
import { bytesOf } from '../src/bytes/index.ts';
import type { StellarChainId } from '../src/chains.ts';
import { passphrases, testKey } from './judge.ts';
import type { Kind, Made, MadeMemo } from './kinds.ts';

export { type Kind, kinds, type Made, type MadeMemo } from './kinds.ts';

// Completed data as encode answers it, written by hand for each kind of transaction.

/** What completed data encodes to. */
export function itemsOfData(data: CompletedData, chain: StellarChainId = 'stellar'): EncodedItem[] {
  return itemsOf(bytesOf(chain), data);
}

export function signedOfData(
  data: CompletedData,
  signature: string,
  chain: StellarChainId = 'stellar',
): Promise<SignedTransaction> {
  return signedOf(bytesOf(chain), data, signature);
}

/** The key of the sender. */
export const senderKey = testKey(7);
/** The key of somebody who signs beside the sender. */
export const secondKey = testKey(8);
/** Somebody else's. */
export const otherKey = testKey(9);
const recipientKey = testKey(10);
const issuerKey = testKey(11);

/** The transaction of a kind, with changes. */
export function madeOf(kind: Kind, changes: Partial<Made> = {}): Made {
  return {
    kind,
    chain: 'stellar',
    sender: senderKey.publicKey(),
    signers: [senderKey.publicKey()],
    recipient: recipientKey.publicKey(),
    code: 'USDC',
    issuer: issuerKey.publicKey(),
    amount: 25_000_000n,
    limit: 2n ** 63n - 1n,
    reclaimAfterSeconds: 604_800n,
    memo: { type: 'none' },
    sequence: 120_192_344_791_187_471n,
    fee: 200n,
    maxTime: 1_800_000_000n,
    ...changes,
  };
}

/** A memo as encode answers it. */
function memoText(memo: MadeMemo): string | undefined {
  if (memo.type === 'none') return undefined;
  const isPlain = memo.type === 'text' && !/^(?:text|id|hash|return):/.test(memo.value);
  return isPlain ? memo.value : `${memo.type}:${memo.value}`;
}

/** Fields of a kind, and what `params` hold for it alone. */
function wordsOf(made: Made): { readonly mode: string; readonly fields: object; readonly params: object } {
  const { kind, recipient: recipientAddress, code, issuer } = made;
  const amount = made.amount.toString();
  const tokenId = `${code}:${issuer}`;
  const transfer = { mode: 'transfer', fields: { recipientAddress, amount }, params: {} };
  const send = { mode: 'transferToken', fields: { tokenId, recipientAddress, amount }, params: {} };
  const trust = (limit: bigint) => ({
    mode: 'enableToken',
    fields: { tokenId },
    params: { limit: limit.toString() },
  });
  const everything = { recipientAddress, useMaxAmount: true };
  return {
    createAccount: { ...transfer, params: { createAccount: true } },
    payment: transfer,
    tokenPayment: send,
    changeTrust: trust(made.limit),
    removeTrust: trust(0n),
    accountMerge: { mode: 'transfer', fields: everything, params: { closeAccount: true } },
    claimableBalance: { ...send, params: { reclaimAfterSeconds: made.reclaimAfterSeconds.toString() } },
  }[kind];
}

/** Completed data of a transaction. */
export function dataOfMade(made: Made): CompletedData {
  const { mode, fields, params } = wordsOf(made);
  const memo = memoText(made.memo);
  return {
    mode,
    senderAddress: made.sender,
    ...fields,
    ...(memo === undefined ? {} : { memo }),
    fees: made.fee.toString(),
    nonce: made.sequence.toString(),
    params: {
      networkPassphrase: passphrases[made.chain],
      maxTime: made.maxTime.toString(),
      signers: made.signers,
      ...params,
      ...(made.memo.type === 'none' ? {} : { memo: made.memo }),
    },
  } as unknown as CompletedData;
}
