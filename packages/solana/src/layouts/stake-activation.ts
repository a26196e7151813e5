import { type Delegation, never, type StakeHistory, type StakeHistoryEntry } from './index.ts';

// How much of a delegation is at stake. In each epoch only a part of the cluster's stake may begin or end. Waiting stakes share it in proportion. On
// a large cluster that takes one epoch. Source: solana-program/stake, interface/src/state.rs (Delegation::stake_activating_and_deactivating_v2) and
// warmup_cooldown_allowance.rs.

/** The part of the cluster's stake that may change in one epoch, in parts of 10,000. */
const rateBasisPoints = 900n;

/** Lamports. The rest of a delegation is not at stake, and can be withdrawn. */
export interface Activation {
  /** At stake. Cannot be withdrawn. */
  readonly effective: bigint;
  /** Waits to be at stake. Can be withdrawn at once after deactivation. */
  readonly activating: bigint;
}

/** @param epoch - The current epoch. The history has no entry for it. */
export function activationOf(delegation: Delegation, epoch: bigint, history: StakeHistory): Activation {
  const warm = warmUp(delegation, epoch, history);
  if (epoch < delegation.deactivationEpoch) return warm;
  if (epoch === delegation.deactivationEpoch) return { effective: warm.effective, activating: 0n };
  return { effective: coolDown(warm.effective, delegation.deactivationEpoch, epoch, history), activating: 0n };
}

function warmUp(delegation: Delegation, epoch: bigint, history: StakeHistory): Activation {
  const { stake, activationEpoch, deactivationEpoch } = delegation;
  // At stake since genesis.
  if (activationEpoch === never) return { effective: stake, activating: 0n };
  if (activationEpoch === deactivationEpoch || epoch < activationEpoch) return { effective: 0n, activating: 0n };
  if (epoch === activationEpoch) return { effective: 0n, activating: stake };
  // Too long ago for the history.
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

/** What changes in the next epoch: at least one lamport, so that it ends some day, and at most all. */
function shareOf(amount: bigint, all: bigint, { effective }: StakeHistoryEntry): bigint {
  const share = (amount * effective * rateBasisPoints) / (all * 10_000n);
  const atLeastOne = share > 1n ? share : 1n;
  return atLeastOne < amount ? atLeastOne : amount;
}
