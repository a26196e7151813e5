import { xdr } from '@stellar/stellar-base';
import { sourceOf } from '../session.ts';
import { big, inner, type OperationKind } from './kind.ts';

const answer = (result: xdr.BumpSequenceResult) => inner(xdr.OperationResultTr.bumpSequence(result));

/** stellar-core:src/transactions/BumpSequenceOpFrame.cpp. */
export const bumpSequence: OperationKind = {
  blank: () => answer(xdr.BumpSequenceResult.bumpSequenceSuccess()),
  level: () => 'low',
  check: (body) =>
    big(body.bumpSequenceOp().bumpTo()) < 0n ? answer(xdr.BumpSequenceResult.bumpSequenceBadSeq()) : undefined,
  apply(scope, body) {
    const source = sourceOf(scope);
    const to = big(body.bumpSequenceOp().bumpTo());
    source.sequenceLedger = scope.header.ledger;
    source.sequenceTime = scope.header.closeTime;
    if (to > source.sequence) {
      source.sequence = to;
      scope.effect(scope.source, 'sequence_bumped', { new_seq: to.toString() });
    }
    return answer(xdr.BumpSequenceResult.bumpSequenceSuccess());
  },
};
