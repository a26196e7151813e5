import { xdr } from '@stellar/stellar-base';
import { accountId } from '../../asset.ts';
import { type AccountEntry, accountFlags } from '../../state.ts';
import { releaseSubentry, reserveSubentry } from '../reserves.ts';
import { type Scope, sourceOf, sponsorOf, touch } from '../session.ts';
import { signerText } from '../signatures.ts';
import { inner, type OperationKind } from './kind.ts';

const answer = (result: xdr.SetOptionsResult) => inner(xdr.OperationResultTr.setOptions(result));

const allFlags = 15;
const maximumSigners = 20;

/** Members that are not there are undefined or null in the XDR of the library. */
const isThere = <T>(value: T): value is NonNullable<T> => value != null;

/** stellar-core:src/transactions/SetOptionsOpFrame.cpp. */
export const setOptions: OperationKind = {
  blank: () => answer(xdr.SetOptionsResult.setOptionsSuccess()),
  level(body) {
    const op = body.setOptionsOp();
    const strong = [op.masterWeight(), op.lowThreshold(), op.medThreshold(), op.highThreshold(), op.signer()];
    return strong.some(isThere) ? 'high' : 'med';
  },
  check(body, source) {
    const op = body.setOptionsOp();
    const [set, clear, signer] = [op.setFlags() ?? 0, op.clearFlags() ?? 0, op.signer()];
    if (((set | clear) & ~allFlags) !== 0) return answer(xdr.SetOptionsResult.setOptionsUnknownFlag());
    if ((set & clear) !== 0) return answer(xdr.SetOptionsResult.setOptionsBadFlags());
    const weights = [op.masterWeight(), op.lowThreshold(), op.medThreshold(), op.highThreshold()].filter(isThere);
    if (weights.some((weight) => weight > 255)) {
      return answer(xdr.SetOptionsResult.setOptionsThresholdOutOfRange());
    }
    if (isThere(signer)) {
      const isEmptyPayload =
        signer.key().switch().name === 'signerKeyTypeEd25519SignedPayload' &&
        signer.key().ed25519SignedPayload().payload().length === 0;
      if (signerText(signer.key()) === source || signer.weight() > 255 || isEmptyPayload) {
        return answer(xdr.SetOptionsResult.setOptionsBadSigner());
      }
    }
    const domain = op.homeDomain();
    const isValid = !isThere(domain) || Buffer.from(domain).every((byte) => byte >= 0x20 && byte < 0x7f);
    return isValid ? undefined : answer(xdr.SetOptionsResult.setOptionsInvalidHomeDomain());
  },
  apply(scope, body) {
    const op = body.setOptionsOp();
    const source = sourceOf(scope);
    const before = signersOf(source);
    const destination = op.inflationDest();
    if (isThere(destination)) {
      const id = accountId(destination);
      if (!scope.state.accounts.has(id)) return answer(xdr.SetOptionsResult.setOptionsInvalidInflation());
      source.inflationDestination = id;
    }
    const [set, clear] = [op.setFlags() ?? 0, op.clearFlags() ?? 0];
    if ((set | clear) !== 0 && (source.flags & accountFlags.immutable) !== 0) {
      return answer(xdr.SetOptionsResult.setOptionsCantChange());
    }
    source.flags = (source.flags & ~clear) | set;
    const needsRevocable = (source.flags & accountFlags.clawback) !== 0;
    if (needsRevocable && (source.flags & accountFlags.revocable) === 0) {
      return answer(xdr.SetOptionsResult.setOptionsAuthRevocableRequired());
    }
    const domain = op.homeDomain();
    if (isThere(domain)) source.homeDomain = domain.toString();
    source.thresholds = {
      master: op.masterWeight() ?? source.thresholds.master,
      low: op.lowThreshold() ?? source.thresholds.low,
      med: op.medThreshold() ?? source.thresholds.med,
      high: op.highThreshold() ?? source.thresholds.high,
    };
    const signer = op.signer();
    const refusal = isThere(signer) ? changeSigner(scope, source, signer) : undefined;
    if (refusal !== undefined) return refusal;
    tell(scope, op, before, signersOf(source));
    return answer(xdr.SetOptionsResult.setOptionsSuccess());
  },
};

function changeSigner(scope: Scope, source: AccountEntry, signer: xdr.Signer): xdr.OperationResult | undefined {
  const key = signerText(signer.key());
  const weight = signer.weight();
  const present = source.signers.find((one) => one.key === key);
  if (weight === 0) {
    if (present === undefined) return undefined;
    releaseSubentry(source, present.sponsor === undefined ? undefined : touch(scope, present.sponsor));
    source.signers = source.signers.filter((one) => one !== present);
    if (present.sponsor !== undefined) {
      const details = { signer: key, former_sponsor: present.sponsor };
      scope.effect(source.id, 'signer_sponsorship_removed', details);
    }
    return undefined;
  }
  if (present !== undefined) {
    present.weight = weight;
    return undefined;
  }
  if (source.signers.length >= maximumSigners) return answer(xdr.SetOptionsResult.setOptionsTooManySigners());
  const sponsor = sponsorOf(scope, source.id);
  switch (reserveSubentry(source, sponsor, scope.header.baseReserve)) {
    case 'lowReserve':
      return answer(xdr.SetOptionsResult.setOptionsLowReserve());
    case 'tooManySubentries':
      return xdr.OperationResult.opTooManySubentries();
    case 'tooManySponsoring':
      return xdr.OperationResult.opTooManySponsoring();
    default:
  }
  source.signers.push({ key, weight, sponsor: sponsor?.id });
  if (sponsor !== undefined) {
    scope.effect(source.id, 'signer_sponsorship_created', { signer: key, sponsor: sponsor.id });
  }
  return undefined;
}

/** The account's own key is one of them while it has weight. */
function signersOf({ id, thresholds, signers }: AccountEntry): Map<string, number> {
  const own = thresholds.master > 0 ? [[id, thresholds.master] as const] : [];
  return new Map([...own, ...signers.map(({ key, weight }) => [key, weight] as const)]);
}

function tell(
  scope: Scope,
  op: xdr.SetOptionsOp,
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): void {
  const effect = (type: string, details: Readonly<Record<string, unknown>>) =>
    scope.effect(scope.source, type, details);
  const domain = op.homeDomain();
  if (isThere(domain)) effect('account_home_domain_updated', { home_domain: domain.toString() });
  const thresholds = Object.fromEntries(
    [
      ['low_threshold', op.lowThreshold()],
      ['med_threshold', op.medThreshold()],
      ['high_threshold', op.highThreshold()],
    ].filter(([, value]) => isThere(value)),
  );
  if (Object.keys(thresholds).length > 0) effect('account_thresholds_updated', thresholds);
  const flags = { ...flagDetails(op.setFlags() ?? 0, true), ...flagDetails(op.clearFlags() ?? 0, false) };
  if (Object.keys(flags).length > 0) effect('account_flags_updated', flags);
  for (const key of [...before.keys()].toSorted()) {
    const weight = after.get(key);
    if (weight === undefined) effect('signer_removed', { weight: 0, public_key: key, key: '' });
    else if (weight !== before.get(key)) effect('signer_updated', { weight, public_key: key, key: '' });
  }
  for (const key of [...after.keys()].toSorted()) {
    if (!before.has(key)) effect('signer_created', { weight: after.get(key), public_key: key, key: '' });
  }
}

function flagDetails(flags: number, value: boolean): Record<string, boolean> {
  return {
    ...((flags & accountFlags.required) !== 0 && { auth_required_flag: value }),
    ...((flags & accountFlags.revocable) !== 0 && { auth_revocable_flag: value }),
    ...((flags & accountFlags.immutable) !== 0 && { auth_immutable_flag: value }),
    ...((flags & accountFlags.clawback) !== 0 && { auth_clawback_enabled_flag: value }),
  };
}
