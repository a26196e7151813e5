import { xdr } from '@stellar/stellar-base';
import { describe, expect, it } from 'vitest';
import { readResultCodes } from './result-codes.ts';

// Results are written by @stellar/stellar-base. Names are those of stellar/stellar-horizon, internal/codes/main.go.

const fee = xdr.Int64.fromString('100');
const ext = new xdr.TransactionResultExt(0);

function whole(result: xdr.TransactionResultResult): string {
  return new xdr.TransactionResult({ feeCharged: fee, result, ext }).toXDR('base64');
}

const withOperation = (result: xdr.OperationResult) => whole(xdr.TransactionResultResult.txFailed([result]));
const inner = (tr: xdr.OperationResultTr) => withOperation(xdr.OperationResult.opInner(tr));

describe('the result of a transaction', () => {
  it('is the one of the documents', () => {
    // stellar/stellar-horizon, internal/httpx/static/txsub_async_oapi.yaml.
    expect(readResultCodes('AAAAAAAAAGT////7AAAAAA==')).toEqual({ transaction: 'tx_bad_seq', operations: [] });
    expect(readResultCodes('AAAAAAAAAAD////7AAAAAA==')?.transaction).toBe('tx_bad_seq');
  });

  const codes = xdr.TransactionResultResult;
  it.each([
    ['tx_too_early', codes.txTooEarly()],
    ['tx_too_late', codes.txTooLate()],
    ['tx_missing_operation', codes.txMissingOperation()],
    ['tx_bad_seq', codes.txBadSeq()],
    ['tx_bad_auth', codes.txBadAuth()],
    ['tx_insufficient_balance', codes.txInsufficientBalance()],
    ['tx_no_source_account', codes.txNoAccount()],
    ['tx_insufficient_fee', codes.txInsufficientFee()],
    ['tx_bad_auth_extra', codes.txBadAuthExtra()],
    ['tx_internal_error', codes.txInternalError()],
    ['tx_not_supported', codes.txNotSupported()],
    ['tx_bad_sponsorship', codes.txBadSponsorship()],
    ['tx_bad_minseq_age_or_gap', codes.txBadMinSeqAgeOrGap()],
    ['tx_malformed', codes.txMalformed()],
    ['tx_soroban_invalid', codes.txSorobanInvalid()],
  ])('is %s', (transaction, result) => {
    expect(readResultCodes(whole(result))).toEqual({ transaction, operations: [] });
  });

  it('has codes that came later', () => {
    // -18, of protocol 26, and -100, which no protocol has.
    expect(readResultCodes('AAAAAAAAAGT////uAAAAAA==')?.transaction).toBe('tx_frozen_key_accessed');
    expect(readResultCodes('AAAAAAAAAGT///+cAAAAAA==')?.transaction).toBe('tx_code_-100');
  });

  it.each(['', 'AAAA', 'not base64', '{}', 'AAAAAAAAAGT/'])('is none in %j', (text) => {
    expect(readResultCodes(text)).toBeUndefined();
  });
});

describe('the result of an operation', () => {
  it.each([
    ['op_bad_auth', xdr.OperationResult.opBadAuth()],
    ['op_no_source_account', xdr.OperationResult.opNoAccount()],
    ['op_not_supported', xdr.OperationResult.opNotSupported()],
    ['op_too_many_subentries', xdr.OperationResult.opTooManySubentries()],
    ['op_exceeded_work_limit', xdr.OperationResult.opExceededWorkLimit()],
    ['op_too_many_sponsoring', xdr.OperationResult.opTooManySponsoring()],
  ])('is %s', (operation, result) => {
    expect(readResultCodes(withOperation(result))).toEqual({ transaction: 'tx_failed', operations: [operation] });
  });

  const {
    payment: paymentTr,
    createAccount,
    changeTrust,
    accountMerge,
    createClaimableBalance,
  } = xdr.OperationResultTr;
  const pay = xdr.PaymentResult;
  const create = xdr.CreateAccountResult;
  const trust = xdr.ChangeTrustResult;
  const merge = xdr.AccountMergeResult;
  const claimable = xdr.CreateClaimableBalanceResult;
  it.each([
    ['op_malformed', paymentTr(pay.paymentMalformed())],
    ['op_underfunded', paymentTr(pay.paymentUnderfunded())],
    ['op_src_no_trust', paymentTr(pay.paymentSrcNoTrust())],
    ['op_src_not_authorized', paymentTr(pay.paymentSrcNotAuthorized())],
    ['op_no_destination', paymentTr(pay.paymentNoDestination())],
    ['op_no_trust', paymentTr(pay.paymentNoTrust())],
    ['op_not_authorized', paymentTr(pay.paymentNotAuthorized())],
    ['op_line_full', paymentTr(pay.paymentLineFull())],
    ['op_no_issuer', paymentTr(pay.paymentNoIssuer())],
    ['op_malformed', createAccount(create.createAccountMalformed())],
    ['op_underfunded', createAccount(create.createAccountUnderfunded())],
    ['op_low_reserve', createAccount(create.createAccountLowReserve())],
    ['op_already_exists', createAccount(create.createAccountAlreadyExist())],
    ['op_malformed', changeTrust(trust.changeTrustMalformed())],
    ['op_no_issuer', changeTrust(trust.changeTrustNoIssuer())],
    ['op_invalid_limit', changeTrust(trust.changeTrustInvalidLimit())],
    ['op_low_reserve', changeTrust(trust.changeTrustLowReserve())],
    ['op_self_not_allowed', changeTrust(trust.changeTrustSelfNotAllowed())],
    ['op_trust_line_missing', changeTrust(trust.changeTrustTrustLineMissing())],
    ['op_cannot_delete', changeTrust(trust.changeTrustCannotDelete())],
    ['op_not_aut_maintain_liabilities', changeTrust(trust.changeTrustNotAuthMaintainLiabilities())],
    ['op_malformed', accountMerge(merge.accountMergeMalformed())],
    ['op_no_account', accountMerge(merge.accountMergeNoAccount())],
    ['op_immutable_set', accountMerge(merge.accountMergeImmutableSet())],
    ['op_has_sub_entries', accountMerge(merge.accountMergeHasSubEntries())],
    ['op_seq_num_too_far', accountMerge(merge.accountMergeSeqnumTooFar())],
    ['op_dest_full', accountMerge(merge.accountMergeDestFull())],
    ['op_is_sponsor', accountMerge(merge.accountMergeIsSponsor())],
    ['op_malformed', createClaimableBalance(claimable.createClaimableBalanceMalformed())],
    ['op_low_reserve', createClaimableBalance(claimable.createClaimableBalanceLowReserve())],
    ['op_no_trust', createClaimableBalance(claimable.createClaimableBalanceNoTrust())],
    ['op_not_authorized', createClaimableBalance(claimable.createClaimableBalanceNotAuthorized())],
    ['op_underfunded', createClaimableBalance(claimable.createClaimableBalanceUnderfunded())],
  ])('is %s', (operation, result) => {
    expect(readResultCodes(inner(result))).toEqual({ transaction: 'tx_failed', operations: [operation] });
  });
});
