import { invalid } from '../refusal.ts';
import { sunPerTrx } from '../resources.ts';
import { type AccountState, parameter, type State, tronPower, type Unfreezing } from '../state.ts';
import { type Actuator, accountOf, checkAddress } from './actuator.ts';
import { settleRewards } from './voting.ts';

/** java-tron, UnfreezeBalanceV2Actuator.UNFREEZE_MAX_TIMES. */
export const mostUnfreezings = 32;

const dayMs = 86_400_000n;

/** FreezeBalanceV2Actuator. */
export const freeze: Actuator<'FreezeBalanceV2Contract' | 'UnfreezeBalanceV2Contract'> = (
  { state },
  { owner, amount, resource },
) => {
  checkAddress(owner);
  const account = accountOf(state, owner);
  if (amount <= 0n) throw invalid('frozenBalance must be positive');
  if (amount < sunPerTrx) throw invalid('frozenBalance must be greater than or equal to 1 TRX');
  if (amount > account.balance) throw invalid('frozenBalance must be less than or equal to accountBalance');
  if (resource === 'TRON_POWER') throw invalid('ResourceCode error, valid ResourceCode[BANDWIDTH、ENERGY]');
  account.balance -= amount;
  addStake(state, account, resource, amount);
  return {};
};

/** UnfreezeBalanceV2Actuator. What has matured is paid out by the way. */
export const unfreeze: Actuator<'FreezeBalanceV2Contract' | 'UnfreezeBalanceV2Contract'> = (
  { state, time },
  { owner, amount, resource },
) => {
  checkAddress(owner);
  const account = accountOf(state, owner);
  if (resource === 'TRON_POWER') throw invalid('ResourceCode error.valid ResourceCode[BANDWIDTH、Energy]');
  if (account.frozen[resource] <= 0n) {
    throw invalid(`no frozenBalance(${resource === 'ENERGY' ? 'Energy' : 'BANDWIDTH'})`);
  }
  if (amount <= 0n || amount > account.frozen[resource]) {
    throw invalid(`Invalid unfreeze_balance, [${amount}] is error`);
  }
  if (account.unfrozen.filter((one) => one.expireTime > time).length >= mostUnfreezings) {
    throw invalid('Invalid unfreeze operation, unfreezing times is over limit');
  }
  settleRewards(account);
  const withdrawExpireAmount = payMatured(account, time);
  const expireTime = time + Number(parameter(state, 'getUnfreezeDelayDays') * dayMs);
  account.unfrozen.push({ resource, amount, expireTime });
  addStake(state, account, resource, -amount);
  shrinkVotes(account);
  return { withdrawExpireAmount };
};

/** WithdrawExpireUnfreezeActuator. */
export const withdraw: Actuator<'WithdrawExpireUnfreezeContract' | 'CancelAllUnfreezeV2Contract'> = (
  { state, time },
  { owner },
) => {
  checkAddress(owner);
  const account = accountOf(state, owner);
  const withdrawExpireAmount = payMatured(account, time);
  if (withdrawExpireAmount <= 0n) throw invalid('no unFreeze balance to withdraw ');
  return { withdrawExpireAmount };
};

/** CancelAllUnfreezeV2Actuator: what has not matured is staked again. */
export const cancelUnfreezing: Actuator<'WithdrawExpireUnfreezeContract' | 'CancelAllUnfreezeV2Contract'> = (
  { state, time },
  { owner },
) => {
  checkAddress(owner);
  const account = accountOf(state, owner);
  if (account.unfrozen.length === 0) throw invalid('No unfreezeV2 list to cancel');
  const withdrawExpireAmount = payMatured(account, time);
  const cancelled = { BANDWIDTH: 0n, ENERGY: 0n, TRON_POWER: 0n };
  for (const { resource, amount } of account.unfrozen) {
    cancelled[resource] += amount;
    if (resource !== 'TRON_POWER') addStake(state, account, resource, amount);
  }
  account.unfrozen = [];
  return { withdrawExpireAmount, cancelled };
};

/** Adds to a stake, or takes from it, and keeps the network's weight, which counts whole TRX. */
function addStake(state: State, account: AccountState, resource: 'BANDWIDTH' | 'ENERGY', amount: bigint): void {
  const weight = () => (account.frozen[resource] + account.delegated[resource]) / sunPerTrx;
  const before = weight();
  account.frozen[resource] += amount;
  const more = weight() - before;
  if (resource === 'BANDWIDTH') state.totalNetWeight += more;
  else state.totalEnergyWeight += more;
}

export function isMature({ expireTime }: Unfreezing, time: number): boolean {
  return expireTime <= time;
}

function payMatured(account: AccountState, time: number): bigint {
  const matured = account.unfrozen.filter((one) => isMature(one, time));
  const sum = matured.reduce((total, { amount }) => total + amount, 0n);
  account.unfrozen = account.unfrozen.filter((one) => !isMature(one, time));
  account.balance += sum;
  return sum;
}

/** Idle Tron power goes first. Then all votes shrink alike, computed in doubles as in the node, and those that become 0 vanish. */
function shrinkVotes(account: AccountState): void {
  const total = account.votes.reduce((sum, { count }) => sum + count, 0n);
  const power = tronPower(account);
  if (total === 0n || power >= total * sunPerTrx) return;
  account.votes = account.votes
    .map(({ address, count }) => {
      const kept = ((Number(count) / Number(total)) * Number(power)) / Number(sunPerTrx);
      return { address, count: BigInt(Math.trunc(kept)) };
    })
    .filter(({ count }) => count > 0n);
}
