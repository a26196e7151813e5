import { attempt, toHex } from '@isochain/core';
import {
  encodeMuxedAccountToAddress,
  hash,
  Operation,
  type OperationRecord,
  Memo as SdkMemo,
} from '@stellar/stellar-sdk/base';
import {
  type MuxedAccount,
  Transaction,
  TransactionEnvelope,
  TransactionSignaturePayload,
  TransactionSignaturePayloadTaggedTransaction,
  type TransactionV0,
  type Memo as XdrMemo,
} from '@stellar/stellar-sdk/xdr';
import { type AccountId, checkAccount } from '../address/address.ts';
import { writeMemo } from '../bytes/memo.ts';
import { readMemo } from '../bytes/read-transaction.ts';
import { withOwnCodes } from '../bytes/sdk-asset.ts';

// The envelope of a transaction is what was signed, and its hash is the id. So what stands in it needs no trust in the server that shows it.

/** One operation of an envelope. */
export interface Performed {
  /** Who carries it out. */
  readonly source: AccountId;
  /** Undefined for operations that the library does not know. */
  readonly record: OperationRecord | undefined;
}

/** What was signed. */
export interface Content {
  /** In lower-case hex. */
  readonly id: string;
  /** The id of the transaction within a fee bump (CAP-15). */
  readonly innerId: string | undefined;
  readonly source: AccountId;
  readonly feePayer: AccountId;
  /** Stroops: the most that the network may take. */
  readonly fee: bigint;
  readonly sequence: bigint;
  /** As `data.memo` writes it. */
  readonly memo: string | undefined;
  readonly operations: readonly Performed[];
}

/**
 * Reads a signed envelope: of version 0 or 1, or a fee bump.
 *
 * @param text - In base64.
 * @returns Undefined for what the library cannot read.
 */
export function readEnvelope(text: string, passphrase: string): Content | undefined {
  return attempt(() => {
    const networkId = hash(passphrase);
    const idOf = (taggedTransaction: TransactionSignaturePayloadTaggedTransaction) =>
      toHex(hash(new TransactionSignaturePayload({ networkId, taggedTransaction }).toXdr()));
    const envelope = TransactionEnvelope.fromXdr(text, 'base64');
    if (envelope.type === 'envelopeTypeTxFeeBump') {
      const { tx } = envelope.value;
      const inner = contentOf(tx.innerTx.value.tx, idOf);
      const id = idOf(TransactionSignaturePayloadTaggedTransaction.envelopeTypeTxFeeBump(tx));
      return { ...inner, id, innerId: inner.id, feePayer: accountOf(tx.feeSource), fee: tx.fee };
    }
    return contentOf(envelope.type === 'envelopeTypeTx' ? envelope.value.tx : laterForm(envelope.value.tx), idOf);
  });
}

/** A transaction of version 0 has the same id as this one: only the type of its source is missing (stellar/stellar-xdr, Stellar-transaction.x: TransactionV0). */
function laterForm(transaction: TransactionV0): Transaction {
  const bytes = transaction.toXdr();
  const keyType = 4;
  const later = new Uint8Array(keyType + bytes.length);
  later.set(bytes, keyType);
  return Transaction.fromXdr(later);
}

function contentOf(
  transaction: Transaction,
  idOf: (tagged: TransactionSignaturePayloadTaggedTransaction) => string,
): Content {
  const source = accountOf(transaction.sourceAccount);
  return {
    id: idOf(TransactionSignaturePayloadTaggedTransaction.envelopeTypeTx(transaction)),
    innerId: undefined,
    source,
    feePayer: source,
    fee: BigInt(transaction.fee),
    sequence: BigInt(transaction.seqNum),
    memo: memoOf(transaction.memo),
    operations: transaction.operations.map((operation) => ({
      source: operation.sourceAccount ? accountOf(operation.sourceAccount) : source,
      record: attempt(() => withOwnCodes(Operation.fromXdrObject(operation), operation.body)),
    })),
  };
}

/** A text that is not UTF-8 is shown with replacement characters. */
function memoOf(raw: XdrMemo): string | undefined {
  const memo = SdkMemo.fromXdrObject(raw);
  const read = readMemo(memo);
  // An empty text tells nothing.
  if (read !== undefined) return writeMemo(read) || undefined;
  return memo.value instanceof Uint8Array ? new TextDecoder().decode(memo.value) : undefined;
}

function accountOf(account: MuxedAccount): AccountId {
  return readAccount(encodeMuxedAccountToAddress(account));
}

/** An account that the library wrote. */
export function readAccount(text: string): AccountId {
  const read = checkAccount(text);
  if (!read.ok) throw new Error(`The library wrote an account that cannot be read: ${read.reason}.`);
  return read.value;
}
