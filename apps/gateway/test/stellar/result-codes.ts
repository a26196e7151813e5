import { xdr } from '../../../../packages/stellar/test/judge.ts';

// Result codes as Horizon and its core write them (stellar/stellar-horizon, internal/codes/main.go).

/** Codes of a transaction as a whole, with their names in the XDR. */
const transactionNames = {
  tx_too_early: 'txTooEarly',
  tx_too_late: 'txTooLate',
  tx_missing_operation: 'txMissingOperation',
  tx_bad_seq: 'txBadSeq',
  tx_bad_auth: 'txBadAuth',
  tx_insufficient_balance: 'txInsufficientBalance',
  tx_no_source_account: 'txNoAccount',
  tx_insufficient_fee: 'txInsufficientFee',
  tx_bad_auth_extra: 'txBadAuthExtra',
  tx_internal_error: 'txInternalError',
  tx_not_supported: 'txNotSupported',
  tx_bad_sponsorship: 'txBadSponsorship',
  tx_bad_minseq_age_or_gap: 'txBadMinSeqAgeOrGap',
  tx_malformed: 'txMalformed',
  tx_soroban_invalid: 'txSorobanInvalid',
} as const;

export type TransactionCode = keyof typeof transactionNames;

/** The code of tx_frozen_key_accessed (stellar/stellar-xdr, Stellar-transaction.x), which the library does not know. */
const frozen = -18;

/** TransactionResult of a transaction that was refused as a whole, in base64. */
export function resultXdrOf(code: TransactionCode | 'tx_frozen_key_accessed'): string {
  if (code === 'tx_frozen_key_accessed') {
    const bytes = Buffer.alloc(16);
    bytes.writeInt32BE(frozen, 8);
    return bytes.toString('base64');
  }
  const result = xdr.TransactionResultResult[transactionNames[code]]();
  return new xdr.TransactionResult({
    feeCharged: new xdr.Int64('0'),
    result,
    ext: new xdr.TransactionResultExt(0),
  }).toXDR('base64');
}
