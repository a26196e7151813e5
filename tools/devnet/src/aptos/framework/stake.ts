import { shortAddress } from '../address.ts';
import type { Pool, State } from '../state.ts';
import { MoveAbort } from './abort.ts';
import type { Session } from './session.ts';

const stake = '0x1::stake';

export function isValidator({ state }: Pool): boolean {
  return state === 'active' || state === 'pending_inactive';
}

/** `0x1::stake::get_validator_state`. */
export const stateNumbers = { pending_active: 1, active: 2, pending_inactive: 3, inactive: 4 } as const;

/** `stake::add_stake`: waits for the next epoch if the pool is a validator of this one. */
export function addToStake(session: Session, pool: Pool, amount: bigint): void {
  const { staking } = session.state;
  if (amount === 0n) return;
  if (pool.state === 'active' || pool.state === 'pending_active') {
    staking.joiningPower += amount;
    if (staking.totalPower > 0n && staking.joiningPower > (staking.totalPower * staking.powerIncreaseLimit) / 100n) {
      throw new MoveAbort(
        stake,
        'invalid_argument',
        ['EVOTING_POWER_INCREASE_EXCEEDS_LIMIT', 13n],
        'Voting power increase has exceeded the limit for this current epoch.',
      );
    }
  }
  if (isValidator(pool)) pool.stake.pendingActive += amount;
  else pool.stake.active += amount;
  const { active, pendingActive, pendingInactive } = pool.stake;
  if (active + pendingActive + pendingInactive > staking.maximum) {
    throw new MoveAbort(stake, 'invalid_argument', ['ESTAKE_EXCEEDS_MAX', 7n], 'Total stake exceeds maximum allowed');
  }
  session.emit(`${stake}::AddStake`, { amount_added: String(amount), pool_address: shortAddress(pool.address) });
}

export function unlockStake(session: Session, pool: Pool, wanted: bigint): void {
  if (wanted === 0n) return;
  const amount = wanted < pool.stake.active ? wanted : pool.stake.active;
  pool.stake.active -= amount;
  pool.stake.pendingInactive += amount;
  session.emit(`${stake}::UnlockStake`, { amount_unlocked: String(amount), pool_address: shortAddress(pool.address) });
}

export function reactivate(session: Session, pool: Pool, wanted: bigint): void {
  const amount = wanted < pool.stake.pendingInactive ? wanted : pool.stake.pendingInactive;
  pool.stake.pendingInactive -= amount;
  pool.stake.active += amount;
  session.emit(`${stake}::ReactivateStake`, { amount: String(amount), pool_address: shortAddress(pool.address) });
}

/** `stake::withdraw`, which first makes all pending stake of a pool inactive that left the set and whose lockup is over. Answers what came out. */
export function withdrawStake(session: Session, pool: Pool, wanted: bigint): bigint {
  if (canWithdrawPending(pool, session.now)) {
    pool.stake.inactive += pool.stake.pendingInactive;
    pool.stake.pendingInactive = 0n;
  }
  const amount = wanted < pool.stake.inactive ? wanted : pool.stake.inactive;
  if (amount === 0n) return 0n;
  pool.stake.inactive -= amount;
  session.emit(`${stake}::WithdrawStake`, {
    amount_withdrawn: String(amount),
    pool_address: shortAddress(pool.address),
  });
  return amount;
}

/** A pool that left the set before its lockup was over pays out what was unlocked once it is. */
export function canWithdrawPending({ state, lockedUntil }: Pool, now: number): boolean {
  return state === 'inactive' && now >= lockedUntil;
}

/**
 * Ends an epoch: rewards of validators, stake that becomes active, stake whose lockup is over, pools that join and leave, new lockups
 * (stake.move: on_new_epoch). Validators propose all that they should.
 *
 * @param now seconds since 1970, when the next epoch begins.
 */
export function endEpoch(state: State, now: number): void {
  const { staking } = state;
  const reward = (amount: bigint) => (amount * staking.rate) / staking.rateDenominator;
  for (const pool of state.pools.values()) {
    if (!isValidator(pool)) continue;
    pool.stake.active += reward(pool.stake.active);
    pool.stake.pendingInactive += reward(pool.stake.pendingInactive);
    pool.stake.active += pool.stake.pendingActive;
    pool.stake.pendingActive = 0n;
    if (now < pool.lockedUntil) continue;
    pool.stake.inactive += pool.stake.pendingInactive;
    pool.stake.pendingInactive = 0n;
  }
  for (const pool of state.pools.values()) {
    if (pool.state === 'pending_active') pool.state = 'active';
    if (pool.state === 'pending_inactive') pool.state = 'inactive';
    if (pool.state === 'active' && power(pool) < staking.minimum) pool.state = 'inactive';
    if (pool.state === 'active' && pool.lockedUntil <= now) pool.lockedUntil = now + staking.lockup;
  }
  countPower(state);
  state.epoch += 1;
}

/** Fills in the voting power of the set, as at the beginning of an epoch. */
export function countPower(state: State): void {
  let total = 0n;
  for (const pool of state.pools.values()) if (pool.state === 'active') total += power(pool);
  state.staking.totalPower = total;
  state.staking.joiningPower = 0n;
}

export function power({ stake: { active, pendingActive, pendingInactive } }: Pool): bigint {
  return active + pendingActive + pendingInactive;
}
