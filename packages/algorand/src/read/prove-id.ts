import { attempt, fromBase64 } from '@isochain/core';
import { RejectedAnswer, servesAnotherChain } from '@isochain/core/upstream';
import { Transaction, type TransactionParams, TransactionType } from 'algosdk';
import type { NamedChain } from '../chains.ts';
import type { Act, Row } from '../upstream/row.ts';

// The id of a transaction is the hash of all that was signed. So an endpoint that shows another transaction under an id is found out.

/**
 * Makes a transaction again, and compares its id. Calls of applications, changes of assets, state proofs and heartbeats are not checked: their rows do not hold
 * all that was signed.
 *
 * @throws RejectedAnswer if the id is that of another transaction, or the transaction is one of another network.
 */
export function requireId(row: Row, id: string, { chain }: Pick<NamedChain, 'chain'>): void {
  const isElsewhere =
    (row.genesisHash !== undefined && row.genesisHash !== chain.genesisHash) ||
    (row.genesisId !== undefined && row.genesisId !== chain.genesisId);
  if (isElsewhere) throw servesAnotherChain();
  const { act } = row;
  if (act.type === 'other') return;
  // The name of the network need not be signed, and blocks leave it out.
  const names = row.genesisId === undefined ? [undefined, chain.genesisId] : [row.genesisId];
  if (!names.some((genesisId) => idOf(row, act, genesisId, chain.genesisHash) === id))
    throw new RejectedAnswer('it shows another transaction under this id');
}

type Known = Exclude<Act, { readonly type: 'other' }>;

function idOf(row: Row, act: Known, genesisId: string | undefined, genesisHash: string): string | undefined {
  const { sender, fee, firstValid, lastValid, note, lease, group, rekeyTo } = row;
  return attempt(() => {
    const transaction = new Transaction({
      sender,
      ...given({ note, lease, rekeyTo }),
      suggestedParams: {
        flatFee: true,
        fee,
        minFee: fee,
        firstValid,
        lastValid,
        ...given({ genesisID: genesisId }),
        genesisHash: fromBase64(genesisHash) ?? new Uint8Array(),
      },
      ...fieldsOf(act),
    });
    if (group !== undefined) transaction.group = group;
    return transaction.txID();
  });
}

function fieldsOf(act: Known): Omit<TransactionParams, 'sender' | 'suggestedParams'> {
  switch (act.type) {
    case 'pay': {
      const { receiver, amount, closeTo: closeRemainderTo } = act;
      return { type: TransactionType.pay, paymentParams: { receiver, amount, ...given({ closeRemainderTo }) } };
    }
    case 'axfer': {
      const { receiver, amount, assetId: assetIndex, closeTo: closeRemainderTo, takenFrom: assetSender } = act;
      const optional = given({ closeRemainderTo, assetSender });
      return { type: TransactionType.axfer, assetTransferParams: { receiver, amount, assetIndex, ...optional } };
    }
    case 'keyreg': {
      const { voteKey, selectionKey, stateProofKey, voteFirst, voteLast, voteKeyDilution } = act;
      const keys = given({ voteKey, selectionKey, stateProofKey });
      // Indexers write zeros for what was not signed.
      const rounds = voteKey === undefined ? {} : { voteFirst, voteLast, voteKeyDilution };
      const keyregParams = { ...keys, ...rounds, nonParticipation: act.isNonParticipating };
      return { type: TransactionType.keyreg, keyregParams };
    }
    case 'afrz': {
      const { assetId: assetIndex, account: freezeTarget, isFrozen: frozen } = act;
      return { type: TransactionType.afrz, assetFreezeParams: { assetIndex, freezeTarget, frozen } };
    }
  }
}

/** The members that are not undefined. The library takes no others. */
function given<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
