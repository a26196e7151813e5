import { hash, StrKey, xdr } from '@stellar/stellar-base';
import { accountId, assetId, assetMembers, isAssetValid, issuerOf, native } from '../../asset.ts';
import { accountFlags, type Claimant, lineFlags, lineKey } from '../../state.ts';
import { toText } from '../../units.ts';
import { canSponsor } from '../reserves.ts';
import { credit, debit, lineOf, type Scope, sourceOf, sponsorOf, touch } from '../session.ts';
import { big, inner, type OperationKind } from './kind.ts';
import { holds, predicateResource, readPredicate, toAbsolute } from './predicate.ts';

const createAnswer = (result: xdr.CreateClaimableBalanceResult) =>
  inner(xdr.OperationResultTr.createClaimableBalance(result));
const claimAnswer = (result: xdr.ClaimClaimableBalanceResult) =>
  inner(xdr.OperationResultTr.claimClaimableBalance(result));

/** Claimants of an operation. Undefined if core refuses one. */
function readClaimants(op: xdr.CreateClaimableBalanceOp): Claimant[] | undefined {
  const claimants = op.claimants().map((claimant) => ({
    destination: accountId(claimant.v0().destination()),
    predicate: readPredicate(claimant.v0().predicate()),
  }));
  const isUnique = new Set(claimants.map(({ destination }) => destination)).size === claimants.length;
  if (!isUnique || claimants.length === 0) return undefined;
  const valid = claimants.flatMap(({ destination, predicate }) => (predicate ? [{ destination, predicate }] : []));
  return valid.length === claimants.length ? valid : undefined;
}

/** The id follows from the transaction: its source, its sequence number and the place of the operation (CAP-23). */
function balanceId({ transaction, index }: Scope): xdr.ClaimableBalanceId {
  const preimage = xdr.HashIdPreimage.envelopeTypeOpId(
    new xdr.HashIdPreimageOperationId({
      sourceAccount: xdr.PublicKey.publicKeyTypeEd25519(StrKey.decodeEd25519PublicKey(transaction.source)),
      seqNum: new xdr.Int64(transaction.sequence.toString()),
      opNum: index,
    }),
  );
  return xdr.ClaimableBalanceId.claimableBalanceIdTypeV0(hash(preimage.toXDR()));
}

/** stellar-core:src/transactions/CreateClaimableBalanceOpFrame.cpp. */
export const createClaimableBalance: OperationKind = {
  blank: () =>
    createAnswer(
      xdr.CreateClaimableBalanceResult.createClaimableBalanceSuccess(
        xdr.ClaimableBalanceId.claimableBalanceIdTypeV0(Buffer.alloc(32)),
      ),
    ),
  keys(body, source) {
    const asset = assetId(body.createClaimableBalanceOp().asset());
    return asset === native ? [] : [lineKey(source, asset)];
  },
  check(body) {
    const op = body.createClaimableBalanceOp();
    const isValid = isAssetValid(op.asset()) && big(op.amount()) > 0n && readClaimants(op) !== undefined;
    return isValid ? undefined : createAnswer(xdr.CreateClaimableBalanceResult.createClaimableBalanceMalformed());
  },
  apply(scope, body) {
    const { header, state } = scope;
    const op = body.createClaimableBalanceOp();
    const asset = assetId(op.asset());
    const amount = big(op.amount());
    const wanted = readClaimants(op) ?? [];
    const source = sourceOf(scope);
    switch (debit(scope, source.id, asset, amount)) {
      case 'noTrust':
        return createAnswer(xdr.CreateClaimableBalanceResult.createClaimableBalanceNoTrust());
      case 'notAuthorized':
        return createAnswer(xdr.CreateClaimableBalanceResult.createClaimableBalanceNotAuthorized());
      case 'underfunded':
        return createAnswer(xdr.CreateClaimableBalanceResult.createClaimableBalanceUnderfunded());
      default:
    }
    const sponsor = sponsorOf(scope, source.id) ?? source;
    switch (canSponsor(sponsor, wanted.length, header.baseReserve)) {
      case 'lowReserve':
        return createAnswer(xdr.CreateClaimableBalanceResult.createClaimableBalanceLowReserve());
      case 'tooManySponsoring':
        return xdr.OperationResult.opTooManySponsoring();
      default:
    }
    sponsor.numSponsoring += wanted.length;
    const isOwn = asset !== native && issuerOf(asset) === source.id;
    const clawback = isOwn
      ? (source.flags & accountFlags.clawback) !== 0
      : ((lineOf(scope, source.id, asset)?.flags ?? 0) & lineFlags.clawback) !== 0;
    const id = balanceId(scope);
    const hex = id.toXDR('hex');
    const claimants = wanted.map(({ destination, predicate }) => ({
      destination,
      predicate: toAbsolute(predicate, header.closeTime),
    }));
    state.claimable.set(hex, {
      id: hex,
      asset,
      amount,
      claimants,
      sponsor: sponsor.id,
      clawback,
      lastModified: header.ledger,
    });

    const details = { balance_id: hex, amount: toText(amount), asset };
    scope.effect(scope.source, 'claimable_balance_created', {
      ...details,
      ...(clawback && { claimable_balance_clawback_enabled_flag: true }),
    });
    for (const { destination, predicate } of wanted) {
      scope.effect(destination, 'claimable_balance_claimant_created', {
        ...details,
        predicate: predicateResource(predicate),
      });
    }
    scope.effect(scope.source, 'account_debited', { amount: toText(amount), ...assetMembers(asset) });
    scope.effect(scope.source, 'claimable_balance_sponsorship_created', { balance_id: hex, sponsor: sponsor.id });
    return createAnswer(xdr.CreateClaimableBalanceResult.createClaimableBalanceSuccess(id));
  },
};

/** stellar-core:src/transactions/ClaimClaimableBalanceOpFrame.cpp. */
export const claimClaimableBalance: OperationKind = {
  blank: () => claimAnswer(xdr.ClaimClaimableBalanceResult.claimClaimableBalanceSuccess()),
  level: () => 'low',
  apply(scope, body) {
    const { state, header } = scope;
    const hex = body.claimClaimableBalanceOp().balanceId().toXDR('hex');
    const entry = state.claimable.get(hex);
    if (entry === undefined) return claimAnswer(xdr.ClaimClaimableBalanceResult.claimClaimableBalanceDoesNotExist());
    const source = sourceOf(scope);
    const claimant = entry.claimants.find(({ destination }) => destination === source.id);
    if (claimant === undefined || !holds(claimant.predicate, header.closeTime)) {
      return claimAnswer(xdr.ClaimClaimableBalanceResult.claimClaimableBalanceCannotClaim());
    }
    const { asset, amount } = entry;
    if (state.frozen.has(asset === native ? source.id : lineKey(source.id, asset))) {
      return claimAnswer(xdr.ClaimClaimableBalanceResult.claimClaimableBalanceTrustlineFrozen());
    }
    switch (credit(scope, source.id, asset, amount)) {
      case 'noTrust':
        return claimAnswer(xdr.ClaimClaimableBalanceResult.claimClaimableBalanceNoTrust());
      case 'notAuthorized':
        return claimAnswer(xdr.ClaimClaimableBalanceResult.claimClaimableBalanceNotAuthorized());
      case 'full':
        return claimAnswer(xdr.ClaimClaimableBalanceResult.claimClaimableBalanceLineFull());
      default:
    }
    const sponsor = touch(scope, entry.sponsor);
    if (sponsor !== undefined) sponsor.numSponsoring -= entry.claimants.length;
    state.claimable.delete(hex);

    scope.effect(scope.source, 'claimable_balance_claimed', { amount: toText(amount), balance_id: hex, asset });
    scope.effect(scope.source, 'account_credited', { amount: toText(amount), ...assetMembers(asset) });
    scope.effect(scope.source, 'claimable_balance_sponsorship_removed', {
      balance_id: hex,
      former_sponsor: entry.sponsor,
    });
    return claimAnswer(xdr.ClaimClaimableBalanceResult.claimClaimableBalanceSuccess());
  },
};
