import { xdr } from '@stellar/stellar-base';
import type { Scope } from '../session.ts';
import { applyCreateAccount, checkCreateAccount } from './create-account.ts';
import { applyPayment, checkPayment } from './payment.ts';

export type Level = 'low' | 'med' | 'high';

/** Which threshold of its source an operation must reach (stellar-core:src/transactions, getThresholdLevel of each frame). */
export function levelOf(operation: xdr.Operation): Level {
  const body = operation.body();
  switch (body.switch().name) {
    case 'accountMerge':
      return 'high';
    case 'allowTrust':
    case 'setTrustLineFlags':
    case 'bumpSequence':
    case 'claimClaimableBalance':
      return 'low';
    case 'setOptions': {
      const options = body.setOptionsOp();
      const isHigh = [
        options.masterWeight(),
        options.lowThreshold(),
        options.medThreshold(),
        options.highThreshold(),
        options.signer(),
      ].some((one) => one != null);
      return isHigh ? 'high' : 'med';
    }
    default:
      return 'med';
  }
}

/** What core refuses without a look at the ledger. Undefined: nothing. `source` is the G... of the operation's source. */
export function checkOperation(operation: xdr.Operation, source: string): xdr.OperationResult | undefined {
  const body = operation.body();
  switch (body.switch().name) {
    case 'createAccount':
      return checkCreateAccount(body.createAccountOp(), source);
    case 'payment':
      return checkPayment(body.paymentOp());
    default:
      return xdr.OperationResult.opNotSupported();
  }
}

/** Runs an operation that `checkOperation` has nothing against. It may write before it fails: then its state must be thrown away. */
export function applyOperation(scope: Scope): xdr.OperationResult {
  const body = scope.operation.body();
  switch (body.switch().name) {
    case 'createAccount':
      return applyCreateAccount(scope, body.createAccountOp());
    case 'payment':
      return applyPayment(scope, body.paymentOp());
    default:
      return xdr.OperationResult.opNotSupported();
  }
}

/** The result of an operation that was not looked at, or has nothing against it: success, without contents. */
export function emptyResult(operation: xdr.Operation): xdr.OperationResult {
  switch (operation.body().switch().name) {
    case 'createAccount':
      return xdr.OperationResult.opInner(
        xdr.OperationResultTr.createAccount(xdr.CreateAccountResult.createAccountSuccess()),
      );
    case 'payment':
      return xdr.OperationResult.opInner(xdr.OperationResultTr.payment(xdr.PaymentResult.paymentSuccess()));
    default:
      return xdr.OperationResult.opNotSupported();
  }
}
