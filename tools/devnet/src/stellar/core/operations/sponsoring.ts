import { xdr } from '@stellar/stellar-base';
import { accountId } from '../../asset.ts';
import { inner, type OperationKind } from './kind.ts';

const beginAnswer = (result: xdr.BeginSponsoringFutureReservesResult) =>
  inner(xdr.OperationResultTr.beginSponsoringFutureReserves(result));
const endAnswer = (result: xdr.EndSponsoringFutureReservesResult) =>
  inner(xdr.OperationResultTr.endSponsoringFutureReserves(result));

/** CAP-33 (stellar-core:src/transactions/BeginSponsoringFutureReservesOpFrame.cpp). */
export const beginSponsoring: OperationKind = {
  blank: () => beginAnswer(xdr.BeginSponsoringFutureReservesResult.beginSponsoringFutureReservesSuccess()),
  check(body, source) {
    const isSelf = accountId(body.beginSponsoringFutureReservesOp().sponsoredId()) === source;
    return isSelf
      ? beginAnswer(xdr.BeginSponsoringFutureReservesResult.beginSponsoringFutureReservesMalformed())
      : undefined;
  },
  apply({ sponsors, source }, body) {
    const sponsored = accountId(body.beginSponsoringFutureReservesOp().sponsoredId());
    if (sponsors.has(sponsored)) {
      return beginAnswer(xdr.BeginSponsoringFutureReservesResult.beginSponsoringFutureReservesAlreadySponsored());
    }
    if (sponsors.has(source.account) || [...sponsors.values()].includes(sponsored)) {
      return beginAnswer(xdr.BeginSponsoringFutureReservesResult.beginSponsoringFutureReservesRecursive());
    }
    sponsors.set(sponsored, source.account);
    return beginAnswer(xdr.BeginSponsoringFutureReservesResult.beginSponsoringFutureReservesSuccess());
  },
};

/** stellar-core:src/transactions/EndSponsoringFutureReservesOpFrame.cpp. */
export const endSponsoring: OperationKind = {
  blank: () => endAnswer(xdr.EndSponsoringFutureReservesResult.endSponsoringFutureReservesSuccess()),
  apply({ sponsors, source }) {
    return sponsors.delete(source.account)
      ? endAnswer(xdr.EndSponsoringFutureReservesResult.endSponsoringFutureReservesSuccess())
      : endAnswer(xdr.EndSponsoringFutureReservesResult.endSponsoringFutureReservesNotSponsored());
  },
};
