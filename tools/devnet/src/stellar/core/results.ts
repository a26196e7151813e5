import { xdr } from '@stellar/stellar-base';

type Name<T> = T extends { readonly name: infer N extends string } ? N : never;

/** Codes of a transaction as a whole that have no further contents. */
export type Refusal = Exclude<
  Name<ReturnType<xdr.TransactionResultResult['switch']>>,
  'txSuccess' | 'txFailed' | 'txFeeBumpInnerSuccess' | 'txFeeBumpInnerFailed'
>;

/** What core says of a transaction. `operations` are there if the code is txSuccess or txFailed. */
export interface Outcome {
  readonly code: Refusal | 'txSuccess' | 'txFailed';
  readonly operations: readonly xdr.OperationResult[];
  /** Stroops. Of a refused transaction it is what it would need at least, as core fills it in. */
  readonly feeCharged: bigint;
  /** Of a fee bump: the transaction within, if it was looked at. The outcome is that of the transaction within then. */
  readonly inner: { readonly hash: string; readonly feeCharged: bigint } | undefined;
}

const ext = () => new xdr.TransactionResultExt(0);
const int64 = (value: bigint) => new xdr.Int64(value.toString());

/** TransactionResult as base64. */
export function resultXdr({ code, operations, feeCharged, inner }: Outcome): string {
  if (inner === undefined) {
    const result = hasOperations(code)
      ? xdr.TransactionResultResult[code]([...operations])
      : xdr.TransactionResultResult[code]();
    return new xdr.TransactionResult({ feeCharged: int64(feeCharged), result, ext: ext() }).toXDR('base64');
  }
  const within = hasOperations(code)
    ? xdr.InnerTransactionResultResult[code]([...operations])
    : xdr.InnerTransactionResultResult[code]();
  const pair = new xdr.InnerTransactionResultPair({
    transactionHash: Buffer.from(inner.hash, 'hex'),
    result: new xdr.InnerTransactionResult({
      feeCharged: int64(inner.feeCharged),
      result: within,
      ext: new xdr.InnerTransactionResultExt(0),
    }),
  });
  const result =
    code === 'txSuccess'
      ? xdr.TransactionResultResult.txFeeBumpInnerSuccess(pair)
      : xdr.TransactionResultResult.txFeeBumpInnerFailed(pair);
  return new xdr.TransactionResult({ feeCharged: int64(feeCharged), result, ext: ext() }).toXDR('base64');
}

function hasOperations(code: Outcome['code']): code is 'txSuccess' | 'txFailed' {
  return code === 'txSuccess' || code === 'txFailed';
}

/** The member `result_codes` of Horizon's problem (stellar-horizon:internal/codes/main.go, protocols/horizon TransactionResultCodes). */
export function resultCodes({ code, operations, inner }: Outcome): Record<string, unknown> {
  const own = transactionCode(code);
  const names = operations.map(operationCode);
  return {
    transaction:
      inner === undefined ? own : code === 'txSuccess' ? 'tx_fee_bump_inner_success' : 'tx_fee_bump_inner_failed',
    ...(inner && { inner_transaction: own }),
    ...(names.length > 0 && { operations: names }),
  };
}

function transactionCode(code: Outcome['code']): string {
  if (code === 'txNoAccount') return 'tx_no_source_account';
  if (code === 'txBadMinSeqAgeOrGap') return 'tx_bad_minseq_age_or_gap';
  return snake(code);
}

/** Where Horizon's names do not follow from those of the XDR. */
const oddNames: Readonly<Record<string, string>> = {
  opNoAccount: 'op_no_source_account',
  createAccountAlreadyExist: 'op_already_exists',
  accountMergeSeqnumTooFar: 'op_seq_num_too_far',
  changeTrustNotAuthMaintainLiabilities: 'op_not_aut_maintain_liabilities',
  manageDataNameNotFound: 'op_data_name_not_found',
  manageDataInvalidName: 'op_data_invalid_name',
  allowTrustNoTrustLine: 'op_no_trust',
  allowTrustTrustNotRequired: 'op_not_required',
  setTrustLineFlagsNoTrustLine: 'op_no_trust',
  pathPaymentStrictReceiveOfferCrossSelf: 'op_cross_self',
  pathPaymentStrictReceiveOverSendmax: 'op_over_source_max',
  pathPaymentStrictSendOfferCrossSelf: 'op_cross_self',
  pathPaymentStrictSendUnderDestmin: 'op_under_dest_min',
};

/** Horizon's name of the code of an operation: `op_success`, `op_underfunded`. */
export function operationCode(result: xdr.OperationResult): string {
  const outer = result.switch().name;
  if (outer !== 'opInner') return oddNames[outer] ?? snake(outer);
  const kind = result.tr().switch().name;
  const name: string = codeOf(result.tr()).name;
  // The names of codes begin with that of the operation. The XDR calls two operations otherwise.
  const prefix = kind.length;
  return oddNames[name] ?? `op${snake(name.slice(prefix))}`;
}

export function isSuccess(result: xdr.OperationResult): boolean {
  return result.switch().name === 'opInner' && codeOf(result.tr()).value === 0;
}

function codeOf(result: xdr.OperationResultTr): { readonly name: string; readonly value: number } {
  return result.value().switch();
}

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
