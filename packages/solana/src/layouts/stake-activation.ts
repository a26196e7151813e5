import { type Delegation, never, type StakeHistory, type StakeHistoryEntry } from './index.ts';

// How much of a delegation is at stake. In each epoch only a part of all stake of the cluster may begin or end; what waits shares it in
// proportion. On a large cluster that takes one epoch.
// Source: solana-program/stake, interface/src/state.rs (Delegation::stake_activating_and_deactivating_v2) and warmup_cooldown_allowance.rs.

/** Of 10,000: the part of the cluster's stake that may change in one epoch. */
const rateBasisPoints = 900n;

/** Lamports. What is neither is not at stake, and may be withdrawn. */
export interface Activation {
  /** At stake. Cannot be withdrawn. */
  readonly effective: bigint;
  /** Waits to be at stake; can be withdrawn after it was deactivated, at once. */
  readonly activating: bigint;
}

/** @param epoch - The current one, which the history has no entry for. */
export function activationOf(delegation: Delegation, epoch: bigint, history: StakeHistory): Activation {
  const warm = warmUp(delegation, epoch, history);
  if (epoch < delegation.deactivationEpoch) return warm;
  if (epoch === delegation.deactivationEpoch) return { effective: warm.effective, activating: 0n };
  return { effective: coolDown(warm.effective, delegation.deactivationEpoch, epoch, history), activating: 0n };
}

function warmUp(delegation: Delegation, epoch: bigint, history: StakeHistory): Activation {
  const { stake, activationEpoch, deactivationEpoch } = delegation;
  // At stake since the genesis.
  if (activationEpoch === never) return { effective: stake, activating: 0n };
  if (activationEpoch === deactivationEpoch || epoch < activationEpoch) return { effective: 0n, activating: 0n };
  if (epoch === activationEpoch) return { effective: 0n, activating: stake };
  // So long ago that the history has forgotten it.
  if (!history.has(activationEpoch)) return { effective: stake, activating: 0n };

  let effective = 0n;
  const last = epoch < deactivationEpoch ? epoch : deactivationEpoch;
  for (let past = activationEpoch; past < last; past++) {
    const cluster = history.get(past);
    if (cluster === undefined || cluster.activating === 0n) break;
    effective += shareOf(stake - effective, cluster.activating, cluster);
    if (effective >= stake) return { effective: stake, activating: 0n };
  }
  return { effective, activating: stake - effective };
}

function coolDown(effective: bigint, deactivationEpoch: bigint, epoch: bigint, history: StakeHistory): bigint {
  if (!history.has(deactivationEpoch)) return 0n;
  let left = effective;
  for (let past = deactivationEpoch; past < epoch && left > 0n; past++) {
    const cluster = history.get(past);
    if (cluster === undefined || cluster.deactivating === 0n) break;
    left -= shareOf(left, cluster.deactivating, cluster);
  }
  return left > 0n ? left : 0n;
}

/** What changes in the epoch after: at least one lamport, so that it comes to an end, and no more than there is. */
function shareOf(amount: bigint, all: bigint, { effective }: StakeHistoryEntry): bigint {
  const share = (amount * effective * rateBasisPoints) / (all * 10_000n);
  const atLeastOne = share > 1n ? share : 1n;
  return atLeastOne < amount ? atLeastOne : amount;
}
