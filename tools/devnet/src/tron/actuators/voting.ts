import { invalid } from '../refusal.ts';
import { sunPerTrx } from '../resources.ts';
import { type AccountState, tronPower } from '../state.ts';
import { type Actuator, accountOf, checkAddress } from './actuator.ts';

/** java-tron, ActuatorConstant. */
const mostVotes = 30;

const dayMs = 86_400_000;

/** Moves earned rewards into the allowance, as every vote, unfreezing and claim does (MortgageService.withdrawReward). */
export function settleRewards(account: AccountState): void {
  account.allowance += account.pendingReward;
  account.pendingReward = 0n;
}

/** VoteWitnessActuator: the new votes replace all that the account had. */
export const vote: Actuator<'VoteWitnessContract'> = ({ state }, { owner, votes }) => {
  checkAddress(owner);
  if (votes.length === 0) throw invalid('VoteNumber must more than 0');
  if (votes.length > mostVotes) throw invalid(`VoteNumber more than maxVoteNumber ${mostVotes}`);
  let sum = 0n;
  for (const { address, count } of votes) {
    checkAddress(address, 'Invalid vote address!');
    if (count <= 0n) throw invalid('vote count must be greater than 0');
    accountOf(state, address);
    if (!state.witnesses.has(address)) throw invalid(`Witness[${address}] not exists`);
    sum += count;
  }
  const account = accountOf(state, owner);
  const power = tronPower(account);
  if (sum * sunPerTrx > power) {
    throw invalid(`The total number of votes[${sum * sunPerTrx}] is greater than the tronPower[${power}]`);
  }
  settleRewards(account);
  account.votes = votes.map(({ address, count }) => ({ address, count }));
  return {};
};

/** WithdrawBalanceActuator: pays rewards out. */
export const claim: Actuator<'WithdrawBalanceContract'> = ({ state, time }, { owner }) => {
  checkAddress(owner);
  const account = accountOf(state, owner);
  if (time - account.latestWithdrawTime < dayMs) {
    throw invalid(`The last withdraw time is ${account.latestWithdrawTime}, less than 24 hours`);
  }
  if (account.allowance + account.pendingReward <= 0n) throw invalid('witnessAccount does not have any reward');
  settleRewards(account);
  const amount = account.allowance;
  account.balance += amount;
  account.allowance = 0n;
  account.latestWithdrawTime = time;
  return { withdrawAmount: amount };
};
