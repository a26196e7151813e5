import { xdr } from '@stellar/stellar-base';
import { assetId, assetMembers, isAssetValid, issuerOf, native, party } from '../../asset.ts';
import { toText } from '../../units.ts';
import { credit, debit, type Scope } from '../session.ts';

const answer = (result: xdr.PaymentResult) => xdr.OperationResult.opInner(xdr.OperationResultTr.payment(result));

/** stellar-core:src/transactions/PaymentOpFrame.cpp doCheckValid. */
export function checkPayment(payment: xdr.PaymentOp): xdr.OperationResult | undefined {
  const isValid = BigInt(payment.amount().toString()) > 0n && isAssetValid(payment.asset());
  return isValid ? undefined : answer(xdr.PaymentResult.paymentMalformed());
}

/** A payment is a path payment without a path: the recipient is looked at before the sender (PathPaymentStrictReceiveOpFrame.cpp). */
export function applyPayment(scope: Scope, payment: xdr.PaymentOp): xdr.OperationResult {
  const to = party(payment.destination());
  const from = scope.source;
  const asset = assetId(payment.asset());
  const amount = BigInt(payment.amount().toString());
  const details = { ...assetMembers(asset), amount: toText(amount) };
  const done = () => {
    scope.effect(to, 'account_credited', details);
    scope.effect(from, 'account_debited', details);
    return answer(xdr.PaymentResult.paymentSuccess());
  };
  // It does not even need the balance.
  if (asset === native && to.account === from.account) return done();
  // Tokens can always go back to their issuer, even if it is gone.
  if (to.account !== issuerOf(asset) && !scope.state.accounts.has(to.account)) {
    return answer(xdr.PaymentResult.paymentNoDestination());
  }
  switch (credit(scope, to.account, asset, amount)) {
    case 'noTrust':
      return answer(xdr.PaymentResult.paymentNoTrust());
    case 'notAuthorized':
      return answer(xdr.PaymentResult.paymentNotAuthorized());
    case 'full':
      return answer(xdr.PaymentResult.paymentLineFull());
    default:
  }
  switch (debit(scope, from.account, asset, amount)) {
    case 'noTrust':
      return answer(xdr.PaymentResult.paymentSrcNoTrust());
    case 'notAuthorized':
      return answer(xdr.PaymentResult.paymentSrcNotAuthorized());
    case 'underfunded':
      return answer(xdr.PaymentResult.paymentUnderfunded());
    default:
  }
  return done();
}
