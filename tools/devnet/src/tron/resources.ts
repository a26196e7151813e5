import { type AccountState, fullWindow, type Meter, parameter, type State } from './state.ts';

// Sources: java-tron, ResourceProcessor, BandwidthProcessor and EnergyProcessor. Usage shrinks evenly to nothing within a window. The window of an account
// becomes shorter than 24 hours if it goes on using what it has.

const precision = 1_000_000n;
const windowPrecision = 1_000n;
export const sunPerTrx = 1_000_000n;

function divideCeil(numerator: bigint, denominator: bigint): bigint {
  return numerator / denominator + (numerator % denominator > 0n ? 1n : 0n);
}

/** What remains at `slot` of the usage of a meter, in millionths of a unit for each slot of its window. */
function remaining({ usage, slot: last, window }: Meter, slot: number): bigint {
  const slots = window / windowPrecision;
  const average = divideCeil(usage * precision, slots);
  const passed = slot - last;
  if (passed <= 0) return average;
  if (BigInt(passed) >= slots) return 0n;
  return BigInt(Math.round(Number(average) * ((Number(slots) - passed) / Number(slots))));
}

/** Usage as of `slot`. */
export function usageAt(meter: Meter, slot: number): bigint {
  return (remaining(meter, slot) * (meter.window / windowPrecision)) / precision;
}

/** Uses free bandwidth. Its window is always 24 hours. */
function useFixed(meter: Meter, amount: bigint, slot: number): Meter {
  const slots = fullWindow / windowPrecision;
  const average = divideCeil(usageAt(meter, slot) * precision, slots) + divideCeil(amount * precision, slots);
  return { usage: (average * slots) / precision, slot, window: fullWindow };
}

/** Uses what comes from stakes. */
export function use(meter: Meter, amount: bigint, slot: number): Meter {
  const slots = meter.window / windowPrecision;
  const full = fullWindow / windowPrecision;
  const last = remaining(meter, slot);
  const usage = (last * slots + divideCeil(amount * precision, full) * full) / precision;
  const remain = (last * slots) / precision;
  if (remain === 0n) return { usage, slot, window: fullWindow };
  const left = meter.window - BigInt(slot - meter.slot) * windowPrecision;
  const window = divideCeil(remain * left + amount * full * windowPrecision, usage);
  return { usage, slot, window: window < fullWindow ? window : fullWindow };
}

/** What a stake gives of a resource. Doubles, as in the node. */
function share(stake: bigint, total: bigint, weight: bigint): bigint {
  if (weight === 0n) return 0n;
  return BigInt(Math.trunc((Number(stake) / Number(sunPerTrx)) * (Number(total) / Number(weight))));
}

export function netLimit(state: State, { frozen, legacy, acquired }: AccountState): bigint {
  const stake = frozen.BANDWIDTH + legacy.BANDWIDTH + acquired.BANDWIDTH;
  return share(stake, parameter(state, 'getTotalNetLimit'), state.totalNetWeight);
}

export function energyLimit(state: State, { frozen, legacy, acquired }: AccountState): bigint {
  const stake = frozen.ENERGY + legacy.ENERGY + acquired.ENERGY;
  return share(stake, parameter(state, 'getTotalEnergyCurrentLimit'), state.totalEnergyWeight);
}

export function energyLeft(state: State, account: AccountState, slot: number): bigint {
  const left = energyLimit(state, account) - usageAt(account.energy, slot);
  return left > 0n ? left : 0n;
}

/** What pays for bandwidth: bytes of a pool, or sun. */
export interface NetBill {
  readonly usage: bigint;
  readonly fee: bigint;
}

/** Pays for the bytes of a transaction. Undefined if the account cannot. */
export function payBandwidth(
  state: State,
  account: AccountState,
  bill: { readonly bytes: bigint; readonly activates: boolean; readonly slot: number; readonly time: number },
): NetBill | undefined {
  const { bytes, activates, slot, time } = bill;
  const staked = netLimit(state, account) - usageAt(account.net, slot);
  const cost = activates ? bytes * parameter(state, 'getCreateNewAccountBandwidthRate') : bytes;
  if (cost <= staked) {
    account.net = use(account.net, cost, slot);
    account.latestOperationTime = time;
    return { usage: cost, fee: 0n };
  }
  // An activation does not use the free pool.
  if (!activates && hasFree(state, account, bytes, slot)) {
    account.free = useFixed(account.free, bytes, slot);
    state.publicNet = useFixed(state.publicNet, bytes, slot);
    account.latestOperationTime = time;
    return { usage: bytes, fee: 0n };
  }
  const fee = activates ? parameter(state, 'getCreateAccountFee') : bytes * parameter(state, 'getTransactionFee');
  if (account.balance < fee) return undefined;
  account.balance -= fee;
  account.latestOperationTime = time;
  return { usage: 0n, fee };
}

function hasFree(state: State, account: AccountState, bytes: bigint, slot: number): boolean {
  const own = parameter(state, 'getFreeNetLimit') - usageAt(account.free, slot);
  const everybody = state.publicNetLimit - usageAt(state.publicNet, slot);
  return bytes <= own && bytes <= everybody;
}
