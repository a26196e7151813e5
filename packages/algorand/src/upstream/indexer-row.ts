import { attempt } from '@isochain/core';
import * as z from 'zod';
import { type Act, type Placed, type Row, unreadIn } from './row.ts';
import {
  address,
  addressOrNone,
  addressOrZero,
  bytesOrNone,
  innerPart,
  isTrue,
  note,
  readEach,
  readPart,
  textOrNone,
  uint64,
  uint64OrNone,
} from './row-fields.ts';

// Transactions as indexers write them (algorand/indexer, api/indexer.oas3.yml: Transaction; api/converter_utils.go: signedTxnWithAdToTransaction).

/** A transaction with its id and its place. */
export interface IndexedTransaction extends Row, UnreadTransaction {}

/** A transaction of which nothing but its id and its place could be read. */
export interface UnreadTransaction {
  readonly id: string;
  readonly placed: Placed;
  /** Its place in its block. */
  readonly offset: bigint;
  /** As the indexer writes it. */
  readonly raw: unknown;
}

const headerSchema = z.object({
  sender: address,
  fee: uint64,
  'first-valid': uint64,
  'last-valid': uint64,
  'genesis-id': textOrNone,
  'genesis-hash': textOrNone,
  note,
  lease: bytesOrNone(32),
  group: bytesOrNone(32),
  'rekey-to': addressOrNone,
  'tx-type': z.string(),
  'sender-rewards': uint64OrNone,
  'receiver-rewards': uint64OrNone,
  'close-rewards': uint64OrNone,
  'inner-txns': z.array(z.unknown()).optional(),
});

const placedSchema = z.object({
  id: z.string(),
  'confirmed-round': uint64,
  'intra-round-offset': uint64,
  'round-time': uint64.nullish(),
});

const paymentSchema = z.object({
  'payment-transaction': z.object({
    amount: uint64OrNone,
    receiver: addressOrZero,
    'close-remainder-to': addressOrNone,
    'close-amount': uint64OrNone,
  }),
});

const assetTransferSchema = z.object({
  'asset-transfer-transaction': z.object({
    'asset-id': uint64OrNone,
    amount: uint64OrNone,
    receiver: addressOrZero,
    'close-to': addressOrNone,
    'close-amount': uint64OrNone,
    sender: addressOrNone,
  }),
});

const keyRegistrationSchema = z.object({
  'keyreg-transaction': z.object({
    'vote-participation-key': bytesOrNone(32),
    'selection-participation-key': bytesOrNone(32),
    'state-proof-key': bytesOrNone(64),
    'vote-first-valid': uint64OrNone,
    'vote-last-valid': uint64OrNone,
    'vote-key-dilution': uint64OrNone,
    'non-participation': isTrue,
  }),
});

const freezeSchema = z.object({
  'asset-freeze-transaction': z.object({
    'asset-id': uint64OrNone,
    address: addressOrZero,
    'new-freeze-status': isTrue,
  }),
});

/** @throws RejectedAnswer if it has another shape, or does not tell its id and its place. */
export function readIndexed(raw: unknown): IndexedTransaction {
  return { ...readRow(raw), ...readPlace(raw), raw };
}

/** A row of a history. If it has another shape, nothing but its id and its place is known of it. Undefined if not even these are. */
export function readListed(raw: unknown): IndexedTransaction | UnreadTransaction | undefined {
  return attempt(() => readIndexed(raw)) ?? attempt(() => ({ ...readPlace(raw), raw }));
}

function readPlace(raw: unknown): UnreadTransaction {
  const placed = readPart(placedSchema, raw);
  const time = placed['round-time'];
  return {
    id: placed.id,
    placed: { round: placed['confirmed-round'], time: time == null ? undefined : time * 1_000n },
    offset: placed['intra-round-offset'],
    raw,
  };
}

function readRow(raw: unknown): Row {
  const header = readPart(headerSchema, raw);
  const { read: inner, refused } = readEach(readRow, header['inner-txns'] ?? []);
  return {
    sender: header.sender,
    fee: header.fee,
    firstValid: header['first-valid'],
    lastValid: header['last-valid'],
    genesisId: header['genesis-id'],
    genesisHash: header['genesis-hash'],
    note: header.note,
    lease: header.lease,
    group: header.group,
    rekeyTo: header['rekey-to'],
    act: readAct(header['tx-type'], raw),
    rewards: {
      sender: header['sender-rewards'],
      receiver: header['receiver-rewards'],
      close: header['close-rewards'],
    },
    inner,
    unread: [
      ...unreadIn(header['tx-type']),
      ...inner.flatMap(({ unread }) => unread),
      ...(refused > 0 ? [innerPart] : []),
    ],
  };
}

function readAct(type: string, raw: unknown): Act {
  switch (type) {
    case 'pay': {
      const part = readPart(paymentSchema, raw)['payment-transaction'];
      const { receiver, amount, 'close-remainder-to': closeTo, 'close-amount': closeAmount } = part;
      return { type, receiver, amount, closeTo, closeAmount };
    }
    case 'axfer': {
      const part = readPart(assetTransferSchema, raw)['asset-transfer-transaction'];
      const { 'asset-id': assetId, receiver, amount, sender: takenFrom } = part;
      return {
        type,
        assetId,
        receiver,
        amount,
        closeTo: part['close-to'],
        closeAmount: part['close-amount'],
        takenFrom,
      };
    }
    case 'keyreg': {
      const part = readPart(keyRegistrationSchema, raw)['keyreg-transaction'];
      return {
        type,
        voteKey: part['vote-participation-key'],
        selectionKey: part['selection-participation-key'],
        stateProofKey: part['state-proof-key'],
        voteFirst: part['vote-first-valid'],
        voteLast: part['vote-last-valid'],
        voteKeyDilution: part['vote-key-dilution'],
        isNonParticipating: part['non-participation'],
      };
    }
    case 'afrz': {
      const part = readPart(freezeSchema, raw)['asset-freeze-transaction'];
      return {
        type,
        assetId: part['asset-id'],
        account: part.address,
        isFrozen: part['new-freeze-status'],
      };
    }
    default:
      return { type: 'other' };
  }
}
