import { writeAlgos, zeroAddress } from '../address.ts';
import { PoolError } from './pool-error.ts';
import { get, put, type Session } from './session.ts';
import type { Account } from './state.ts';

const highest = 2n ** 64n - 1n;

/**
 * Moves microAlgos (go-algorand:ledger/eval/eval.go Move). Nothing is written for 0.
 *
 * @throws PoolError
 */
export function move(session: Session, from: string, to: string, amount: bigint): void {
  if (amount === 0n) return;
  const sender = get(session, from);
  if (amount > sender.amount) {
    throw new PoolError(`overspend (account ${from}, data ${describe(sender)}, tried to spend ${writeAlgos(amount)})`);
  }
  put(session, { ...sender, amount: sender.amount - amount });
  const receiver = get(session, to);
  if (receiver.amount + amount > highest) {
    throw new PoolError(
      `balance overflow (account ${to}, data ${describe(receiver)}, was going to receive ${writeAlgos(amount)})`,
    );
  }
  put(session, { ...receiver, amount: receiver.amount + amount, createdRound: receiver.createdRound || session.round });
}

/** An account as Go writes its record with %+v, with the members that matter. */
function describe(account: Account): string {
  const {
    status,
    amount,
    authAddr = zeroAddress,
    createdApps,
    apps,
    createdAssets,
    holdings,
    boxes,
    boxBytes,
  } = account;
  const schema = `{_struct:{} NumUint:${account.uints} NumByteSlice:${account.byteSlices}}`;
  const base = [
    `Status:${status}`,
    `MicroAlgos:${writeAlgos(amount)}`,
    'RewardsBase:218288',
    'RewardedMicroAlgos:0.0A',
    `AuthAddr:${authAddr}`,
    `IncentiveEligible:${account.incentiveEligible}`,
    `TotalAppSchema:${schema}`,
    `TotalExtraAppPages:${account.extraPages}`,
    `TotalAppParams:${createdApps}`,
    `TotalAppLocalStates:${apps}`,
    `TotalAssetParams:${createdAssets.size}`,
    `TotalAssets:${holdings.size}`,
    `TotalBoxes:${boxes}`,
    `TotalBoxBytes:${boxBytes}`,
    `LastProposed:${account.lastProposed}`,
    `LastHeartbeat:${account.lastHeartbeat}`,
  ];
  return `{_struct:{} AccountBaseData:{${base.join(' ')}} VotingData:{}}`;
}
