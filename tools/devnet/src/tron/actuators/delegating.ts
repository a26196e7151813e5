import type { HexAddress } from '../address.ts';
import { slotMs } from '../blocks.ts';
import { invalid } from '../refusal.ts';
import { sunPerTrx, usageAt, use } from '../resources.ts';
import { type AccountState, type Delegation, noStakes, parameter, type State } from '../state.ts';
import { type Actuator, accountOf, checkAddress } from './actuator.ts';

/** Three days in slots: java-tron's DELEGATE_PERIOD, for a lock without a period. */
const usualLock = 86_400n;

/** DelegateResourceActuator. */
export const delegate: Actuator<'DelegateResourceContract' | 'UnDelegateResourceContract'> = (
  { state, time, slot },
  { owner, receiver, amount, resource, lock, lockPeriod },
) => {
  checkAddress(owner);
  const account = accountOf(state, owner);
  if (amount < sunPerTrx) throw invalid('delegateBalance must be greater than or equal to 1 TRX');
  if (resource === 'TRON_POWER') throw invalid('ResourceCode error, valid ResourceCode[BANDWIDTH、ENERGY]');
  if (account.frozen[resource] - stakeInUse(state, account, resource, slot) < amount) {
    const name = resource === 'ENERGY' ? 'FreezeEnergyV2' : 'FreezeBandwidthV2';
    throw invalid(`delegateBalance must be less than or equal to available ${name} balance`);
  }
  checkAddress(receiver, 'Invalid receiverAddress');
  if (receiver === owner) throw invalid('receiverAddress must not be the same as ownerAddress');
  const recipient = accountOf(state, receiver);
  const delegation = delegationOf(state, owner, receiver);
  const period = lockPeriod === 0n ? usualLock : lockPeriod;
  if (lock) {
    const most = parameter(state, 'getMaxDelegateLockPeriod');
    if (period < 0n || period > most) {
      throw invalid(`The lock period of delegate resource cannot be less than 0 and cannot exceed ${most}!`);
    }
    const remaining = delegation.expireTimes[resource] - time;
    if (Number(period) * slotMs < remaining) {
      throw invalid(
        `The lock period for ${resource} this time cannot be less than the remaining time[${remaining}ms] of the last lock period for ${resource}!`,
      );
    }
  }
  if (recipient.type === 'Contract') throw invalid('Do not allow delegate resources to contract addresses');
  if (lock) {
    delegation.locked[resource] += amount;
    delegation.expireTimes[resource] = time + Number(period) * slotMs;
  } else delegation.free[resource] += amount;
  state.delegations.set(keyOf(owner, receiver), delegation);
  account.frozen[resource] -= amount;
  account.delegated[resource] += amount;
  recipient.acquired[resource] += amount;
  return {};
};

/** UnDelegateResourceActuator. */
export const undelegate: Actuator<'DelegateResourceContract' | 'UnDelegateResourceContract'> = (
  { state, time, slot },
  { owner, receiver, amount, resource },
) => {
  checkAddress(owner);
  const account = accountOf(state, owner);
  checkAddress(receiver, 'Invalid receiverAddress');
  if (receiver === owner) throw invalid('receiverAddress must not be the same as ownerAddress');
  const delegation = state.delegations.get(keyOf(owner, receiver));
  if (delegation === undefined) throw invalid('delegated Resource does not exist');
  if (amount <= 0n) throw invalid('unDelegateBalance must be more than 0 TRX');
  if (resource === 'TRON_POWER') throw invalid('ResourceCode error.valid ResourceCode[BANDWIDTH、Energy]');
  if (delegation.expireTimes[resource] < time) {
    delegation.free[resource] += delegation.locked[resource];
    delegation.locked[resource] = 0n;
  }
  const free = delegation.free[resource];
  if (free < amount) {
    const name =
      resource === 'ENERGY'
        ? 'insufficient delegateFrozenBalance(Energy)'
        : 'insufficient delegatedFrozenBalance(BANDWIDTH)';
    throw invalid(`${name}, request=${amount}, unlock_balance=${free}`);
  }
  delegation.free[resource] -= amount;
  const isGone = [delegation.free, delegation.locked].every((one) => one.BANDWIDTH + one.ENERGY === 0n);
  if (isGone) state.delegations.delete(keyOf(owner, receiver));
  giveBackUsage(state, accountOf(state, receiver), account, resource, amount, slot);
  account.delegated[resource] -= amount;
  account.frozen[resource] += amount;
  return {};
};

export function keyOf(from: HexAddress, to: HexAddress): string {
  return `${from}-${to}`;
}

function delegationOf(state: State, from: HexAddress, to: HexAddress): Delegation {
  return (
    state.delegations.get(keyOf(from, to)) ?? {
      from,
      to,
      free: noStakes(),
      locked: noStakes(),
      expireTimes: { BANDWIDTH: 0, ENERGY: 0 },
    }
  );
}

/** The part of an own stake whose resource is used up. Stakes of Stake 1.0 and those of others are used first. */
function stakeInUse(state: State, account: AccountState, resource: 'BANDWIDTH' | 'ENERGY', slot: number): bigint {
  const meter = resource === 'ENERGY' ? account.energy : account.net;
  const [weight, total] = totalsOf(state, resource);
  const inSun = BigInt(Math.trunc(Number(usageAt(meter, slot) * sunPerTrx) * (Number(weight) / Number(total))));
  const others = account.legacy[resource] + account.acquired[resource];
  return inSun > others ? inSun - others : 0n;
}

/** The owner takes over the part of the usage that belongs to what the receiver gives back. */
function giveBackUsage(
  state: State,
  receiver: AccountState,
  owner: AccountState,
  resource: 'BANDWIDTH' | 'ENERGY',
  amount: bigint,
  slot: number,
): void {
  const name = resource === 'ENERGY' ? 'energy' : 'net';
  const [weight, total] = totalsOf(state, resource);
  const all = receiver.frozen[resource] + receiver.legacy[resource] + receiver.acquired[resource];
  const used = usageAt(receiver[name], slot);
  const most = Math.trunc((Number(amount) / Number(sunPerTrx)) * (Number(total) / Number(weight)));
  const part = BigInt(Math.min(most, Math.trunc(Number(used) * (Number(amount) / Number(all)))));
  receiver.acquired[resource] -= amount;
  receiver[name] = { ...receiver[name], usage: used - part, slot };
  if (part > 0n) owner[name] = use(owner[name], part, slot);
}

function totalsOf(state: State, resource: 'BANDWIDTH' | 'ENERGY'): [weight: bigint, total: bigint] {
  return resource === 'ENERGY'
    ? [state.totalEnergyWeight, parameter(state, 'getTotalEnergyCurrentLimit')]
    : [state.totalNetWeight, parameter(state, 'getTotalNetLimit')];
}
