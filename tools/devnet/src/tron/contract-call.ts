import type { Place } from './actuators/actuator.ts';
import type { Contract, Hex } from './protocol.ts';
import { invalid, Refusal } from './refusal.ts';
import { energyLeft, use } from './resources.ts';
import { type AccountState, type ContractState, parameter, type State } from './state.ts';
import type { Log, Vm, VmCall, VmResult } from './vm.ts';

/** What a call of a contract did. */
export interface ContractOutcome {
  readonly address: Hex;
  /** `contractRet` and `receipt.result`. */
  readonly result: 'SUCCESS' | 'REVERT' | 'OUT_OF_ENERGY' | 'ILLEGAL_OPERATION';
  /** Why it failed, in the node's words. */
  readonly message: string | undefined;
  readonly energy: bigint;
  /** The part of `energy` that the dynamic factor adds. */
  readonly penalty: bigint;
  /** From the caller's stakes. */
  readonly energyUsage: bigint;
  /** Sun. */
  readonly energyFee: bigint;
  readonly output: Hex;
  readonly logs: readonly Log[];
}

type Trigger = Extract<Contract, { type: 'TriggerSmartContract' }>;

const factorScale = 10_000n;

/** The limit of constant calls: java-tron's default of `vm.maxEnergyLimitForConstant`. */
const constantLimit = 100_000_000n;

/** Calls a contract as a transaction does (java-tron, VMActuator and ReceiptCapsule.payEnergyBill). */
export async function callContract(
  place: Place,
  vm: Vm,
  trigger: Trigger,
  feeLimit: bigint,
  lasting: boolean,
): Promise<ContractOutcome> {
  const { state, slot } = place;
  const contract = state.contracts.get(trigger.contract);
  if (contract === undefined) throw invalid('No contract or not a smart contract');
  if (trigger.callValue < 0n) throw invalid('callValue must be >= 0');
  const most = parameter(state, 'getMaxFeeLimit');
  if (feeLimit < 0n || feeLimit > most) throw invalid(`feeLimit must be >= 0 and <= ${most}`);
  const caller = state.accounts.get(trigger.owner);
  if (caller === undefined) throw invalid('Validate InternalTransfer error, no OwnerAccount.');
  if (trigger.callTokenValue !== 0n) {
    throw new Refusal('OTHER_ERROR', 'Error: this engine calls contracts without TRC-10.');
  }
  const price = priceOf(state);
  const left = energyLeft(state, caller, slot);
  const spendable = caller.balance > trigger.callValue ? caller.balance - trigger.callValue : 0n;
  const limit = min(left + spendable / price, feeLimit / price);
  if (caller.balance < trigger.callValue) {
    throw invalid('Validate InternalTransfer error, balance is not sufficient.');
  }
  const outcome = await run(vm, contract, trigger, limit);
  if (outcome.result === 'SUCCESS') {
    if (trigger.callValue > 0n) {
      caller.balance -= trigger.callValue;
      const target = state.accounts.get(contract.address);
      if (target !== undefined) target.balance += trigger.callValue;
    }
    if (lasting) await vm.apply(vmCall(trigger, limit));
  }
  return { ...outcome, ...payEnergy(place, caller, outcome.energy) };
}

/** The caller pays for all: the contracts of this engine share nothing. */
function payEnergy(
  { state, slot, time }: Place,
  caller: AccountState,
  energy: bigint,
): { energyUsage: bigint; energyFee: bigint } {
  const left = energyLeft(state, caller, slot);
  const energyUsage = min(energy, left);
  if (energyUsage > 0n) {
    caller.energy = use(caller.energy, energyUsage, slot);
    caller.latestOperationTime = time;
  }
  const energyFee = (energy - energyUsage) * priceOf(state);
  if (caller.balance < energyFee) {
    throw new Refusal('CONTRACT_EXE_ERROR', `Contract execute error : ${caller.address} insufficient balance`);
  }
  caller.balance -= energyFee;
  return { energyUsage, energyFee };
}

/** Calls a contract without a transaction. Undefined if there is none at the address. */
export async function callConstant(place: Place, vm: Vm, trigger: Trigger): Promise<Ran | undefined> {
  const contract = place.state.contracts.get(trigger.contract);
  return contract === undefined ? undefined : run(vm, contract, trigger, constantLimit);
}

export type Ran = Omit<ContractOutcome, 'energyUsage' | 'energyFee'>;

async function run(vm: Vm, { energyFactor, address }: ContractState, trigger: Trigger, limit: bigint): Promise<Ran> {
  const base = (limit * factorScale) / (factorScale + energyFactor);
  const result = await vm.simulate(vmCall(trigger, base));
  const broke = result.status === 'out of energy' || result.status === 'invalid';
  const energy = broke ? limit : result.energy + (result.energy * energyFactor) / factorScale;
  const penalty = broke ? limit - base : energy - result.energy;
  return { address, ...textOf(result, limit), energy, penalty, output: result.output, logs: result.logs };
}

function textOf({ status }: VmResult, limit: bigint): Pick<ContractOutcome, 'result' | 'message'> {
  switch (status) {
    case 'success':
      return { result: 'SUCCESS', message: undefined };
    case 'revert':
      return { result: 'REVERT', message: 'REVERT opcode executed' };
    case 'out of energy':
      return {
        result: 'OUT_OF_ENERGY',
        message: `Not enough energy for 'SSTORE' operation executing: curInvokeEnergyLimit[${limit}], curOpEnergy[20000], usedEnergy[${limit}]`,
      };
    case 'invalid':
      return { result: 'ILLEGAL_OPERATION', message: 'Invalid operation code: opCode[fe];' };
  }
}

function vmCall({ owner, contract, data, callValue }: Trigger, energy: bigint): VmCall {
  return { from: owner, to: contract, data, value: callValue, energy };
}

/** Sun for a unit of energy. java-tron takes 100 where the committee has set none (Constant.SUN_PER_ENERGY). */
function priceOf(state: State): bigint {
  const price = parameter(state, 'getEnergyFee');
  return price > 0n ? price : 100n;
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
