import { fromBase64 } from '@isochain/core';
import { Transaction, type TransactionParams, TransactionType } from 'algosdk';
import type { AlgorandTransaction, Deed } from './transaction.ts';

/** Makes a transaction with the chain's own library. */
export function buildTransaction(transaction: AlgorandTransaction): Transaction {
  const { sender, fee, firstValid, lastValid, genesisId, genesisHash, note, lease, deed } = transaction;
  return new Transaction({
    sender,
    ...(note === undefined ? {} : { note }),
    ...(lease === undefined ? {} : { lease }),
    suggestedParams: {
      // The fee is ours: the library computes it without the signature (fees/fee.ts).
      flatFee: true,
      fee,
      minFee: fee,
      firstValid,
      lastValid,
      ...(genesisId === undefined ? {} : { genesisID: genesisId }),
      genesisHash: fromBase64(genesisHash) ?? new Uint8Array(),
    },
    ...fieldsOf(deed),
  });
}

function fieldsOf(deed: Deed): Omit<TransactionParams, 'sender' | 'suggestedParams'> {
  switch (deed.type) {
    case 'payment': {
      const { receiver, amount } = deed;
      return { type: TransactionType.pay, paymentParams: { receiver, amount, ...closing(deed) } };
    }
    case 'assetTransfer': {
      const { receiver, amount, assetId: assetIndex } = deed;
      return { type: TransactionType.axfer, assetTransferParams: { receiver, amount, assetIndex, ...closing(deed) } };
    }
    case 'goOnline': {
      const { voteKey, selectionKey, stateProofKey, voteFirst, voteLast, voteKeyDilution } = deed.keys;
      return {
        type: TransactionType.keyreg,
        keyregParams: { voteKey, selectionKey, stateProofKey, voteFirst, voteLast, voteKeyDilution },
      };
    }
    case 'goOffline':
      return { type: TransactionType.keyreg, keyregParams: {} };
  }
}

/** The library takes no field that is undefined. */
function closing({ closeRemainderTo }: Extract<Deed, { readonly closeRemainderTo?: unknown }>): {
  readonly closeRemainderTo?: string;
} {
  return closeRemainderTo === undefined ? {} : { closeRemainderTo };
}
