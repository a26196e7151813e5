import { xdr } from '@stellar/stellar-base';
import { expect, it } from 'vitest';
import { type Outcome, operationCode, resultCodes, resultXdr } from './results.ts';

const refused = (code: Outcome['code'], feeCharged = 0n): Outcome => ({
  code,
  operations: [],
  feeCharged,
  inner: undefined,
});

// stellar-horizon:internal/txsub/errors.go and internal/httpx/static/txsub_async_oapi.yaml.
it.each([
  [0n, 'AAAAAAAAAAD////7AAAAAA=='],
  [100n, 'AAAAAAAAAGT////7AAAAAA=='],
])('writes tx_bad_seq with a fee of %s as Horizon shows it', (fee, expected) => {
  expect(resultXdr(refused('txBadSeq', fee))).toBe(expected);
});

// The numbers are those of stellar-xdr Stellar-transaction.x, the names those of stellar-horizon:internal/codes/main.go.
it.each([
  ['txTooEarly', -2, 'tx_too_early'],
  ['txTooLate', -3, 'tx_too_late'],
  ['txMissingOperation', -4, 'tx_missing_operation'],
  ['txBadSeq', -5, 'tx_bad_seq'],
  ['txBadAuth', -6, 'tx_bad_auth'],
  ['txInsufficientBalance', -7, 'tx_insufficient_balance'],
  ['txNoAccount', -8, 'tx_no_source_account'],
  ['txInsufficientFee', -9, 'tx_insufficient_fee'],
  ['txBadAuthExtra', -10, 'tx_bad_auth_extra'],
  ['txInternalError', -11, 'tx_internal_error'],
  ['txNotSupported', -12, 'tx_not_supported'],
  ['txBadSponsorship', -14, 'tx_bad_sponsorship'],
  ['txBadMinSeqAgeOrGap', -15, 'tx_bad_minseq_age_or_gap'],
  ['txMalformed', -16, 'tx_malformed'],
  ['txSorobanInvalid', -17, 'tx_soroban_invalid'],
  ['txFrozenKeyAccessed', -18, 'tx_frozen_key_accessed'],
] as const)('%s has number %i and is called %s', (code, number, name) => {
  const bytes = Buffer.from(resultXdr(refused(code)), 'base64');
  expect(bytes).toHaveLength(16);
  expect(bytes.readInt32BE(8)).toBe(number);
  expect(resultCodes(refused(code))).toEqual({ transaction: name });
});

const { opInner } = xdr.OperationResult;
const tr = xdr.OperationResultTr;

// stellar-horizon:internal/codes/main.go.
it.each([
  ['op_success', opInner(tr.payment(xdr.PaymentResult.paymentSuccess()))],
  ['op_src_not_authorized', opInner(tr.payment(xdr.PaymentResult.paymentSrcNotAuthorized()))],
  ['op_line_full', opInner(tr.payment(xdr.PaymentResult.paymentLineFull()))],
  ['op_already_exists', opInner(tr.createAccount(xdr.CreateAccountResult.createAccountAlreadyExist()))],
  ['op_self_not_allowed', opInner(tr.changeTrust(xdr.ChangeTrustResult.changeTrustSelfNotAllowed()))],
  ['op_trust_line_missing', opInner(tr.changeTrust(xdr.ChangeTrustResult.changeTrustTrustLineMissing()))],
  [
    'op_not_aut_maintain_liabilities',
    opInner(tr.changeTrust(xdr.ChangeTrustResult.changeTrustNotAuthMaintainLiabilities())),
  ],
  ['op_has_sub_entries', opInner(tr.accountMerge(xdr.AccountMergeResult.accountMergeHasSubEntries()))],
  ['op_seq_num_too_far', opInner(tr.accountMerge(xdr.AccountMergeResult.accountMergeSeqnumTooFar()))],
  ['op_data_name_not_found', opInner(tr.manageData(xdr.ManageDataResult.manageDataNameNotFound()))],
  ['op_data_invalid_name', opInner(tr.manageData(xdr.ManageDataResult.manageDataInvalidName()))],
  ['op_not_required', opInner(tr.allowTrust(xdr.AllowTrustResult.allowTrustTrustNotRequired()))],
  ['op_no_trust', opInner(tr.setTrustLineFlags(xdr.SetTrustLineFlagsResult.setTrustLineFlagsNoTrustLine()))],
  ['op_bad_seq', opInner(tr.bumpSequence(xdr.BumpSequenceResult.bumpSequenceBadSeq()))],
  [
    'op_trustline_frozen',
    opInner(tr.claimClaimableBalance(xdr.ClaimClaimableBalanceResult.claimClaimableBalanceTrustlineFrozen())),
  ],
  [
    'op_recursive',
    opInner(
      tr.beginSponsoringFutureReserves(
        xdr.BeginSponsoringFutureReservesResult.beginSponsoringFutureReservesRecursive(),
      ),
    ),
  ],
  [
    'op_over_source_max',
    opInner(tr.pathPaymentStrictReceive(xdr.PathPaymentStrictReceiveResult.pathPaymentStrictReceiveOverSendmax())),
  ],
  [
    'op_under_dest_min',
    opInner(tr.pathPaymentStrictSend(xdr.PathPaymentStrictSendResult.pathPaymentStrictSendUnderDestmin())),
  ],
  ['op_bad_auth', xdr.OperationResult.opBadAuth()],
  ['op_no_source_account', xdr.OperationResult.opNoAccount()],
  ['op_not_supported', xdr.OperationResult.opNotSupported()],
  ['op_too_many_subentries', xdr.OperationResult.opTooManySubentries()],
  ['op_too_many_sponsoring', xdr.OperationResult.opTooManySponsoring()],
])('names %s', (name, result) => {
  expect(operationCode(result)).toBe(name);
});

it('names operations beside the transaction, and the transaction within a fee bump', () => {
  const operations = [opInner(tr.payment(xdr.PaymentResult.paymentUnderfunded()))];
  const outcome: Outcome = { code: 'txFailed', operations, feeCharged: 200n, inner: undefined };
  expect(resultCodes(outcome)).toEqual({ transaction: 'tx_failed', operations: ['op_underfunded'] });
  const within = { ...outcome, inner: { hash: 'ab'.repeat(32), feeCharged: 0n } };
  expect(resultCodes(within)).toEqual({
    transaction: 'tx_fee_bump_inner_failed',
    inner_transaction: 'tx_failed',
    operations: ['op_underfunded'],
  });
  const parsed = xdr.TransactionResult.fromXDR(resultXdr(within), 'base64');
  expect(parsed.feeCharged().toString()).toBe('200');
  expect(parsed.result().innerResultPair().transactionHash().toString('hex')).toBe('ab'.repeat(32));
});
