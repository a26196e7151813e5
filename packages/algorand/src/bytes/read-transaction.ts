import { attempt, toBase64, toHex } from '@isochain/core';
import { decodeUnsignedTransaction, type Transaction } from 'algosdk';
import { zeroAddress } from '../address/address.ts';
import { buildTransaction } from './build.ts';
import type { AlgorandTransaction, Deed } from './transaction.ts';

/**
 * Reads a transaction, and makes it again from what was read. Undefined if that gives other bytes: then it does something that is not understood here.
 *
 * @param bytes - Msgpack without a signature.
 */
export function readTransaction(bytes: Uint8Array): AlgorandTransaction | undefined {
  return attempt(() => {
    const read = decodeUnsignedTransaction(bytes);
    const deed = readDeed(read);
    if (deed === undefined || read.genesisHash === undefined) return undefined;
    const transaction: AlgorandTransaction = {
      sender: read.sender.toString(),
      fee: read.fee,
      firstValid: read.firstValid,
      lastValid: read.lastValid,
      genesisId: read.genesisID,
      genesisHash: toBase64(read.genesisHash),
      note: read.note.length === 0 ? undefined : read.note,
      lease: read.lease,
      deed,
    };
    return toHex(buildTransaction(transaction).toByte()) === toHex(bytes) ? transaction : undefined;
  });
}

function readDeed({ payment, assetTransfer, keyreg }: Transaction): Deed | undefined {
  if (payment !== undefined) {
    const { receiver, amount, closeRemainderTo } = payment;
    return {
      type: 'payment',
      receiver: receiver.toString(),
      amount,
      ...(closeRemainderTo === undefined ? {} : { closeRemainderTo: closeRemainderTo.toString() }),
    };
  }
  if (assetTransfer !== undefined) {
    const { receiver, amount, assetIndex: assetId, closeRemainderTo, assetSender } = assetTransfer;
    // A clawback takes from somebody else.
    if (assetSender !== undefined && assetSender.toString() !== zeroAddress) return undefined;
    return {
      type: 'assetTransfer',
      assetId,
      receiver: receiver.toString(),
      amount,
      ...(closeRemainderTo === undefined ? {} : { closeRemainderTo: closeRemainderTo.toString() }),
    };
  }
  if (keyreg === undefined) return undefined;
  const { voteKey, selectionKey, stateProofKey, voteFirst, voteLast, voteKeyDilution } = keyreg;
  if (voteKey === undefined) return { type: 'goOffline' };
  if (
    selectionKey === undefined ||
    stateProofKey === undefined ||
    voteFirst === undefined ||
    voteLast === undefined ||
    voteKeyDilution === undefined
  )
    return undefined;
  return { type: 'goOnline', keys: { voteKey, selectionKey, stateProofKey, voteFirst, voteLast, voteKeyDilution } };
}
