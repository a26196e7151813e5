import type { Effects, Place } from './actuators/actuator.ts';
import { delegate, undelegate } from './actuators/delegating.ts';
import { cancelUnfreezing, freeze, unfreeze, withdraw } from './actuators/staking.ts';
import { transfer, transferAsset } from './actuators/transfers.ts';
import { claim, vote } from './actuators/voting.ts';
import { base58Address } from './address.ts';
import { type ContractOutcome, callContract } from './contract-call.ts';
import type { Contract, Submission } from './protocol.ts';
import { invalid, poor, Refusal } from './refusal.ts';
import { payBandwidth } from './resources.ts';
import { type AccountState, parameter } from './state.ts';
import type { Vm } from './vm.ts';

/** What a transaction did: the facts of its receipt. Amounts and fees in sun. */
export interface Execution {
  readonly fee: bigint;
  readonly netUsage: bigint;
  readonly netFee: bigint;
  readonly effects: Effects;
  /** Only of contract calls. */
  readonly call: ContractOutcome | undefined;
}

/** java-tron, Constant.MAX_RESULT_SIZE_IN_TX: bytes that a transaction pays for its result. */
const resultBytes = 64n;

/** java-tron, Constant.PER_SIGN_LENGTH. */
const bytesOfSignature = 65n;

/**
 * Executes a transaction on a state, which it changes. The order of payments is that of java-tron's Manager.processTransaction.
 *
 * @param lasting Whether contracts keep what the call did. With `false` only the ledger changes.
 * @throws Refusal if the node would not take it. The state is useless then.
 */
export async function execute(place: Place, vm: Vm, submission: Submission, lasting: boolean): Promise<Execution> {
  const { state, slot, time } = place;
  const { contract, signatures, memo } = submission;
  const owner = state.accounts.get(contract.owner);
  if (owner === undefined) throw invalid(`account [${base58Address(contract.owner)}] does not exist`);
  const activates =
    (contract.type === 'TransferContract' || contract.type === 'TransferAssetContract') &&
    !state.accounts.has(contract.to);
  if (activates) checkActivationSize(place, submission);
  const bytes = BigInt(submission.bytes.length) + resultBytes;
  const bill = payBandwidth(state, owner, { bytes, activates, slot, time });
  if (bill === undefined) throw poor();
  let fee = bill.fee;
  if (signatures.length > 1) fee += pay(owner, parameter(state, 'getMultiSignFee'));
  if (memo !== '') fee += pay(owner, parameter(state, 'getMemoFee'));
  if (contract.type === 'TriggerSmartContract') {
    const call = await callContract(place, vm, contract, submission.feeLimit, lasting);
    return { fee: fee + call.energyFee, netUsage: bill.usage, netFee: bill.fee, effects: {}, call };
  }
  const effects = act(place, contract);
  return { fee: fee + (effects.fee ?? 0n), netUsage: bill.usage, netFee: bill.fee, effects, call: undefined };
}

function checkActivationSize({ state }: Place, { bytes, signatures, id }: Submission): void {
  const size = BigInt(bytes.length) - BigInt(signatures.length) * bytesOfSignature;
  const most = parameter(state, 'getMaxCreateAccountTxSize');
  if (size <= most) return;
  throw new Refusal(
    'TOO_BIG_TRANSACTION_ERROR',
    `Too big new account transaction, TxId ${id}, the size is ${size} bytes, maxTxSize ${most}`,
  );
}

function pay(account: AccountState, fee: bigint): bigint {
  if (account.balance < fee) throw poor();
  account.balance -= fee;
  return fee;
}

function act(place: Place, contract: Exclude<Contract, { type: 'TriggerSmartContract' }>): Effects {
  switch (contract.type) {
    case 'TransferContract':
      return transfer(place, contract);
    case 'TransferAssetContract':
      return transferAsset(place, contract);
    case 'VoteWitnessContract':
      return vote(place, contract);
    case 'WithdrawBalanceContract':
      return claim(place, contract);
    case 'FreezeBalanceV2Contract':
      return freeze(place, contract);
    case 'UnfreezeBalanceV2Contract':
      return unfreeze(place, contract);
    case 'WithdrawExpireUnfreezeContract':
      return withdraw(place, contract);
    case 'CancelAllUnfreezeV2Contract':
      return cancelUnfreezing(place, contract);
    case 'DelegateResourceContract':
      return delegate(place, contract);
    case 'UnDelegateResourceContract':
      return undelegate(place, contract);
  }
}
