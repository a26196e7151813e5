import { xdr } from '@stellar/stellar-base';
import { type AssetId, assetMembers, isAssetValid, issuerOf, native, trustedAsset } from '../../asset.ts';
import { accountFlags, lineFlags, lineKey } from '../../state.ts';
import { toText } from '../../units.ts';
import { releaseSubentry, reserveSubentry } from '../reserves.ts';
import { lineOf, type Scope, sourceOf, sponsorOf, touch } from '../session.ts';
import { big, inner, type OperationKind } from './kind.ts';

const answer = (result: xdr.ChangeTrustResult) => inner(xdr.OperationResultTr.changeTrust(result));

/** stellar-core:src/transactions/ChangeTrustOpFrame.cpp. */
export const changeTrust: OperationKind = {
  blank: () => answer(xdr.ChangeTrustResult.changeTrustSuccess()),
  keys(body, source) {
    const asset = trustedAsset(body.changeTrustOp().line());
    return asset === undefined || asset === native ? [] : [lineKey(source, asset)];
  },
  check(body, source) {
    const op = body.changeTrustOp();
    const asset = trustedAsset(op.line());
    if (asset === undefined) return xdr.OperationResult.opNotSupported();
    const isValid = big(op.limit()) >= 0n && asset !== native && isAssetValid(op.line()) && issuerOf(asset) !== source;
    return isValid ? undefined : answer(xdr.ChangeTrustResult.changeTrustMalformed());
  },
  apply(scope, body) {
    const { state, header } = scope;
    const asset = trustedAsset(body.changeTrustOp().line()) ?? native;
    const limit = big(body.changeTrustOp().limit());
    const source = sourceOf(scope);
    const line = lineOf(scope, source.id, asset);
    const effect = (type: string) => scope.effect(scope.source, type, { ...assetMembers(asset), limit: toText(limit) });

    if (line === undefined) return create(scope, asset, limit);
    if (limit < line.balance + line.buying) return answer(xdr.ChangeTrustResult.changeTrustInvalidLimit());
    if (limit === 0n) {
      if (line.poolUseCount > 0) return answer(xdr.ChangeTrustResult.changeTrustCannotDelete());
      releaseSubentry(source, line.sponsor === undefined ? undefined : touch(scope, line.sponsor));
      state.lines.delete(lineKey(source.id, asset));
      effect('trustline_removed');
      if (line.sponsor !== undefined) {
        const details = { asset, former_sponsor: line.sponsor };
        scope.effect(source.id, 'trustline_sponsorship_removed', details);
      }
      return answer(xdr.ChangeTrustResult.changeTrustSuccess());
    }
    if (!state.accounts.has(issuerOf(asset))) return answer(xdr.ChangeTrustResult.changeTrustNoIssuer());
    line.limit = limit;
    line.lastModified = header.ledger;
    effect('trustline_updated');
    return answer(xdr.ChangeTrustResult.changeTrustSuccess());
  },
};

function create(scope: Scope, asset: AssetId, limit: bigint): xdr.OperationResult {
  const { state, header } = scope;
  const source = sourceOf(scope);
  if (limit === 0n) return answer(xdr.ChangeTrustResult.changeTrustInvalidLimit());
  const issuer = state.accounts.get(issuerOf(asset));
  if (issuer === undefined) return answer(xdr.ChangeTrustResult.changeTrustNoIssuer());
  const sponsor = sponsorOf(scope, source.id);
  switch (reserveSubentry(source, sponsor, header.baseReserve)) {
    case 'lowReserve':
      return answer(xdr.ChangeTrustResult.changeTrustLowReserve());
    case 'tooManySubentries':
      return xdr.OperationResult.opTooManySubentries();
    case 'tooManySponsoring':
      return xdr.OperationResult.opTooManySponsoring();
    default:
  }
  const authorized = (issuer.flags & accountFlags.required) === 0 ? lineFlags.authorized : 0;
  const clawback = (issuer.flags & accountFlags.clawback) === 0 ? 0 : lineFlags.clawback;
  state.lines.set(lineKey(source.id, asset), {
    owner: source.id,
    asset,
    balance: 0n,
    limit,
    flags: authorized | clawback,
    buying: 0n,
    selling: 0n,
    sponsor: sponsor?.id,
    poolUseCount: 0,
    lastModified: header.ledger,
  });
  scope.effect(scope.source, 'trustline_created', { ...assetMembers(asset), limit: toText(limit) });
  if (sponsor !== undefined) {
    scope.effect(source.id, 'trustline_sponsorship_created', { asset, sponsor: sponsor.id });
  }
  return answer(xdr.ChangeTrustResult.changeTrustSuccess());
}
