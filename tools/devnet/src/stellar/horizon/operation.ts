import type { xdr } from '@stellar/stellar-base';
import {
  accountId,
  assetId,
  assetMembers,
  issuerOf,
  muxedMembers,
  ownAsset,
  type Party,
  party,
  partyMembers,
  trustedAsset,
} from '../asset.ts';
import type { Entry } from '../core/core.ts';
import { big } from '../core/operations/kind.ts';
import { predicateResource, readPredicate } from '../core/operations/predicate.ts';
import { signerText } from '../core/signatures.ts';
import { operationSource } from '../core/validate.ts';
import { toText, toTime } from '../units.ts';
import { link } from './links.ts';
import { toid } from './page.ts';
import { transactionResource } from './transaction.ts';

/** An operation of a transaction that stands in a ledger. */
export interface PlacedOperation {
  readonly entry: Entry;
  /** From 0. */
  readonly index: number;
  readonly operation: xdr.Operation;
  readonly source: Party;
}

export function operationsOf(entry: Entry): PlacedOperation[] {
  const { inner } = entry.submission;
  return inner.operations.map((operation, index) => ({
    entry,
    index,
    operation,
    source: operationSource(operation, inner),
  }));
}

export const operationId = ({ entry, index }: PlacedOperation): bigint => toid(entry.ledger, entry.order, index + 1);

/** Horizon's name of the type: `create_account`. */
const typeOf = ({ operation }: PlacedOperation): string =>
  operation
    .body()
    .switch()
    .name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const payments = new Set([
  'create_account',
  'payment',
  'path_payment_strict_receive',
  'path_payment_strict_send',
  'account_merge',
]);

/** Whether `/payments` has it. */
export const isPayment = (placed: PlacedOperation): boolean => payments.has(typeOf(placed));

/** Whose history has it (stellar-horizon:internal/ingest/processors/operations_processor.go Participants). */
export function participantsOf(placed: PlacedOperation): string[] {
  const { operation, source, entry, index } = placed;
  const sponsor = entry.applied.beganSponsoring[index];
  return [source.account, ...othersOf(operation.body()), ...(sponsor === undefined ? [] : [sponsor])];
}

function othersOf(body: xdr.OperationBody): string[] {
  switch (body.switch().name) {
    case 'createAccount':
      return [accountId(body.createAccountOp().destination())];
    case 'payment':
      return [party(body.paymentOp().destination()).account];
    case 'pathPaymentStrictReceive':
      return [party(body.pathPaymentStrictReceiveOp().destination()).account];
    case 'pathPaymentStrictSend':
      return [party(body.pathPaymentStrictSendOp().destination()).account];
    case 'accountMerge':
      return [party(body.destination()).account];
    case 'allowTrust':
      return [accountId(body.allowTrustOp().trustor())];
    case 'setTrustLineFlags':
      return [accountId(body.setTrustLineFlagsOp().trustor())];
    case 'createClaimableBalance':
      return body
        .createClaimableBalanceOp()
        .claimants()
        .map((claimant) => accountId(claimant.v0().destination()));
    case 'beginSponsoringFutureReserves':
      return [accountId(body.beginSponsoringFutureReservesOp().sponsoredId())];
    default:
      return [];
  }
}

/** `GET /operations/{id}` (stellar-horizon:internal/resourceadapter/operations.go). */
export function operationResource(placed: PlacedOperation, { join = false } = {}) {
  const { entry, operation, source, index } = placed;
  const id = operationId(placed).toString();
  const self = `/operations/${id}`;
  const { hash } = entry.submission;
  const sponsor = entry.applied.beganSponsoring[index];
  return {
    _links: {
      self: link(self),
      transaction: link(`/transactions/${hash}`),
      effects: link(`${self}/effects`),
      succeeds: link(`/effects?order=desc&cursor=${id}`),
      precedes: link(`/effects?order=asc&cursor=${id}`),
    },
    id,
    paging_token: id,
    transaction_successful: isSuccessful(placed),
    source_account: source.account,
    ...muxedMembers('source_account', source.muxed),
    type: typeOf(placed),
    type_i: operation.body().switch().value,
    created_at: toTime(entry.closeTime),
    transaction_hash: hash,
    ...(join && { transaction: transactionResource(entry) }),
    ...(sponsor && { sponsor }),
    ...detailsOf(placed),
  };
}

export const isSuccessful = ({ entry }: PlacedOperation): boolean => entry.applied.outcome.code === 'txSuccess';

const pathOf = (path: readonly xdr.Asset[]) => path.map((asset) => assetMembers(assetId(asset)));

/** What only operations of one type have (stellar-horizon:internal/ingest/processors/operations_processor.go Details). */
function detailsOf(placed: PlacedOperation): Record<string, unknown> {
  const { operation, source } = placed;
  const body = operation.body();
  switch (body.switch().name) {
    case 'createAccount': {
      const op = body.createAccountOp();
      return {
        starting_balance: toText(big(op.startingBalance())),
        ...partyMembers('funder', source),
        account: accountId(op.destination()),
      };
    }
    case 'payment': {
      const op = body.paymentOp();
      return {
        ...assetMembers(assetId(op.asset())),
        ...partyMembers('from', source),
        ...partyMembers('to', party(op.destination())),
        amount: toText(big(op.amount())),
      };
    }
    case 'pathPaymentStrictReceive': {
      const op = body.pathPaymentStrictReceiveOp();
      // The stand-in exchanges one for one.
      const sent = isSuccessful(placed) ? big(op.destAmount()) : 0n;
      return {
        ...assetMembers(assetId(op.destAsset())),
        ...partyMembers('from', source),
        ...partyMembers('to', party(op.destination())),
        amount: toText(big(op.destAmount())),
        path: pathOf(op.path()),
        source_amount: toText(sent),
        source_max: toText(big(op.sendMax())),
        ...assetMembers(assetId(op.sendAsset()), 'source_'),
      };
    }
    case 'pathPaymentStrictSend': {
      const op = body.pathPaymentStrictSendOp();
      const received = isSuccessful(placed) ? big(op.sendAmount()) : 0n;
      return {
        ...assetMembers(assetId(op.destAsset())),
        ...partyMembers('from', source),
        ...partyMembers('to', party(op.destination())),
        amount: toText(received),
        path: pathOf(op.path()),
        source_amount: toText(big(op.sendAmount())),
        destination_min: toText(big(op.destMin())),
        ...assetMembers(assetId(op.sendAsset()), 'source_'),
      };
    }
    case 'changeTrust':
      return changeTrustDetails(body.changeTrustOp(), source);
    case 'accountMerge':
      return { ...partyMembers('account', source), ...partyMembers('into', party(body.destination())) };
    case 'setOptions':
      return setOptionsDetails(body.setOptionsOp());
    case 'manageData': {
      const op = body.manageDataOp();
      return { name: op.dataName().toString(), value: op.dataValue()?.toString('base64') ?? null };
    }
    case 'bumpSequence':
      return { bump_to: body.bumpSequenceOp().bumpTo().toString() };
    case 'allowTrust':
      return allowTrustDetails(body.allowTrustOp(), source);
    case 'setTrustLineFlags': {
      const op = body.setTrustLineFlagsOp();
      return {
        ...assetMembers(assetId(op.asset())),
        trustor: accountId(op.trustor()),
        ...flagLists('set_flags', op.setFlags(), lineFlagNames),
        ...flagLists('clear_flags', op.clearFlags(), lineFlagNames),
      };
    }
    case 'createClaimableBalance': {
      const op = body.createClaimableBalanceOp();
      const claimants = op.claimants().map((claimant) => {
        const predicate = readPredicate(claimant.v0().predicate());
        return {
          destination: accountId(claimant.v0().destination()),
          predicate: predicate === undefined ? {} : predicateResource(predicate),
        };
      });
      return { asset: assetId(op.asset()), amount: toText(big(op.amount())), claimants };
    }
    case 'claimClaimableBalance':
      return {
        balance_id: body.claimClaimableBalanceOp().balanceId().toXDR('hex'),
        ...partyMembers('claimant', source),
      };
    case 'beginSponsoringFutureReserves':
      return { sponsored_id: accountId(body.beginSponsoringFutureReservesOp().sponsoredId()) };
    case 'endSponsoringFutureReserves': {
      const began = placed.entry.applied.beganSponsoring[placed.index];
      return began === undefined ? {} : { begin_sponsor: began };
    }
    default:
      return {};
  }
}

function changeTrustDetails(op: xdr.ChangeTrustOp, source: Party): Record<string, unknown> {
  const asset = trustedAsset(op.line());
  return {
    ...(asset === undefined ? { asset_type: 'liquidity_pool_shares' } : assetMembers(asset)),
    limit: toText(big(op.limit())),
    ...(asset !== undefined && { trustee: issuerOf(asset) }),
    ...partyMembers('trustor', source),
  };
}

function allowTrustDetails(op: xdr.AllowTrustOp, source: Party): Record<string, unknown> {
  const asset = ownAsset(op.asset(), source.account);
  return {
    ...assetMembers(asset),
    ...partyMembers('trustee', source),
    trustor: accountId(op.trustor()),
    authorize: (op.authorize() & 1) !== 0,
    // Who may send and receive may maintain liabilities too.
    authorize_to_maintain_liabilities: (op.authorize() & 3) !== 0,
  };
}

const lineFlagNames = ['authorized', 'authorized_to_maintain_liabilites', 'clawback_enabled'];
const accountFlagNames = ['auth_required', 'auth_revocable', 'auth_immutable', 'auth_clawback_enabled'];

/** `set_flags: [1]` and `set_flags_s: ["auth_required"]`. The misspelling of a name is Horizon's. */
function flagLists(name: string, flags: number, names: readonly string[]): Record<string, unknown> {
  const set = names.flatMap((text, index) => ((flags & (1 << index)) === 0 ? [] : [{ text, bit: 1 << index }]));
  return set.length === 0 ? {} : { [name]: set.map(({ bit }) => bit), [`${name}_s`]: set.map(({ text }) => text) };
}

function setOptionsDetails(op: xdr.SetOptionsOp): Record<string, unknown> {
  const signer = op.signer();
  const members: readonly (readonly [string, unknown])[] = [
    ['home_domain', op.homeDomain()?.toString()],
    ['inflation_dest', mapped(op.inflationDest(), accountId)],
    ['master_key_weight', op.masterWeight()],
    ['signer_key', mapped(signer, (one) => signerText(one.key()))],
    ['signer_weight', mapped(signer, (one) => one.weight())],
    ['low_threshold', op.lowThreshold()],
    ['med_threshold', op.medThreshold()],
    ['high_threshold', op.highThreshold()],
  ];
  return {
    ...Object.fromEntries(members.filter(([, value]) => value != null)),
    ...flagLists('set_flags', op.setFlags() ?? 0, accountFlagNames),
    ...flagLists('clear_flags', op.clearFlags() ?? 0, accountFlagNames),
  };
}

const mapped = <T, U>(value: T, map: (there: NonNullable<T>) => U): U | undefined =>
  value == null ? undefined : map(value);
