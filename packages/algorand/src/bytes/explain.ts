import {
  type EncodedItem,
  type Explanation,
  fromHex,
  type Problem,
  parseAmount,
  problem,
  RefusedError,
  type TransactionData,
  toBase64,
  toHex,
} from '@isochain/core';
import { zeroAddress } from '../address/address.ts';
import type { NamedChain } from '../chains.ts';
import { buildTransaction } from './build.ts';
import { goOnlineFee, mostFee, mostNoteBytes, mostRounds } from './limits.ts';
import { memoOf } from './note.ts';
import type { AlgorandMode } from './params.ts';
import { readTransaction } from './read-transaction.ts';
import type { AlgorandTransaction } from './transaction.ts';

const field = 'transaction.encoded';

/**
 * Says what encoded items do, from their bytes alone. It makes the transaction again from what it read. A transaction that does anything else then differs.
 *
 * The bytes do not hold the key that signs.
 *
 * @returns Sender, recipient, amount, token, memo and fees as in a transaction data object, and the rest in `params`.
 * @throws RefusedError `request.invalid` if there is no unsigned transaction.
 */
export function explain({ chain }: NamedChain, encoded: readonly EncodedItem[], intent?: TransactionData): Explanation {
  const item = encoded.find(({ raw }) => raw?.format === 'MSGPACK');
  const bytes = item?.raw?.value && fromHex(item.raw.value);
  if (item === undefined || !bytes) throw new RefusedError([contradiction('it has no item in format MSGPACK')]);
  const transaction = readTransaction(bytes);
  const action = transaction && actionOf(transaction);
  if (transaction === undefined || action === undefined) return { data: { mode: 'unknown' }, errors: [unusual] };
  const { sender, fee, firstValid, lastValid, genesisId, genesisHash, note, lease } = transaction;
  const { params, ...told } = action;
  // Who gave the amount of the whole position did not ask for everything.
  const fields = isWholeByAmount(action, intent) ? { ...told, useMaxAmount: undefined } : told;
  const memo = memoOf(note);
  const built = buildTransaction(transaction);
  const isOther = item.hash !== undefined && item.hash.value !== toHex(built.bytesToSign());
  const isElsewhere = genesisHash !== chain.genesisHash || (genesisId ?? chain.genesisId) !== chain.genesisId;
  return {
    data: {
      ...fields,
      senderAddress: sender,
      fees: fee.toString(),
      ...(memo === undefined ? {} : { memo }),
      params: {
        ...(genesisId === undefined ? {} : { genesisId }),
        genesisHash,
        firstValid: firstValid.toString(),
        lastValid: lastValid.toString(),
        ...(lease === undefined ? {} : { lease: toBase64(lease) }),
        ...params,
        txId: built.txID(),
      },
    },
    ...rewardsOf(action, fee, intent),
    ...amountOf(action, intent),
    errors: [
      ...(encoded.length > 1 ? [contradiction('it has more items than encode gives out')] : []),
      ...(isOther ? [contradiction('its hash is not "TX" and the bytes of its raw transaction')] : []),
      ...(genesisId === undefined ? [contradiction('it does not name its network, which encode does')] : []),
      ...(isElsewhere ? [contradiction('it is for another network')] : []),
    ],
  };
}

/** The wish for rewards is in the bytes as its fee. An intent can ask for that fee instead. */
function rewardsOf(
  { mode }: Action,
  fee: bigint,
  intent: TransactionData | undefined,
): Pick<Explanation, 'wishes' | 'confirmed'> {
  if (mode !== 'stake' || fee < goOnlineFee) return {};
  const accepted = parseAmount(intent?.fees ?? '') ?? 0n;
  return { wishes: { rewards: true }, ...(accepted >= fee ? { confirmed: ['params.rewards'] } : {}) };
}

/** Bytes that end the only position of an account hold no amount, and an intent may name that of all of it. */
function isWholeByAmount({ mode }: Action, intent: TransactionData | undefined): boolean {
  return mode === 'unstake' && intent?.mode === 'unstake' && intent.amount !== undefined;
}

function amountOf(action: Action, intent: TransactionData | undefined): Pick<Explanation, 'untold'> {
  return isWholeByAmount(action, intent) ? { untold: ['amount'] } : {};
}

/** Fields of a mode. */
interface Action {
  readonly mode: AlgorandMode;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

/** What a transaction does, as fields of a mode. Undefined if encode makes no such transaction: the rules are those of the planner (plan.ts). */
function actionOf({ deed, sender, fee, firstValid, lastValid, note }: AlgorandTransaction): Action | undefined {
  if (fee === 0n || fee > mostFee || sender === zeroAddress || firstValid === 0n) return undefined;
  if (lastValid < firstValid || lastValid - firstValid > mostRounds) return undefined;
  if (note !== undefined && (note.length > mostNoteBytes || memoOf(note) === undefined)) return undefined;
  switch (deed.type) {
    case 'payment': {
      const { receiver, amount, closeRemainderTo } = deed;
      if (amount === 0n || receiver === zeroAddress) return undefined;
      const fields = { mode: 'transfer', recipientAddress: receiver, amount: amount.toString() } as const;
      if (closeRemainderTo === undefined) return fields;
      if (closeRemainderTo !== receiver || receiver === sender) return undefined;
      return { ...fields, params: { closeAccount: true } };
    }
    case 'assetTransfer': {
      const { assetId, receiver, amount, closeRemainderTo } = deed;
      if (receiver === zeroAddress || assetId === 0n) return undefined;
      const tokenId = assetId.toString();
      if (amount === 0n && receiver === sender) {
        if (closeRemainderTo === undefined) return { mode: 'enableToken', tokenId };
        // Closed to somebody else, a holding that is not empty would be lost.
        return closeRemainderTo === sender ? { mode: 'enableToken', tokenId, params: { optOut: true } } : undefined;
      }
      // A frozen holding that goes back to its creator, whatever it holds.
      if (amount === 0n)
        return closeRemainderTo === receiver
          ? {
              ...{ mode: 'transferToken', tokenId, recipientAddress: receiver, useMaxAmount: true },
              params: { optOut: true },
            }
          : undefined;
      if (closeRemainderTo !== undefined && (closeRemainderTo !== receiver || receiver === sender)) return undefined;
      const fields = { mode: 'transferToken', tokenId, recipientAddress: receiver, amount: amount.toString() } as const;
      return closeRemainderTo === undefined ? fields : { ...fields, params: { optOut: true } };
    }
    case 'goOnline': {
      const { voteKey, selectionKey, stateProofKey, voteFirst, voteLast, voteKeyDilution } = deed.keys;
      if (voteFirst >= voteLast || voteKeyDilution === 0n) return undefined;
      return {
        mode: 'stake',
        targetValidatorAddress: sender,
        useMaxAmount: true,
        params: {
          voteKey: toBase64(voteKey),
          selectionKey: toBase64(selectionKey),
          stateProofKey: toBase64(stateProofKey),
          voteFirst: voteFirst.toString(),
          voteLast: voteLast.toString(),
          voteKeyDilution: voteKeyDilution.toString(),
        },
      };
    }
    case 'goOffline':
      return { mode: 'unstake', validatorAddress: sender, useMaxAmount: true };
  }
}

function contradiction(reason: string): Problem {
  return problem('request.invalid', { field, expected: reason }, field);
}

const unusual = contradiction('it does something that encode never does');
