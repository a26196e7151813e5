import { ascii, selectorOf, u256 } from '../vm/felt.ts';
import { type ContractClass, defineClass, type EntryPoint, type Frame } from '../vm/machine.ts';
import { panicWithText } from '../vm/panic.ts';

// The staking contract, by starkware-libs/starknet-staking:src/staking/{staking,interface,errors}.cairo, as far as delegators meet it. Balances take effect at
// once: the delay of two epochs (K) only matters for rewards, which this engine does not compute.

export const stakingClassHash = ascii('class of the staking contract');

/** Blocks of an epoch. */
const epochLength = 231;
const firstEpoch = 500n;
/** An epoch may be asked for if it is the present one or one of the next K - 1. */
const epochDelay = 2n;
const powerBase = 10_000_000_000n;

/** Slots of the contract. `state` of a staker: 0 is none, 1 is there. `commission` is one more than its value. */
export const stakingSlots = {
  count: 'stakers',
  staker: 'staker',
  state: 'state',
  unstakeTime: 'unstake-time',
  ownStake: 'own-stake',
  commission: 'commission',
  publicKey: 'public-key',
  poolCount: 'pools',
  pool: 'pool',
  poolToken: 'pool-token',
  delegated: 'delegated',
  intentAmount: 'intent-amount',
  intentTime: 'intent-time',
  paused: 'paused',
  exitWindow: 'exit-wait-window',
  strk: 'strk',
  poolClass: 'pool-class',
  hasPeerIds: 'peer-ids',
} as const;

const slots = stakingSlots;

function epochAt(block: number): bigint {
  return firstEpoch + BigInt(Math.floor(block / epochLength));
}

/** Checks and moves, as starkware-starknet-utils:packages/utils/src/erc20/erc20_utils.cairo. */
export function checkedTransferFrom(frame: Frame, token: bigint, sender: bigint, to: bigint, amount: bigint): void {
  if (balanceOf(frame, token, sender) < amount) panicWithText('Insufficient ERC20 balance');
  const [low = 0n, high = 0n] = frame.call(token, 'allowance', sender, frame.address);
  if (low + (high << 128n) < amount) panicWithText('Insufficient ERC20 allowance');
  const [success] = frame.call(token, 'transfer_from', sender, to, ...u256(amount));
  if (success !== 1n) panicWithText('ERC20 transfer failed');
}

export function checkedTransfer(frame: Frame, token: bigint, to: bigint, amount: bigint): void {
  if (balanceOf(frame, token, frame.address) < amount) panicWithText('Insufficient ERC20 balance');
  const [success] = frame.call(token, 'transfer', to, ...u256(amount));
  if (success !== 1n) panicWithText('ERC20 transfer failed');
}

function balanceOf(frame: Frame, token: bigint, holder: bigint): bigint {
  const [low = 0n, high = 0n] = frame.call(token, 'balance_of', holder);
  return low + (high << 128n);
}

function assertRunning(frame: Frame): void {
  if (frame.get(slots.paused) !== 0n) panicWithText('Contract is paused');
}

function assertStaker(frame: Frame, staker: bigint): void {
  if (frame.get(slots.state, staker) === 0n) panicWithText('Staker does not exist');
}

function tokenOfPool(frame: Frame, staker: bigint, pool: bigint, error: string): bigint {
  const token = frame.get(slots.poolToken, staker, pool);
  if (token === 0n) panicWithText(error);
  return token;
}

const list = (frame: Frame, count: string, name: string, ...keys: bigint[]): bigint[] =>
  Array.from({ length: Number(frame.get(count, ...keys)) }, (_, index) => frame.get(name, ...keys, BigInt(index)));

function emitDelegated(frame: Frame, staker: bigint, token: bigint, before: bigint, after: bigint): void {
  frame.emit([selectorOf('StakeDelegatedBalanceChanged'), staker, token], [before, after]);
}

const stakers: EntryPoint = (frame, input) => {
  const epoch = input.felt();
  const present = epochAt(frame.block.number);
  if (epoch < present || epoch >= present + epochDelay) panicWithText('Invalid epoch');
  const active = list(frame, slots.count, slots.staker).filter(
    (staker) => frame.get(slots.state, staker) === 1n && frame.get(slots.unstakeTime, staker) === 0n,
  );
  const stakes = active.map((staker) => {
    const pools = list(frame, slots.poolCount, slots.pool, staker);
    const strk = frame.get(slots.strk);
    const own = pools.filter((pool) => frame.get(slots.poolToken, staker, pool) === strk);
    return own.reduce((sum, pool) => sum + frame.get(slots.delegated, pool), frame.get(slots.ownStake, staker));
  });
  const total = stakes.reduce((sum, stake) => sum + stake, 0n);
  const rows = active.flatMap((staker, index) => {
    const power = total === 0n ? 0n : ((stakes[index] ?? 0n) * powerBase) / total;
    if (power === 0n) return [];
    const key = frame.get(slots.publicKey, staker);
    const publicKey = key === 0n ? [1n] : [0n, key];
    // Every other staker told its peer id: u256.
    const peerId = index % 2 === 0 ? [0n, staker & (2n ** 128n - 1n), 7n] : [1n];
    return [[staker, power, ...publicKey, ...(frame.get(slots.hasPeerIds) === 0n ? [] : peerId)]];
  });
  return [BigInt(rows.length), ...rows.flat()];
};

const poolInfo: EntryPoint = (frame, input) => {
  const staker = input.felt();
  assertStaker(frame, staker);
  const commission = frame.get(slots.commission, staker);
  const pools = list(frame, slots.poolCount, slots.pool, staker);
  return [
    ...(commission === 0n ? [1n] : [0n, commission - 1n]),
    BigInt(pools.length),
    ...pools.flatMap((pool) => [pool, frame.get(slots.poolToken, staker, pool), frame.get(slots.delegated, pool)]),
  ];
};

/** `get_staker_info_v1`. Without the function `staker_info_v1`, which fails where this answers none. */
const stakerInfo: EntryPoint = (frame, input) => {
  const staker = input.felt();
  if (frame.get(slots.state, staker) === 0n) return [1n];
  const leaves = frame.get(slots.unstakeTime, staker);
  const strk = frame.get(slots.strk);
  const pools = list(frame, slots.poolCount, slots.pool, staker);
  const pool = pools.find((each) => frame.get(slots.poolToken, staker, each) === strk);
  return [
    // Some, reward address, operational address.
    ...[0n, staker, staker],
    ...(leaves === 0n ? [1n] : [0n, leaves]),
    ...[frame.get(slots.ownStake, staker), 0n],
    ...(pool === undefined ? [1n] : [0n, pool, frame.get(slots.delegated, pool), commissionOf(frame, staker)]),
  ];
};

function commissionOf(frame: Frame, staker: bigint): bigint {
  const commission = frame.get(slots.commission, staker);
  return commission === 0n ? 0n : commission - 1n;
}

const addStakeFromPool: EntryPoint = (frame, input) => {
  const [staker, amount] = [input.felt(), input.amount()];
  assertRunning(frame);
  assertStaker(frame, staker);
  if (frame.get(slots.unstakeTime, staker) !== 0n) {
    panicWithText('Unstake is in progress, staker is in an exit window');
  }
  const pool = frame.caller;
  const token = tokenOfPool(frame, staker, pool, 'Caller is not pool contract');
  const before = frame.get(slots.delegated, pool);
  frame.set(before + amount, slots.delegated, pool);
  checkedTransferFrom(frame, token, pool, frame.address, amount);
  emitDelegated(frame, staker, token, before, before + amount);
  return [];
};

const removeIntent: EntryPoint = (frame, input) => {
  const [staker, member, amount] = [input.felt(), input.felt(), input.amount()];
  assertRunning(frame);
  assertStaker(frame, staker);
  const pool = frame.caller;
  const token = tokenOfPool(frame, staker, pool, 'Caller is not pool contract');
  const oldIntent = frame.get(slots.intentAmount, pool, member);
  const before = frame.get(slots.delegated, pool);
  const after = before + oldIntent - amount;
  frame.set(after, slots.delegated, pool);
  const now = BigInt(frame.block.timestamp);
  const leaves = frame.get(slots.unstakeTime, staker);
  const time = leaves === 0n ? now + frame.get(slots.exitWindow) : leaves > now ? leaves : now;
  frame.set(amount, slots.intentAmount, pool, member);
  frame.set(amount === 0n ? 0n : time, slots.intentTime, pool, member);
  frame.emit([selectorOf('RemoveFromDelegationPoolIntent'), staker, pool, token, member], [oldIntent, amount]);
  if (leaves === 0n) emitDelegated(frame, staker, token, before, after);
  return [amount === 0n ? 0n : time];
};

const removeAction: EntryPoint = (frame, input) => {
  const member = input.felt();
  assertRunning(frame);
  const pool = frame.caller;
  const amount = frame.get(slots.intentAmount, pool, member);
  if (amount === 0n) return [];
  if (BigInt(frame.block.timestamp) < frame.get(slots.intentTime, pool, member)) {
    panicWithText('Intent window is not finished');
  }
  frame.set(0n, slots.intentAmount, pool, member);
  frame.set(0n, slots.intentTime, pool, member);
  const [, , , token = 0n] = frame.call(pool, 'contract_parameters_v1');
  checkedTransfer(frame, token, pool, amount);
  frame.emit([selectorOf('RemoveFromDelegationPoolAction'), pool, token, member], [amount]);
  return [];
};

const switchPool: EntryPoint = (frame, input) => {
  const [toStaker, toPool, amount, data, member] = [
    input.felt(),
    input.felt(),
    input.amount(),
    input.felts(),
    input.felt(),
  ];
  assertRunning(frame);
  if (amount === 0n) return [];
  const fromPool = frame.caller;
  const intent = frame.get(slots.intentAmount, fromPool, member);
  if (intent === 0n) panicWithText('Undelegate intent is missing');
  if (toPool === fromPool) panicWithText('Self switch is not allowed');
  if (amount > intent) panicWithText('Amount is too high');
  assertStaker(frame, toStaker);
  if (frame.get(slots.unstakeTime, toStaker) !== 0n) {
    panicWithText('Unstake is in progress, staker is in an exit window');
  }
  const mismatch = 'to_pool is not the delegation pool contract for to_staker';
  const toToken = tokenOfPool(frame, toStaker, toPool, mismatch);
  const [, , , token = 0n] = frame.call(fromPool, 'contract_parameters_v1');
  if (token !== toToken) panicWithText('Token mismatch');
  const before = frame.get(slots.delegated, toPool);
  frame.set(before + amount, slots.delegated, toPool);
  frame.set(intent - amount, slots.intentAmount, fromPool, member);
  if (intent === amount) frame.set(0n, slots.intentTime, fromPool, member);
  frame.call(toPool, 'enter_delegation_pool_from_staking_contract', amount, BigInt(data.length), ...data);
  emitDelegated(frame, toStaker, token, before, before + amount);
  frame.emit([selectorOf('ChangeDelegationPoolIntent'), fromPool, token, member], [intent, intent - amount]);
  return [];
};

const functions: Readonly<Record<string, EntryPoint>> = {
  contract_parameters_v1: (frame) => [
    // min_stake, token_address, attestation_contract, pool_contract_class_hash, reward_supplier, exit_wait_window.
    ...[20_000n * 10n ** 18n, frame.get(slots.strk), ascii('attestation'), frame.get(slots.poolClass)],
    ...[ascii('reward supplier'), frame.get(slots.exitWindow)],
  ],
  is_paused: (frame) => [frame.get(slots.paused)],
  get_current_epoch: (frame) => [epochAt(frame.block.number)],
  get_stakers: stakers,
  get_staker_info_v1: stakerInfo,
  staker_pool_info: poolInfo,
  staker_pool_info_v3: poolInfo,
  add_stake_from_pool: addStakeFromPool,
  remove_from_delegation_pool_intent: removeIntent,
  remove_from_delegation_pool_action: removeAction,
  switch_staking_delegation_pool: switchPool,
};

/** The class, or an older one without some of the functions. */
export function stakingClass(hash: bigint, without: readonly string[] = []): ContractClass {
  return defineClass(hash, Object.fromEntries(Object.entries(functions).filter(([name]) => !without.includes(name))));
}
