import { muxedMembers } from '../asset.ts';
import type { Effect } from '../core/session.ts';
import { toTime } from '../units.ts';
import { link } from './links.ts';
import { operationId, type PlacedOperation } from './operation.ts';

/** An effect with its place in history. */
export interface PlacedEffect {
  readonly placed: PlacedOperation;
  /** From 1, within the operation. */
  readonly order: number;
  readonly effect: Effect;
}

/** stellar/go:protocols/horizon/effects/main.go. */
const types: Readonly<Record<string, number>> = {
  account_created: 0,
  account_removed: 1,
  account_credited: 2,
  account_debited: 3,
  account_thresholds_updated: 4,
  account_home_domain_updated: 5,
  account_flags_updated: 6,
  signer_created: 10,
  signer_removed: 11,
  signer_updated: 12,
  trustline_created: 20,
  trustline_removed: 21,
  trustline_updated: 22,
  trustline_authorized: 23,
  trustline_deauthorized: 24,
  trustline_authorized_to_maintain_liabilities: 25,
  trustline_flags_updated: 26,
  data_created: 40,
  data_removed: 41,
  data_updated: 42,
  sequence_bumped: 43,
  claimable_balance_created: 50,
  claimable_balance_claimant_created: 51,
  claimable_balance_claimed: 52,
  account_sponsorship_created: 60,
  account_sponsorship_removed: 62,
  trustline_sponsorship_created: 63,
  trustline_sponsorship_removed: 65,
  data_sponsorship_created: 66,
  data_sponsorship_removed: 68,
  claimable_balance_sponsorship_created: 69,
  claimable_balance_sponsorship_removed: 71,
  signer_sponsorship_created: 72,
  signer_sponsorship_removed: 74,
};

export function effectsOf(placed: PlacedOperation): PlacedEffect[] {
  const effects = placed.entry.applied.effects[placed.index] ?? [];
  return effects.map((effect, index) => ({ placed, order: index + 1, effect }));
}

/** A record of `/effects` (stellar-horizon:internal/resourceadapter/effects.go). */
export function effectResource({ placed, order, effect }: PlacedEffect) {
  const operation = operationId(placed).toString();
  const token = `${operation}-${order}`;
  return {
    _links: {
      operation: link(`/operations/${operation}`),
      succeeds: link(`/effects?order=desc&cursor=${token}`),
      precedes: link(`/effects?order=asc&cursor=${token}`),
    },
    id: `${operation.padStart(19, '0')}-${String(order).padStart(10, '0')}`,
    paging_token: token,
    account: effect.account.account,
    ...muxedMembers('account', effect.account.muxed),
    type: effect.type,
    type_i: types[effect.type],
    created_at: toTime(placed.entry.closeTime),
    ...effect.details,
  };
}
