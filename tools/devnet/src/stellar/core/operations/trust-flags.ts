import { xdr } from '@stellar/stellar-base';
import {
  type AssetId,
  accountId,
  assetId,
  assetMembers,
  isAssetValid,
  issuerOf,
  native,
  ownAsset,
} from '../../asset.ts';
import { accountFlags, lineFlags, lineKey } from '../../state.ts';
import { lineOf, type Scope, sourceOf } from '../session.ts';
import { inner, type OperationKind } from './kind.ts';

const authFlags = lineFlags.authorized | lineFlags.maintain;
const allFlags = authFlags | lineFlags.clawback;

const allowAnswer = (result: xdr.AllowTrustResult) => inner(xdr.OperationResultTr.allowTrust(result));
const setAnswer = (result: xdr.SetTrustLineFlagsResult) => inner(xdr.OperationResultTr.setTrustLineFlags(result));

/** stellar-core:src/transactions/AllowTrustOpFrame.cpp. Offers of those who lose the authorization are no part of the stand-in. */
export const allowTrust: OperationKind = {
  blank: () => allowAnswer(xdr.AllowTrustResult.allowTrustSuccess()),
  level: () => 'low',
  keys: (body, source) => [
    lineKey(accountId(body.allowTrustOp().trustor()), ownAsset(body.allowTrustOp().asset(), source)),
  ],
  check(body, source) {
    const op = body.allowTrustOp();
    const isValid = op.authorize() <= lineFlags.maintain && accountId(op.trustor()) !== source;
    return isValid ? undefined : allowAnswer(xdr.AllowTrustResult.allowTrustMalformed());
  },
  apply(scope, body) {
    const op = body.allowTrustOp();
    const source = sourceOf(scope);
    const trustor = accountId(op.trustor());
    const asset = ownAsset(op.asset(), source.id);
    const revocable = (source.flags & accountFlags.revocable) !== 0;
    const wanted = op.authorize();
    if (!revocable && wanted === 0) return allowAnswer(xdr.AllowTrustResult.allowTrustCantRevoke());
    const line = lineOf(scope, trustor, asset);
    if (line === undefined) return allowAnswer(xdr.AllowTrustResult.allowTrustNoTrustLine());
    if (!revocable && (line.flags & lineFlags.authorized) !== 0 && wanted === lineFlags.maintain) {
      return allowAnswer(xdr.AllowTrustResult.allowTrustCantRevoke());
    }
    line.flags = (line.flags & ~authFlags) | wanted;
    line.lastModified = scope.header.ledger;
    const type =
      wanted === lineFlags.authorized
        ? 'trustline_authorized'
        : wanted === lineFlags.maintain
          ? 'trustline_authorized_to_maintain_liabilities'
          : 'trustline_deauthorized';
    scope.effect(scope.source, type, { trustor, ...assetMembers(asset) });
    tell(scope, trustor, asset, wanted, wanted === 0 ? authFlags : 0);
    return allowAnswer(xdr.AllowTrustResult.allowTrustSuccess());
  },
};

/** stellar-core:src/transactions/SetTrustLineFlagsOpFrame.cpp. */
export const setTrustLineFlags: OperationKind = {
  blank: () => setAnswer(xdr.SetTrustLineFlagsResult.setTrustLineFlagsSuccess()),
  level: () => 'low',
  keys(body) {
    const op = body.setTrustLineFlagsOp();
    return [lineKey(accountId(op.trustor()), assetId(op.asset()))];
  },
  check(body, source) {
    const op = body.setTrustLineFlagsOp();
    const asset = assetId(op.asset());
    const [set, clear] = [op.setFlags(), op.clearFlags()];
    const isValid =
      asset !== native &&
      isAssetValid(op.asset()) &&
      issuerOf(asset) === source &&
      accountId(op.trustor()) !== source &&
      (set & clear) === 0 &&
      (set & ~authFlags) === 0 &&
      set !== authFlags &&
      (clear & ~allFlags) === 0;
    return isValid ? undefined : setAnswer(xdr.SetTrustLineFlagsResult.setTrustLineFlagsMalformed());
  },
  apply(scope, body) {
    const op = body.setTrustLineFlagsOp();
    const source = sourceOf(scope);
    const trustor = accountId(op.trustor());
    const asset = assetId(op.asset());
    const [set, clear] = [op.setFlags(), op.clearFlags()];
    const revokes = (clear & authFlags) !== 0 && (set & lineFlags.authorized) === 0;
    if (revokes && (source.flags & accountFlags.revocable) === 0) {
      return setAnswer(xdr.SetTrustLineFlagsResult.setTrustLineFlagsCantRevoke());
    }
    const line = lineOf(scope, trustor, asset);
    if (line === undefined) return setAnswer(xdr.SetTrustLineFlagsResult.setTrustLineFlagsNoTrustLine());
    const flags = (line.flags & ~clear) | set;
    if ((flags & authFlags) === authFlags) {
      return setAnswer(xdr.SetTrustLineFlagsResult.setTrustLineFlagsInvalidState());
    }
    line.flags = flags;
    line.lastModified = scope.header.ledger;
    tell(scope, trustor, asset, set, clear);
    return setAnswer(xdr.SetTrustLineFlagsResult.setTrustLineFlagsSuccess());
  },
};

/** The misspelling is Horizon's. */
function tell(scope: Scope, trustor: string, asset: AssetId, set: number, clear: number): void {
  const details = (flags: number, value: boolean) => ({
    ...((flags & lineFlags.authorized) !== 0 && { authorized_flag: value }),
    ...((flags & lineFlags.maintain) !== 0 && { authorized_to_maintain_liabilites: value }),
    ...((flags & lineFlags.clawback) !== 0 && { clawback_enabled_flag: value }),
  });
  scope.effect(scope.source, 'trustline_flags_updated', {
    trustor,
    ...assetMembers(asset),
    ...details(set, true),
    ...details(clear, false),
  });
}
