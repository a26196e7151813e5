import { xdr } from '@stellar/stellar-base';
import { party } from '../../asset.ts';
import { accountFlags } from '../../state.ts';
import { toText } from '../../units.ts';
import { releaseSubentry } from '../reserves.ts';
import { addNative, sourceOf, touch } from '../session.ts';
import { startingSequence } from './create-account.ts';
import { inner, type OperationKind } from './kind.ts';

const answer = (result: xdr.AccountMergeResult) => inner(xdr.OperationResultTr.accountMerge(result));

/** stellar-core:src/transactions/MergeOpFrame.cpp. */
export const accountMerge: OperationKind = {
  blank: () => answer(xdr.AccountMergeResult.accountMergeSuccess(new xdr.Int64('0'))),
  level: () => 'high',
  keys: (body) => [party(body.destination()).account],
  check(body, source) {
    const isSelf = party(body.destination()).account === source;
    return isSelf ? answer(xdr.AccountMergeResult.accountMergeMalformed()) : undefined;
  },
  apply(scope, body) {
    const { state, header, sponsors } = scope;
    const into = party(body.destination());
    const other = touch(scope, into.account);
    if (other === undefined) return answer(xdr.AccountMergeResult.accountMergeNoAccount());
    const source = sourceOf(scope);
    if ((source.flags & accountFlags.immutable) !== 0) return answer(xdr.AccountMergeResult.accountMergeImmutableSet());
    if (source.subentries !== source.signers.length) {
      return answer(xdr.AccountMergeResult.accountMergeHasSubEntries());
    }
    // Created again it must not begin with a number that was used.
    if (source.sequence >= startingSequence(header.ledger)) {
      return answer(xdr.AccountMergeResult.accountMergeSeqnumTooFar());
    }
    const isSponsor = [...sponsors.values()].includes(source.id) || source.numSponsoring > 0;
    if (isSponsor) return answer(xdr.AccountMergeResult.accountMergeIsSponsor());
    for (const signer of source.signers) {
      releaseSubentry(source, signer.sponsor === undefined ? undefined : touch(scope, signer.sponsor));
    }
    const { balance } = source;
    if (!addNative(other, balance, header.baseReserve)) return answer(xdr.AccountMergeResult.accountMergeDestFull());
    const payer = source.sponsor === undefined ? undefined : touch(scope, source.sponsor);
    if (payer !== undefined) payer.numSponsoring -= 2;
    state.accounts.delete(source.id);

    const details = { asset_type: 'native', amount: toText(balance) };
    scope.effect(scope.source, 'account_debited', details);
    scope.effect(into, 'account_credited', details);
    scope.effect(scope.source, 'account_removed', {});
    if (source.sponsor !== undefined) {
      scope.effect(source.id, 'account_sponsorship_removed', { former_sponsor: source.sponsor });
    }
    return answer(xdr.AccountMergeResult.accountMergeSuccess(new xdr.Int64(balance.toString())));
  },
};
