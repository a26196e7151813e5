import * as z from 'zod';
import { type Act, type Rewards, type Row, unreadIn } from './row.ts';
import {
  address,
  addressOrNone,
  addressOrZero,
  bytesOrNone,
  isTrue,
  note,
  readPart,
  textOrNone,
  uint64OrNone,
} from './row-fields.ts';

// Transactions as nodes write them: the fields of msgpack in JSON (go-algorand, data/transactions/transaction.go: Transaction). What is zero is left out.

const headerSchema = z.object({
  type: z.string(),
  snd: address,
  fee: uint64OrNone,
  fv: uint64OrNone,
  lv: uint64OrNone,
  gen: textOrNone,
  gh: textOrNone,
  note,
  lx: bytesOrNone(32),
  grp: bytesOrNone(32),
  rekey: addressOrNone,
});

const paymentSchema = z.object({ amt: uint64OrNone, rcv: addressOrZero, close: addressOrNone });

const assetTransferSchema = z.object({
  xaid: uint64OrNone,
  aamt: uint64OrNone,
  arcv: addressOrZero,
  aclose: addressOrNone,
  asnd: addressOrNone,
});

const keyRegistrationSchema = z.object({
  votekey: bytesOrNone(32),
  selkey: bytesOrNone(32),
  sprfkey: bytesOrNone(64),
  votefst: uint64OrNone,
  votelst: uint64OrNone,
  votekd: uint64OrNone,
  nonpart: isTrue,
});

const freezeSchema = z.object({ faid: uint64OrNone, fadd: addressOrZero, afrz: isTrue });

/** What a node tells beside a transaction of a block. */
export interface Closing {
  /** MicroAlgos. */
  readonly closingAmount: bigint;
  /** Base units of the asset. */
  readonly assetClosingAmount: bigint;
}

/**
 * @param rewards - The node tells them beside the transaction, as it tells what a closed account had left.
 * @param unread - What could not be read of `inner`.
 * @throws RejectedAnswer if it has another shape.
 */
export function readNodeRow(
  raw: unknown,
  closing: Closing,
  rewards: Rewards,
  { inner, unread }: Pick<Row, 'inner' | 'unread'>,
): Row {
  const { type, snd, fee, fv, lv, gen, gh, note, lx, grp, rekey } = readPart(headerSchema, raw);
  return {
    sender: snd,
    fee,
    firstValid: fv,
    lastValid: lv,
    genesisId: gen,
    genesisHash: gh,
    note,
    lease: lx,
    group: grp,
    rekeyTo: rekey,
    act: readAct(type, raw, closing),
    rewards,
    inner,
    unread: [...unreadIn(type), ...unread],
  };
}

function readAct(type: string, raw: unknown, closing: Closing): Act {
  switch (type) {
    case 'pay': {
      const { amt: amount, rcv: receiver, close: closeTo } = readPart(paymentSchema, raw);
      return { type, receiver, amount, closeTo, closeAmount: closing.closingAmount };
    }
    case 'axfer': {
      const part = readPart(assetTransferSchema, raw);
      const { xaid: assetId, aamt: amount, arcv: receiver, aclose: closeTo, asnd: takenFrom } = part;
      return { type, assetId, receiver, amount, closeTo, closeAmount: closing.assetClosingAmount, takenFrom };
    }
    case 'keyreg': {
      const part = readPart(keyRegistrationSchema, raw);
      return {
        type,
        voteKey: part.votekey,
        selectionKey: part.selkey,
        stateProofKey: part.sprfkey,
        voteFirst: part.votefst,
        voteLast: part.votelst,
        voteKeyDilution: part.votekd,
        isNonParticipating: part.nonpart,
      };
    }
    case 'afrz': {
      const { faid: assetId, fadd: account, afrz: isFrozen } = readPart(freezeSchema, raw);
      return { type, assetId, account, isFrozen };
    }
    default:
      return { type: 'other' };
  }
}
