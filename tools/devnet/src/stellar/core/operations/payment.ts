import { xdr } from '@stellar/stellar-base';
import { type AssetId, assetId, assetMembers, isAssetValid, issuerOf, native, party } from '../../asset.ts';
import { lineKey } from '../../state.ts';
import { toText } from '../../units.ts';
import { credit, debit } from '../session.ts';
import { big, inner, type OperationKind } from './kind.ts';

const answer = (result: xdr.PaymentResult) => inner(xdr.OperationResultTr.payment(result));

/** The keys that a transfer uses: XLM lie in accounts, tokens in trustlines. */
export const transferKeys = (asset: AssetId, source: string, to: string): string[] =>
  asset === native ? [to] : [lineKey(source, asset), lineKey(to, asset)];

/**
 * A payment is a path payment without a path: the recipient is looked at before the sender
 * (stellar-core:src/transactions/PaymentOpFrame.cpp, PathPaymentStrictReceiveOpFrame.cpp).
 */
export const payment: OperationKind = {
  blank: () => answer(xdr.PaymentResult.paymentSuccess()),
  keys(body, source) {
    const op = body.paymentOp();
    return transferKeys(assetId(op.asset()), source, party(op.destination()).account);
  },
  check(body) {
    const op = body.paymentOp();
    const isValid = big(op.amount()) > 0n && isAssetValid(op.asset());
    return isValid ? undefined : answer(xdr.PaymentResult.paymentMalformed());
  },
  apply(scope, body) {
    const op = body.paymentOp();
    const to = party(op.destination());
    const from = scope.source;
    const asset = assetId(op.asset());
    const amount = big(op.amount());
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
  },
};
