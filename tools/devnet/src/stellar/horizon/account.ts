import { assetType, codeOf, issuerOf } from '../asset.ts';
import type { Core } from '../core/core.ts';
import { type AccountEntry, accountFlags, type Line, lineFlags, linesOf, type State } from '../state.ts';
import { toText, toTime } from '../units.ts';
import { link, pagedLink } from './links.ts';

/** `GET /accounts/{id}` (stellar-horizon:internal/resourceadapter/account_entry.go, balance.go). */
export function accountResource(account: AccountEntry, state: State, core: Core) {
  const self = `/accounts/${account.id}`;
  const { thresholds, signers, lastModified } = account;
  const own = { weight: thresholds.master, key: account.id, type: 'ed25519_public_key' };
  return {
    _links: {
      self: link(self),
      transactions: pagedLink(`${self}/transactions`),
      operations: pagedLink(`${self}/operations`),
      payments: pagedLink(`${self}/payments`),
      effects: pagedLink(`${self}/effects`),
      offers: pagedLink(`${self}/offers`),
      trades: pagedLink(`${self}/trades`),
      data: link(`${self}/data/{key}`),
    },
    id: account.id,
    account_id: account.id,
    sequence: account.sequence.toString(),
    ...(account.sequenceLedger > 0 && {
      sequence_ledger: account.sequenceLedger,
      sequence_time: String(account.sequenceTime),
    }),
    subentry_count: account.subentries,
    ...(account.inflationDestination && { inflation_destination: account.inflationDestination }),
    ...(account.homeDomain && { home_domain: account.homeDomain }),
    last_modified_ledger: lastModified,
    last_modified_time: timeOf(core, lastModified),
    thresholds: { low_threshold: thresholds.low, med_threshold: thresholds.med, high_threshold: thresholds.high },
    flags: flagsResource(account.flags),
    balances: [
      ...linesOf(state, account.id).map(lineResource),
      {
        balance: toText(account.balance),
        buying_liabilities: toText(account.buying),
        selling_liabilities: toText(account.selling),
        asset_type: 'native',
      },
    ],
    signers: [
      ...signers.map(({ key, weight, sponsor }) => ({ weight, key, type: keyType(key), ...(sponsor && { sponsor }) })),
      own,
    ],
    data: Object.fromEntries([...account.data].map(([name, { value }]) => [name, value])),
    num_sponsoring: account.numSponsoring,
    num_sponsored: account.numSponsored,
    ...(account.sponsor && { sponsor: account.sponsor }),
    paging_token: account.id,
  };
}

export function flagsResource(flags: number) {
  return {
    auth_required: (flags & accountFlags.required) !== 0,
    auth_revocable: (flags & accountFlags.revocable) !== 0,
    auth_immutable: (flags & accountFlags.immutable) !== 0,
    auth_clawback_enabled: (flags & accountFlags.clawback) !== 0,
  };
}

function lineResource(line: Line) {
  const isAuthorized = (line.flags & lineFlags.authorized) !== 0;
  return {
    balance: toText(line.balance),
    limit: toText(line.limit),
    buying_liabilities: toText(line.buying),
    selling_liabilities: toText(line.selling),
    ...(line.sponsor && { sponsor: line.sponsor }),
    last_modified_ledger: line.lastModified,
    is_authorized: isAuthorized,
    is_authorized_to_maintain_liabilities: isAuthorized || (line.flags & lineFlags.maintain) !== 0,
    ...((line.flags & lineFlags.clawback) !== 0 && { is_clawback_enabled: true }),
    asset_type: assetType(line.asset),
    asset_code: codeOf(line.asset),
    asset_issuer: issuerOf(line.asset),
  };
}

function keyType(key: string): string {
  const types: Readonly<Record<string, string>> = {
    G: 'ed25519_public_key',
    T: 'preauth_tx',
    X: 'sha256_hash',
    P: 'ed25519_signed_payload',
  };
  return types[key.charAt(0)] ?? '';
}

/** When a ledger closed. Those before the first of the stand-in closed with it. */
export function timeOf(core: Core, sequence: number): string {
  return toTime((core.ledger(sequence) ?? core.historyHead).closeTime);
}
