import { attempt } from '@isochain/core';
import { entriesOf } from '../../dictionary.ts';
import { Address, type Cell, readBoc, type Slice } from '../../ton-core.ts';
import { type ChainMessage, type ChainTransaction, hexHash, readMessage } from './transaction.ts';

// Transactions in their own bytes (ton-blockchain/ton, crypto/block/block.tlb: Transaction).

type Told = Pick<ChainTransaction, 'raw' | 'finality' | 'masterBlock'>;

/** A contract sends at most 255 messages (config param 43: max_msg actions). */
const mostMessages = 256;

/**
 * Reads a transaction from its bytes, so that its hash proves all of it.
 *
 * @param workchain - The bytes do not tell it.
 * @param told - What the bytes do not tell either.
 * @returns Undefined if the bytes are no transaction.
 */
export function transactionFromBoc(boc: Uint8Array, workchain: number, told: Told): ChainTransaction | undefined {
  const cell = readBoc(boc);
  return attempt(() => {
    const slice = cell?.beginParse();
    if (cell === undefined || slice?.loadUint(4) !== 0b0111) return undefined;
    const account = Address.parseRaw(`${workchain}:${slice.loadUintBig(256).toString(16).padStart(64, '0')}`);
    const lt = slice.loadUintBig(64);
    // The transaction before it.
    slice.skip(256 + 64);
    const time = slice.loadUint(32);
    // The number of its messages, and what the account was before and after.
    slice.skip(15 + 2 + 2);
    const messages = readMessages(slice.loadRef().beginParse());
    const totalFees = slice.loadCoins();
    // Other currencies, and the hashes of the account.
    slice.loadMaybeRef();
    slice.loadRef();
    const outcome = readOutcome(slice.loadRef().beginParse());
    return { account, hash: hexHash(cell), lt, time, totalFees, ...messages, ...outcome, ...told };
  });
}

/** in_msg:(Maybe ^(Message Any)) out_msgs:(HashmapE 15 ^(Message Any)) */
function readMessages(slice: Slice): Pick<ChainTransaction, 'inMessage' | 'outMessages'> {
  const inCell = slice.loadMaybeRef();
  const list = slice.loadMaybeRef();
  const outMessages = list === null ? [] : entriesOf(list, 15, mostMessages).map(([, value]) => read(value.loadRef()));
  return { inMessage: inCell === null ? undefined : read(inCell), outMessages };
}

function read(cell: Cell): ChainMessage {
  const message = readMessage(cell);
  if (message === undefined) throw new RangeError('not a message');
  return message;
}

/** Transactions that a message did not start always end well. */
function readOutcome(slice: Slice): Pick<ChainTransaction, 'isDone' | 'isApplied' | 'gas'> {
  // trans_ord$0000
  if (slice.loadUint(4) !== 0) return { isDone: true, isApplied: true, gas: undefined };
  // credit_first, then TrStoragePhase: collected, still due, and what became of the account.
  slice.loadBit();
  if (slice.loadBit()) {
    slice.loadCoins();
    if (slice.loadBit()) slice.loadCoins();
    skipStatusChange(slice);
  }
  // TrCreditPhase: old debts that were paid, and the value.
  if (slice.loadBit()) {
    if (slice.loadBit()) slice.loadCoins();
    slice.loadCoins();
    slice.loadMaybeRef();
  }
  // tr_phase_compute_skipped$0
  if (!slice.loadBit()) return { isDone: false, isApplied: false, gas: undefined };
  const isComputed = slice.loadBit();
  // Whether the state came with the message, and whether it was deployed.
  slice.skip(2);
  slice.loadCoins();
  const gas = slice.loadRef().beginParse().loadVarUintBig(3);
  const action = slice.loadMaybeRef()?.beginParse();
  const carried = isComputed && action !== undefined ? readActions(action) : { isDone: false, isApplied: false };
  return { ...carried, gas };
}

/** TrActionPhase: whether it succeeded, and whether it skipped nothing. */
function readActions(slice: Slice): Pick<ChainTransaction, 'isDone' | 'isApplied'> {
  const isApplied = slice.loadBit();
  // Whether it was valid, and lacked coins.
  slice.skip(2);
  skipStatusChange(slice);
  if (slice.loadBit()) slice.loadCoins();
  if (slice.loadBit()) slice.loadCoins();
  slice.skip(32);
  if (slice.loadBit()) slice.skip(32);
  // All actions, and those that send nothing.
  slice.skip(16 + 16);
  const skipped = slice.loadUint(16);
  return { isApplied, isDone: isApplied && skipped === 0 };
}

/** acst_unchanged$0, acst_frozen$10 or acst_deleted$11 */
function skipStatusChange(slice: Slice): void {
  if (slice.loadBit()) slice.loadBit();
}
