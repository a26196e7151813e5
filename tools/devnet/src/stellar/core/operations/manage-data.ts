import { xdr } from '@stellar/stellar-base';
import { releaseSubentry, reserveSubentry } from '../reserves.ts';
import { sourceOf, sponsorOf, touch } from '../session.ts';
import { inner, type OperationKind } from './kind.ts';

const answer = (result: xdr.ManageDataResult) => inner(xdr.OperationResultTr.manageData(result));

/** stellar-core:src/transactions/ManageDataOpFrame.cpp. */
export const manageData: OperationKind = {
  blank: () => answer(xdr.ManageDataResult.manageDataSuccess()),
  check(body) {
    const name = Buffer.from(body.manageDataOp().dataName());
    // ASCII without control characters (stellar-core:src/util/types.cpp isStringValid).
    const isValid = name.length > 0 && name.every((byte) => byte >= 0x20 && byte < 0x7f);
    return isValid ? undefined : answer(xdr.ManageDataResult.manageDataInvalidName());
  },
  apply(scope, body) {
    const op = body.manageDataOp();
    const name = op.dataName().toString();
    const value = op.dataValue()?.toString('base64');
    const source = sourceOf(scope);
    const present = source.data.get(name);
    if (value === undefined) {
      if (present === undefined) return answer(xdr.ManageDataResult.manageDataNameNotFound());
      releaseSubentry(source, present.sponsor === undefined ? undefined : touch(scope, present.sponsor));
      source.data.delete(name);
      scope.effect(scope.source, 'data_removed', { name });
      if (present.sponsor !== undefined) {
        const details = { data_name: name, former_sponsor: present.sponsor };
        scope.effect(scope.source, 'data_sponsorship_removed', details);
      }
      return answer(xdr.ManageDataResult.manageDataSuccess());
    }
    if (present !== undefined) {
      present.value = value;
      scope.effect(scope.source, 'data_updated', { name, value });
      return answer(xdr.ManageDataResult.manageDataSuccess());
    }
    const sponsor = sponsorOf(scope, source.id);
    switch (reserveSubentry(source, sponsor, scope.header.baseReserve)) {
      case 'lowReserve':
        return answer(xdr.ManageDataResult.manageDataLowReserve());
      case 'tooManySubentries':
        return xdr.OperationResult.opTooManySubentries();
      case 'tooManySponsoring':
        return xdr.OperationResult.opTooManySponsoring();
      default:
    }
    source.data.set(name, { value, sponsor: sponsor?.id });
    scope.effect(scope.source, 'data_created', { name, value });
    if (sponsor !== undefined) {
      scope.effect(scope.source, 'data_sponsorship_created', { data_name: name, sponsor: sponsor.id });
    }
    return answer(xdr.ManageDataResult.manageDataSuccess());
  },
};
