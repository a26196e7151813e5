import { hash, xdr } from '@stellar/stellar-base';
import { type Party, party } from '../asset.ts';

/** A signature with the last four bytes of the key that it names. */
export interface Signature {
  readonly hint: Buffer;
  readonly signature: Buffer;
}

interface Bounds {
  readonly min: bigint;
  /** 0: none. */
  readonly max: bigint;
}

/** A transaction as it was signed, without a fee bump around it. */
export interface Inner {
  /** Hex, without 0x. */
  readonly hash: string;
  readonly source: Party;
  /** The whole bid in stroops. */
  readonly fee: bigint;
  readonly sequence: bigint;
  readonly timeBounds: Bounds | undefined;
  readonly ledgerBounds: Bounds | undefined;
  /** The rest of version 2 of preconditions (CAP-21). */
  readonly minSequence: bigint | undefined;
  readonly minSequenceAge: bigint;
  readonly minSequenceGap: number;
  readonly extraSigners: readonly xdr.SignerKey[];
  readonly memo: xdr.Memo;
  readonly operations: readonly xdr.Operation[];
  readonly signatures: readonly Signature[];
  /** Whether it has data of smart contracts. */
  readonly isSoroban: boolean;
}

/** What was submitted. */
export interface Submission {
  /** The base64 text that was sent. */
  readonly envelope: string;
  /** Of the fee bump, if it is one. Hex, without 0x. */
  readonly hash: string;
  readonly inner: Inner;
  readonly feeBump:
    | { readonly source: Party; readonly fee: bigint; readonly signatures: readonly Signature[] }
    | undefined;
}

/** Who pays the fee. */
export const feeSource = ({ feeBump, inner }: Submission): Party => feeBump?.source ?? inner.source;

/** The whole bid, in stroops. */
export const bid = ({ feeBump, inner }: Submission): bigint => feeBump?.fee ?? inner.fee;

/** What the minimum fee is multiplied with: operations, and one more for a fee bump (CAP-15). */
export const feeUnits = ({ feeBump, inner }: Submission): bigint =>
  BigInt(Math.max(1, inner.operations.length)) + (feeBump === undefined ? 0n : 1n);

const big = (value: { toString(): string }): bigint => BigInt(value.toString());

/**
 * Decodes a base64 TransactionEnvelope of version 0 or 1, or of a fee bump.
 *
 * @throws an error of the library, or TypeError, for what is none.
 */
export function decode(envelope: string, passphrase: string): Submission {
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(envelope))
    throw new TypeError('illegal base64 data');
  const parsed = xdr.TransactionEnvelope.fromXDR(envelope, 'base64');
  const networkId = hash(Buffer.from(passphrase));
  const hashOf = (tagged: xdr.TransactionSignaturePayloadTaggedTransaction): string =>
    hash(new xdr.TransactionSignaturePayload({ networkId, taggedTransaction: tagged }).toXDR()).toString('hex');
  const hashOfTransaction = (transaction: xdr.Transaction): string =>
    hashOf(xdr.TransactionSignaturePayloadTaggedTransaction.envelopeTypeTx(transaction));

  switch (parsed.switch().name) {
    case 'envelopeTypeTxV0': {
      const transaction = toVersion1(parsed.v0().tx());
      const inner = innerOf(transaction, hashOfTransaction(transaction), parsed.v0().signatures());
      return { envelope, hash: inner.hash, inner, feeBump: undefined };
    }
    case 'envelopeTypeTx': {
      const inner = innerOf(parsed.v1().tx(), hashOfTransaction(parsed.v1().tx()), parsed.v1().signatures());
      return { envelope, hash: inner.hash, inner, feeBump: undefined };
    }
    default: {
      const outer = parsed.feeBump().tx();
      const wrapped = outer.innerTx().v1();
      const inner = innerOf(wrapped.tx(), hashOfTransaction(wrapped.tx()), wrapped.signatures());
      return {
        envelope,
        hash: hashOf(xdr.TransactionSignaturePayloadTaggedTransaction.envelopeTypeTxFeeBump(outer)),
        inner,
        feeBump: {
          source: party(outer.feeSource()),
          fee: big(outer.fee()),
          signatures: parsed.feeBump().signatures().map(signature),
        },
      };
    }
  }
}

/** What core makes of a transaction of version 0: its hash is that of version 1 (stellar-core:src/transactions/TransactionBridge.cpp). */
function toVersion1(old: xdr.TransactionV0): xdr.Transaction {
  const bounds = old.timeBounds();
  return new xdr.Transaction({
    sourceAccount: xdr.MuxedAccount.keyTypeEd25519(old.sourceAccountEd25519()),
    fee: old.fee(),
    seqNum: old.seqNum(),
    cond: bounds == null ? xdr.Preconditions.precondNone() : xdr.Preconditions.precondTime(bounds),
    memo: old.memo(),
    operations: old.operations(),
    ext: new xdr.TransactionExt(0),
  });
}

function innerOf(transaction: xdr.Transaction, id: string, signatures: readonly xdr.DecoratedSignature[]): Inner {
  const conditions = transaction.cond();
  const second = conditions.switch().name === 'precondV2' ? conditions.v2() : undefined;
  const time = conditions.switch().name === 'precondTime' ? conditions.timeBounds() : second?.timeBounds();
  const ledgers = second?.ledgerBounds();
  const minSequence = second?.minSeqNum();
  return {
    hash: id,
    source: party(transaction.sourceAccount()),
    fee: BigInt(transaction.fee()),
    sequence: big(transaction.seqNum()),
    timeBounds: time == null ? undefined : { min: big(time.minTime()), max: big(time.maxTime()) },
    ledgerBounds: ledgers == null ? undefined : { min: BigInt(ledgers.minLedger()), max: BigInt(ledgers.maxLedger()) },
    minSequence: minSequence == null ? undefined : big(minSequence),
    minSequenceAge: second === undefined ? 0n : big(second.minSeqAge()),
    minSequenceGap: second === undefined ? 0 : second.minSeqLedgerGap(),
    extraSigners: second?.extraSigners() ?? [],
    memo: transaction.memo(),
    operations: transaction.operations(),
    signatures: signatures.map(signature),
    isSoroban: transaction.ext().switch() !== 0,
  };
}

const signature = (decorated: xdr.DecoratedSignature): Signature => ({
  hint: decorated.hint(),
  signature: decorated.signature(),
});
