import { ascii, selectorOf, u256 } from '../vm/felt.ts';
import { type ContractClass, defineClass, type EntryPoint, type Frame } from '../vm/machine.ts';
import { panicWithText } from '../vm/panic.ts';
import { checkedTransfer, checkedTransferFrom } from './staking.ts';

// A delegation pool, by starkware-libs/starknet-staking:src/pool/{pool,interface,errors}.cairo. Rewards are what the engine's `addReward` writes.

export const poolClassHash = ascii('class of a delegation pool');
export const fakePoolClassHash = ascii('class of a fake pool');

/** Slots of the contract. The others hold a value for each member. */
export const poolSlots = {
  staker: 'staker',
  token: 'token',
  staking: 'staking',
  strk: 'strk',
  isRemoved: 'staker-removed',
  isMember: 'member',
  rewardAddress: 'reward-address',
  amount: 'amount',
  reward: 'reward',
  unpoolAmount: 'unpool-amount',
  unpoolTime: 'unpool-time',
} as const;

const slots = poolSlots;

function assertMember(frame: Frame, member: bigint): void {
  if (frame.get(slots.isMember, member) === 0n) panicWithText('Pool member does not exist');
}

function assertActive(frame: Frame): void {
  if (frame.get(slots.isRemoved) !== 0n) panicWithText('Staker inactive');
}

function emitBalance(frame: Frame, member: bigint, before: bigint, after: bigint): void {
  frame.emit([selectorOf('PoolMemberBalanceChanged'), member], [before, after]);
}

/** Takes the money of a delegator on to the staking contract. */
function takeStake(frame: Frame, delegator: bigint, amount: bigint): void {
  const [token, staking] = [frame.get(slots.token), frame.get(slots.staking)];
  checkedTransferFrom(frame, token, delegator, frame.address, amount);
  frame.call(token, 'approve', staking, ...u256(amount));
  frame.call(staking, 'add_stake_from_pool', frame.get(slots.staker), amount);
}

function become(frame: Frame, member: bigint, rewardAddress: bigint, amount: bigint): void {
  frame.set(1n, slots.isMember, member);
  frame.set(rewardAddress, slots.rewardAddress, member);
  frame.set(amount, slots.amount, member);
  frame.emit([selectorOf('NewPoolMember'), member, frame.get(slots.staker)], [rewardAddress, amount]);
}

const enter: EntryPoint = (frame, input) => {
  const [rewardAddress, amount] = [input.felt(), input.amount()];
  input.end();
  assertActive(frame);
  const member = frame.caller;
  if (frame.get(slots.isMember, member) !== 0n) {
    panicWithText('Pool member exists, use add_to_delegation_pool instead');
  }
  if (amount === 0n) panicWithText('Amount is zero');
  const token = frame.get(slots.token);
  if (token === member) panicWithText('Pool member is a token address');
  if (token === rewardAddress) panicWithText('Reward address is a token address');
  takeStake(frame, member, amount);
  become(frame, member, rewardAddress, amount);
  emitBalance(frame, member, 0n, amount);
  return [];
};

const add: EntryPoint = (frame, input) => {
  const [member, amount] = [input.felt(), input.amount()];
  input.end();
  assertActive(frame);
  assertMember(frame, member);
  if (frame.caller !== member && frame.caller !== frame.get(slots.rewardAddress, member)) {
    panicWithText('Caller address should be pool member address or reward address');
  }
  if (amount === 0n) panicWithText('Amount is zero');
  takeStake(frame, frame.caller, amount);
  const before = frame.get(slots.amount, member);
  frame.set(before + amount, slots.amount, member);
  emitBalance(frame, member, before, before + amount);
  return [before + amount];
};

const exitIntent: EntryPoint = (frame, input) => {
  const amount = input.amount();
  input.end();
  const member = frame.caller;
  assertMember(frame, member);
  const before = frame.get(slots.amount, member);
  const total = before + frame.get(slots.unpoolAmount, member);
  if (amount > total) panicWithText('Amount is too high');
  const time = announce(frame, member, amount);
  frame.set(amount === 0n ? 0n : time, slots.unpoolTime, member);
  frame.set(amount, slots.unpoolAmount, member);
  frame.set(total - amount, slots.amount, member);
  frame.emit([selectorOf('PoolMemberExitIntent'), member], [time, amount]);
  emitBalance(frame, member, before, total - amount);
  return [];
};

/** Tells the staking contract of an intent. Answers when the money may leave. */
function announce(frame: Frame, member: bigint, amount: bigint): bigint {
  if (frame.get(slots.isRemoved) !== 0n) {
    // The money is here already.
    if (frame.get(slots.unpoolTime, member) !== 0n) {
      panicWithText('Undelegate from pool in progress, pool member is in an exit window');
    }
    return BigInt(frame.block.timestamp);
  }
  const staking = frame.get(slots.staking);
  const [time = 0n] = frame.call(
    staking,
    'remove_from_delegation_pool_intent',
    frame.get(slots.staker),
    member,
    amount,
  );
  return time;
}

const exitAction: EntryPoint = (frame, input) => {
  const member = input.felt();
  input.end();
  assertMember(frame, member);
  const time = frame.get(slots.unpoolTime, member);
  if (time === 0n) panicWithText('Undelegate intent is missing');
  if (BigInt(frame.block.timestamp) < time) panicWithText('Intent window is not finished');
  const amount = frame.get(slots.unpoolAmount, member);
  frame.emit([selectorOf('PoolMemberExitAction'), member], [amount]);
  frame.call(frame.get(slots.staking), 'remove_from_delegation_pool_action', member);
  frame.set(0n, slots.unpoolAmount, member);
  frame.set(0n, slots.unpoolTime, member);
  checkedTransfer(frame, frame.get(slots.token), member, amount);
  return [amount];
};

const claim: EntryPoint = (frame, input) => {
  const member = input.felt();
  input.end();
  assertMember(frame, member);
  const rewardAddress = frame.get(slots.rewardAddress, member);
  if (frame.caller !== member && frame.caller !== rewardAddress) {
    panicWithText('Claim rewards must be called from pool member address or reward address');
  }
  const reward = frame.get(slots.reward, member);
  frame.set(0n, slots.reward, member);
  checkedTransfer(frame, frame.get(slots.strk), rewardAddress, reward);
  frame.emit([selectorOf('PoolMemberRewardClaimed'), member, rewardAddress], [reward]);
  return [reward];
};

const switchTo: EntryPoint = (frame, input) => {
  const [toStaker, toPool, amount] = [input.felt(), input.felt(), input.amount()];
  input.end();
  if (amount === 0n) panicWithText('Amount is zero');
  const member = frame.caller;
  assertMember(frame, member);
  if (frame.get(slots.unpoolTime, member) === 0n) panicWithText('Undelegate intent is missing');
  const unpool = frame.get(slots.unpoolAmount, member);
  if (amount > unpool) panicWithText('Amount is too high');
  frame.set(unpool - amount, slots.unpoolAmount, member);
  if (unpool === amount) frame.set(0n, slots.unpoolTime, member);
  const data = [member, frame.get(slots.rewardAddress, member)];
  const staking = frame.get(slots.staking);
  frame.call(staking, 'switch_staking_delegation_pool', toStaker, toPool, amount, 2n, ...data, member);
  frame.emit([selectorOf('SwitchDelegationPool'), member, toPool], [amount]);
  return [unpool - amount];
};

const enterFromStaking: EntryPoint = (frame, input) => {
  const [amount, data] = [input.amount(), input.felts()];
  if (amount === 0n) panicWithText('Amount is zero');
  if (frame.caller !== frame.get(slots.staking)) panicWithText('Caller is not staking contract');
  const [member, rewardAddress] = data;
  if (member === undefined || rewardAddress === undefined) {
    return panicWithText('Switch pool data deserialization failed');
  }
  const before = frame.get(slots.amount, member);
  if (frame.get(slots.isMember, member) === 0n) {
    become(frame, member, rewardAddress, amount);
  } else {
    if (frame.get(slots.rewardAddress, member) !== rewardAddress) panicWithText('Reward address mismatch');
    frame.set(before + amount, slots.amount, member);
  }
  emitBalance(frame, member, before, before + amount);
  return [];
};

const changeRewardAddress: EntryPoint = (frame, input) => {
  const next = input.felt();
  input.end();
  if (frame.get(slots.token) === next) panicWithText('Reward address is a token address');
  const member = frame.caller;
  assertMember(frame, member);
  const before = frame.get(slots.rewardAddress, member);
  frame.set(next, slots.rewardAddress, member);
  frame.emit([selectorOf('PoolMemberRewardAddressChanged'), member], [next, before]);
  return [];
};

/** Commission, as the staking contract has it. 0 once the staker is gone. */
function commission(frame: Frame): bigint {
  if (frame.get(slots.isRemoved) !== 0n) return 0n;
  const [, value = 0n] = frame.call(frame.get(slots.staking), 'staker_pool_info', frame.get(slots.staker));
  return value;
}

function memberInfo(frame: Frame, member: bigint): bigint[] {
  const time = frame.get(slots.unpoolTime, member);
  return [
    ...[frame.get(slots.rewardAddress, member), frame.get(slots.amount, member), frame.get(slots.reward, member)],
    ...[commission(frame), frame.get(slots.unpoolAmount, member)],
    ...(time === 0n ? [1n] : [0n, time]),
  ];
}

const parameters: EntryPoint = (frame) => [
  ...[frame.get(slots.staker), frame.get(slots.isRemoved), frame.get(slots.staking)],
  ...[frame.get(slots.token), commission(frame)],
];

/** It says what a real pool of the staker would say, and keeps the money. */
const steal: EntryPoint = (frame, input) => {
  const [, amount] = [input.felt(), input.amount()];
  checkedTransferFrom(frame, frame.get(slots.token), frame.caller, frame.address, amount);
  return [amount];
};

export const poolClasses: readonly ContractClass[] = [
  defineClass(poolClassHash, {
    enter_delegation_pool: enter,
    add_to_delegation_pool: add,
    exit_delegation_pool_intent: exitIntent,
    exit_delegation_pool_action: exitAction,
    claim_rewards: claim,
    switch_delegation_pool: switchTo,
    enter_delegation_pool_from_staking_contract: enterFromStaking,
    change_reward_address: changeRewardAddress,
    get_pool_member_info_v1: (frame, input) => {
      const member = input.felt();
      return frame.get(slots.isMember, member) === 0n ? [1n] : [0n, ...memberInfo(frame, member)];
    },
    pool_member_info_v1: (frame, input) => {
      const member = input.felt();
      assertMember(frame, member);
      return memberInfo(frame, member);
    },
    contract_parameters_v1: parameters,
  }),
  defineClass(fakePoolClassHash, {
    enter_delegation_pool: steal,
    add_to_delegation_pool: steal,
    get_pool_member_info_v1: () => [1n],
    contract_parameters_v1: parameters,
  }),
];
