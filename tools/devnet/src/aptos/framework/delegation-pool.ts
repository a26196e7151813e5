import { type Address, aptAsset, shortAddress, toAddress } from '../address.ts';
import type { Pool, State } from '../state.ts';
import { MoveAbort } from './abort.ts';
import { ensureStore, putInto, takeFrom, transferApt } from './assets.ts';
import type { Session } from './session.ts';
import { buyIn, coinsOf, noShares, redeem, type Shares, sharesFor, sharesOf, sharesToRedeem, worth } from './shares.ts';
import { addToStake, canWithdrawPending, isValidator, reactivate, unlockStake, withdrawStake } from './stake.ts';

// By aptos-core, aptos-framework/sources/delegation_pool.move. Names and order of checks are those of the contract.

const module = '0x1::delegation_pool';

/** What each delegator keeps at least, apart for active and for unlocking stake: 10 APT. */
const minimum = 1_000_000_000n;
/** 100 % of commission. */
const wholeFee = 10_000n;
/** Holds the fees of added stake until the epoch ends. */
const feeHolder = toAddress('0x0');
const everything = 2n ** 64n - 1n;

/** Bytes of the table entries that a delegator gets. */
const slots = { active: [2, 300], unlocking: [2, 200] } as const;

const failures = {
  noPool: ['EDELEGATION_POOL_DOES_NOT_EXIST', 3n, 'Delegation pool does not exist at the provided pool address.'],
  notEnough: [
    'ENOT_ENOUGH_ACTIVE_STAKE_TO_UNLOCK',
    6n,
    'There is not enough `active` stake on the stake pool to `unlock`.',
  ],
  activeTooLow: [
    'EDELEGATOR_ACTIVE_BALANCE_TOO_LOW',
    8n,
    "Delegator's active balance cannot be less than `MIN_COINS_ON_SHARES_POOL`.",
  ],
  pendingTooLow: [
    'EDELEGATOR_PENDING_INACTIVE_BALANCE_TOO_LOW',
    9n,
    "Delegator's pending_inactive balance cannot be less than `MIN_COINS_ON_SHARES_POOL`.",
  ],
  zero: ['EWITHDRAW_ZERO_STAKE', 11n, 'Cannot request to withdraw zero stake.'],
} as const;

function invalid([name, code, text]: (typeof failures)[keyof typeof failures]): MoveAbort {
  return new MoveAbort(module, 'invalid_argument', [name, code], text);
}

export function requirePool(state: State, address: Address): Pool {
  const pool = state.pools.get(address);
  if (pool === undefined) throw invalid(failures.noPool);
  return pool;
}

export function addStake(session: Session, delegator: Address, address: Address, amount: bigint): void {
  if (amount === 0n) return;
  const pool = requirePool(session.state, address);
  requireAllowed(pool, delegator);
  synchronize(session, pool);
  const fee = addStakeFee(session.state, pool, amount);
  transferApt(session, delegator, address, amount);
  takeFrom(session, ensureStore(session, address, aptAsset), amount);
  addToStake(session, pool, amount);
  if (sharesOf(pool.activeShares, delegator) === 0n) session.allocate(...slots.active);
  buyIn(pool.activeShares, delegator, amount - fee);
  requireActive(pool, delegator);
  buyIn(pool.activeShares, feeHolder, fee);
  session.written.add(address);
  session.emit(`${module}::AddStake`, {
    add_stake_fee: String(fee),
    amount_added: String(amount),
    delegator_address: shortAddress(delegator),
    pool_address: shortAddress(address),
  });
}

export function unlock(session: Session, delegator: Address, address: Address, wanted: bigint): void {
  if (wanted === 0n) return;
  const pool = requirePool(session.state, address);
  synchronize(session, pool);
  if (wanted > pool.stake.active) throw invalid(failures.notEnough);
  const raised = coinsToTransfer(pool.activeShares, pending(pool), delegator, wanted);
  const amount = redeemActive(pool, delegator, raised);
  unlockStake(session, pool, amount);
  buyPending(session, pool, delegator, amount);
  if (coinsOf(pending(pool), delegator) < minimum) throw invalid(failures.pendingTooLow);
  session.written.add(address);
  session.emit(`${module}::UnlockStake`, {
    amount_unlocked: String(amount),
    delegator_address: shortAddress(delegator),
    pool_address: shortAddress(address),
  });
}

export function reactivateStake(session: Session, delegator: Address, address: Address, wanted: bigint): void {
  if (wanted === 0n) return;
  const pool = requirePool(session.state, address);
  requireAllowed(pool, delegator);
  synchronize(session, pool);
  const raised = coinsToTransfer(pending(pool), pool.activeShares, delegator, wanted);
  const amount = redeemInactive(pool, delegator, raised, pool.cycle);
  reactivate(session, pool, amount);
  buyIn(pool.activeShares, delegator, amount);
  requireActive(pool, delegator);
  session.written.add(address);
  session.emit(`${module}::ReactivateStake`, {
    amount_reactivated: String(amount),
    delegator_address: shortAddress(delegator),
    pool_address: shortAddress(address),
  });
}

export function withdraw(session: Session, delegator: Address, address: Address, amount: bigint): void {
  if (amount === 0n) throw invalid(failures.zero);
  const pool = requirePool(session.state, address);
  synchronize(session, pool);
  payOut(session, pool, delegator, amount);
}

/** `withdraw_internal`: does nothing if nothing can be withdrawn. */
function payOut(session: Session, pool: Pool, delegator: Address, wanted: bigint): void {
  const cycle = pool.withdrawals.get(delegator);
  const direct = canWithdrawPending(pool, session.now);
  if (cycle === undefined || !(cycle < pool.cycle || direct)) return;
  const isPending = cycle === pool.cycle;
  const raised = isPending ? coinsToRedeem(pending(pool), delegator, wanted) : wanted;
  const amount = redeemInactive(pool, delegator, raised, cycle);
  if (direct) {
    // What is pending beside it stays pending: it is taken out of the way while the stake pool makes everything inactive.
    const rest = isPending ? pool.stake.pendingInactive - amount : pool.stake.pendingInactive;
    reactivate(session, pool, rest);
    receive(session, pool, withdrawStake(session, pool, amount));
    unlockStake(session, pool, rest);
  } else {
    receive(session, pool, withdrawStake(session, pool, amount));
  }
  transferApt(session, pool.address, delegator, amount);
  pool.totalInactive = pool.stake.inactive;
  session.written.add(pool.address);
  session.emit(`${module}::WithdrawStake`, {
    amount_withdrawn: String(amount),
    delegator_address: shortAddress(delegator),
    pool_address: shortAddress(pool.address),
  });
}

function receive(session: Session, pool: Pool, amount: bigint): void {
  putInto(session, ensureStore(session, pool.address, aptAsset), amount);
}

function requireAllowed(pool: Pool, delegator: Address): void {
  if (isAllowed(pool, delegator)) return;
  throw new MoveAbort(
    module,
    'permission_denied',
    ['EDELEGATOR_NOT_ALLOWLISTED', 25n],
    'Cannot add/reactivate stake unless being allowlisted by the pool owner.',
  );
}

export function isAllowed({ allowlist }: Pool, delegator: Address): boolean {
  return allowlist === undefined || allowlist.has(delegator);
}

function requireActive(pool: Pool, delegator: Address): void {
  if (coinsOf(pool.activeShares, delegator) < minimum) throw invalid(failures.activeTooLow);
}

/** Shares of the stake that unlocks in the current lockup cycle. */
function pending(pool: Pool): Shares {
  const found = pool.inactiveShares.get(pool.cycle);
  if (found !== undefined) return found;
  const made = noShares();
  pool.inactiveShares.set(pool.cycle, made);
  return made;
}

/** `coins_to_redeem_to_ensure_min_stake`: takes everything if less than the minimum would be left. */
function coinsToRedeem(source: Shares, holder: Address, amount: bigint): bigint {
  const redeemed = worth(source, sharesToRedeem(source, holder, amount));
  const balance = coinsOf(source, holder);
  return balance - redeemed < minimum ? balance : amount;
}

/** `coins_to_transfer_to_ensure_min_stake`: moves more if the target would be below the minimum. */
function coinsToTransfer(source: Shares, target: Shares, holder: Address, amount: bigint): bigint {
  const redeemed = worth(source, sharesToRedeem(source, holder, amount));
  const balance = coinsOf(target, holder);
  const raised = balance + redeemed < minimum ? minimum - balance + 1n : amount;
  return coinsToRedeem(source, holder, raised);
}

function redeemActive(pool: Pool, holder: Address, amount: bigint): bigint {
  const shares = sharesToRedeem(pool.activeShares, holder, amount);
  return shares === 0n ? 0n : redeem(pool.activeShares, holder, shares);
}

function redeemInactive(pool: Pool, holder: Address, amount: bigint, cycle: number): bigint {
  const source = pool.inactiveShares.get(cycle) ?? noShares();
  const shares = sharesToRedeem(source, holder, amount);
  if (shares === 0n) return 0n;
  const coins = redeem(source, holder, shares);
  if (sharesOf(source, holder) === 0n) pool.withdrawals.delete(holder);
  if (cycle < pool.cycle && source.coins === 0n) pool.inactiveShares.delete(cycle);
  return coins;
}

/** Buys shares of unlocking stake. A withdrawal of an earlier cycle is paid out first: each delegator has one at most. */
function buyPending(session: Session, pool: Pool, holder: Address, amount: bigint): void {
  if (sharesFor(pending(pool), amount) === 0n) return;
  if (!pool.withdrawals.has(holder)) session.allocate(...slots.unlocking);
  buyIn(pending(pool), holder, amount);
  const earlier = pool.withdrawals.get(holder);
  if (earlier !== undefined && earlier < pool.cycle) payOut(session, pool, holder, everything);
  if (!pool.withdrawals.has(holder)) pool.withdrawals.set(holder, pool.cycle);
}

/** How the stake pool went on since the delegation pool last looked: rewards, the operator's part of them, and whether the lockup ended. */
function drift(pool: Pool) {
  const { active, inactive, pendingActive, pendingInactive } = pool.stake;
  const ended = inactive > pool.totalInactive;
  const grown = active + pendingActive;
  const unlocking = ended ? inactive - pool.totalInactive : pendingInactive;
  const part = (now: bigint, before: bigint) => (now > before ? ((now - before) * pool.commission) / wholeFee : 0n);
  return {
    ended,
    active: grown,
    unlocking,
    activeCommission: part(grown, pool.activeShares.coins),
    unlockingCommission: part(unlocking, (pool.inactiveShares.get(pool.cycle) ?? noShares()).coins),
  };
}

/** `synchronize_delegation_pool`: hands out rewards and commission, and begins a new lockup cycle. */
function synchronize(session: Session, pool: Pool): void {
  const { ended, active, unlocking, activeCommission, unlockingCommission } = drift(pool);
  if (pool.stake.pendingActive === 0n) redeemActive(pool, feeHolder, everything);
  pool.activeShares.coins = active - activeCommission;
  pending(pool).coins = unlocking - unlockingCommission;
  buyIn(pool.activeShares, pool.operator, activeCommission);
  buyPending(session, pool, pool.operator, unlockingCommission);
  session.emit(`${module}::DistributeCommission`, {
    beneficiary: shortAddress(pool.operator),
    commission_active: String(activeCommission),
    commission_pending_inactive: String(unlockingCommission),
    operator: shortAddress(pool.operator),
    pool_address: shortAddress(pool.address),
  });
  if (!ended) return;
  pool.totalInactive = pool.stake.inactive;
  pool.cycle += 1;
  pool.inactiveShares.set(pool.cycle, noShares());
}

/** What is held back of added stake until the epoch ends, because it would take part in rewards that it did not earn. */
export function addStakeFee({ staking }: State, pool: Pool, amount: bigint): bigint {
  if (!isValidator(pool) || staking.rateDenominator === 0n) return 0n;
  const rate = staking.rate * (wholeFee - pool.commission);
  return (amount * rate) / (rate + staking.rateDenominator * wholeFee);
}

/** The view `get_pending_withdrawal`. */
export function pendingWithdrawal(pool: Pool, delegator: Address): [boolean, bigint] {
  const cycle = pool.withdrawals.get(delegator);
  if (cycle === undefined) return [false, 0n];
  const shares = pool.inactiveShares.get(cycle) ?? noShares();
  if (cycle < pool.cycle) return [true, coinsOf(shares, delegator)];
  const { ended, unlocking, unlockingCommission } = drift(pool);
  return [ended, worth(shares, sharesOf(shares, delegator), unlocking - unlockingCommission)];
}

/** The view `get_stake`: active, inactive and pending inactive stake of a delegator. */
export function stakeOf(pool: Pool, delegator: Address): [bigint, bigint, bigint] {
  const { ended, active, activeCommission, unlockingCommission } = drift(pool);
  let total = pool.activeShares.total;
  let own = sharesOf(pool.activeShares, delegator);
  if (pool.stake.pendingActive === 0n) {
    total -= sharesOf(pool.activeShares, feeHolder);
    if (delegator === feeHolder) own = 0n;
  }
  let activeCoins = worth(pool.activeShares, own, active - activeCommission, total);
  const [isInactive, amount] = pendingWithdrawal(pool, delegator);
  let [inactive, unlocking] = isInactive ? [amount, 0n] : [0n, amount];
  if (delegator === pool.operator) {
    activeCoins += activeCommission;
    if (ended) inactive += unlockingCommission;
    else unlocking += unlockingCommission;
  }
  return [activeCoins, inactive, unlocking];
}
