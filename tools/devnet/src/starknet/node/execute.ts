import { hex, selectorOf, u256 } from '../vm/felt.ts';
import { Input } from '../vm/input.ts';
import type { BlockInfo, Emitted, Machine, Run } from '../vm/machine.ts';
import { formatPanic, formatPlace, NotDeployed, Panic, type Place } from '../vm/panic.ts';
import { feeOf, type Gas, gasOf, type Prices, type Usage, validationGas } from './gas.ts';
import type { Transaction } from './transaction.ts';

/** What the sequencer collects fees with. */
export const sequencer = 0x1000n;

export interface Executed {
  readonly status: 'SUCCEEDED' | 'REVERTED';
  readonly revertReason: string | undefined;
  readonly events: readonly Emitted[];
  readonly gas: Gas;
  /** FRI. */
  readonly fee: bigint;
}

/** A validation that failed. `text` is what the node says about it. */
export class ValidationFailure extends Error {
  override readonly name = 'ValidationFailure';
}

/** An execution that failed. The message is the receipt's `revert_reason`. */
export class ExecutionFailure extends Error {
  override readonly name = 'ExecutionFailure';
  /** Error 41 of an estimate: objects in one another for these places, outermost first, with a text in the innermost. */
  readonly error: object | string;

  constructor(message: string, places: readonly Place[], innermost: string) {
    super(message);
    this.error = nested(places, innermost);
  }
}

export interface Context {
  readonly machine: Machine;
  readonly block: BlockInfo;
  readonly prices: Prices;
  readonly usage: Usage;
  readonly strk: bigint;
}

function runOf({ block }: Context, transaction: Transaction, events: Emitted[], isQuery: boolean): Run {
  const { hash, signature, version } = transaction;
  return { block, events, transaction: { hash, signature, version, isQuery } };
}

const execute = selectorOf('__execute__');

function validateSelector({ type }: Transaction): bigint {
  return selectorOf(type === 'INVOKE' ? '__validate__' : '__validate_deploy__');
}

function classHashOf(machine: Machine, transaction: Transaction): bigint {
  return transaction.type === 'DEPLOY_ACCOUNT' ? transaction.classHash : machine.classHashAt(transaction.address);
}

/** Cairo's traceback of a contract without debug information, as the node prints it where a call ended everything. */
const traceback = 'Error at pc=0:7331:\nCairo traceback (most recent call last):\nUnknown location (pc=0:188)\n';

/** `Error in the called contract (…)`, numbered, and the reason: the form of failed executions. */
function executionText(places: readonly Place[], reason: string): string {
  const lines = places.map((place, index) => `${index}: Error in the called contract ${formatPlace(place)}:\n`);
  return `Transaction execution has failed:\n${lines.join(`${traceback}\n`)}${reason}`;
}

/** Runs the constructor of a deployment and the validation. Leaves the deployment in place; the caller takes it back if it is only a test. */
function validate(context: Context, transaction: Transaction, run: Run, skip: boolean): void {
  const { machine } = context;
  const { address } = transaction;
  const place = { address, classHash: classHashOf(machine, transaction), selector: validateSelector(transaction) };
  try {
    if (transaction.type === 'DEPLOY_ACCOUNT') {
      machine.construct(address, transaction.classHash, transaction.constructorCalldata, run);
    }
    if (skip) return;
    const calldata =
      transaction.type === 'INVOKE'
        ? transaction.calldata
        : [transaction.classHash, transaction.salt, ...transaction.constructorCalldata];
    machine.call(address, place.selector, calldata, run);
  } catch (cause) {
    if (cause instanceof NotDeployed) {
      const where = `0: Error in the called contract ${formatPlace(place)}:\n`;
      throw new ValidationFailure(`Transaction validation has failed:\n${where}${cause.message}\n`);
    }
    if (!(cause instanceof Panic)) throw cause;
    const felts = formatPanic(cause.felts);
    throw new ValidationFailure(
      `The \`validate\` entry point panicked with:\nError in contract ${formatPlace(place)}:\n${felts}.\n`,
    );
  }
}

/** Tests the validation and leaves nothing. */
export function tryValidation(context: Context, transaction: Transaction): void {
  const { store } = context.machine;
  const mark = store.mark();
  try {
    validate(context, transaction, runOf(context, transaction, [], false), false);
  } finally {
    store.rollback(mark);
  }
}

function runExecution(context: Context, transaction: Transaction, run: Run): void {
  if (transaction.type !== 'INVOKE') return;
  const { machine } = context;
  const { address, calldata } = transaction;
  const place = { address, classHash: machine.classHashAt(address), selector: execute };
  try {
    machine.call(address, execute, calldata, run);
  } catch (cause) {
    if (cause instanceof NotDeployed) {
      const places = [place, ...cause.places];
      const reason = `${cause.message}\n`;
      throw new ExecutionFailure(executionText(places, reason), places, reason);
    }
    if (!(cause instanceof Panic)) throw cause;
    // An account that passes a failure on is named twice: as the entry of the transaction, and as the first of those that failed.
    const passed = cause.places.length === 0 ? [] : [place, ...cause.places];
    // Each contract that passes it on adds ENTRYPOINT_FAILED. The node names these contracts instead.
    const felts = cause.felts.slice(0, cause.felts.length - cause.places.length);
    const lines = passed.map((one) => `Error in contract ${formatPlace(one)}:\n`).join('');
    const text = executionText([place], `Execution failed. Failure reason:\n${lines}${formatPanic(felts)}.\n`);
    const list = JSON.stringify(felts.map((felt) => hex(felt)));
    throw new ExecutionFailure(text, [place, ...passed], `${text} ${list}`);
  }
}

function callsOf(transaction: Transaction): number {
  if (transaction.type !== 'INVOKE') return 0;
  try {
    return new Input(transaction.calldata).calls().length;
  } catch {
    return 1;
  }
}

/** What a transaction would use and emit. */
export interface Estimated {
  readonly gas: Gas;
  readonly fee: bigint;
  readonly events: readonly Emitted[];
  /** Of a simulation: its execution failed. */
  readonly revertReason?: string;
}

/** What a transaction would use, without a trace in the state. @throws ValidationFailure, ExecutionFailure. */
export function estimate(context: Context, transaction: Transaction, skipValidate: boolean, keep: boolean): Estimated {
  const { machine, usage, prices } = context;
  const mark = machine.store.mark();
  let isDone = false;
  try {
    const run = runOf(context, transaction, [], true);
    validate(context, transaction, run, skipValidate);
    machine.setNonce(transaction.address, transaction.nonce + 1n);
    runExecution(context, transaction, run);
    const validation = skipValidate ? 0n : validationGas(machine.classHashAt(transaction.address));
    const gas = gasOf(transaction, callsOf(transaction), validation, usage);
    isDone = true;
    return { gas, fee: feeOf(gas, prices), events: run.events };
  } finally {
    if (!isDone || !keep) machine.store.rollback(mark);
  }
}

/** The same of a simulation, which answers a failed execution as a result. @throws ValidationFailure. */
export function simulate(context: Context, transaction: Transaction, skipValidate: boolean): Estimated {
  try {
    return estimate(context, transaction, skipValidate, true);
  } catch (cause) {
    if (!(cause instanceof ExecutionFailure)) throw cause;
    const gas = gasOf(transaction, 0, 0n, context.usage);
    return { gas, fee: feeOf(gas, context.prices), events: [], revertReason: cause.message };
  }
}

/** Executes a transaction that was taken into a block: a failure reverts it, and the fee is charged in any case. */
export function executeInBlock(context: Context, transaction: Transaction): Executed {
  const { machine, usage, prices, strk } = context;
  const { address, tip } = transaction;
  const events: Emitted[] = [];
  const run = runOf(context, transaction, events, false);
  validate(context, transaction, run, false);
  machine.setNonce(address, transaction.nonce + 1n);
  const validation = validationGas(machine.classHashAt(address));
  const expected = gasOf(transaction, callsOf(transaction), validation, usage);
  const used = { ...expected, l2: (expected.l2 * usage.actualPercent) / 100n };

  const mark = machine.store.mark();
  const kept = events.length;
  let revertReason: string | undefined;
  try {
    runExecution(context, transaction, run);
    revertReason = shortage(used, transaction);
    const fee = feeOf(used, prices, tip);
    const balance = machine.store.get(machine.slot(strk, 'balance', address));
    if (revertReason === undefined && balance < fee) {
      const [low, high] = u256(balance);
      revertReason = `Insufficient fee token balance. Fee: ${fee}, balance: low/high ${low}/${high}.`;
    }
  } catch (cause) {
    if (!(cause instanceof ExecutionFailure)) throw cause;
    revertReason = cause.message;
  }
  if (revertReason !== undefined) {
    machine.store.rollback(mark);
    events.length = kept;
  }
  const gas = revertReason === undefined ? used : reverted(used, validation, transaction);
  const fee = feeOf(gas, prices, tip);
  const paid = machine.store.get(machine.slot(strk, 'balance', address));
  machine.store.set(machine.slot(strk, 'balance', address), paid - fee);
  const earned = machine.store.get(machine.slot(strk, 'balance', sequencer));
  machine.store.set(machine.slot(strk, 'balance', sequencer), earned + fee);
  events.push({ from: strk, keys: [selectorOf('Transfer')], data: [address, sequencer, ...u256(fee)] });
  return { status: revertReason === undefined ? 'SUCCEEDED' : 'REVERTED', revertReason, events, gas, fee };
}

/** Why the bounds do not suffice, in the words of blockifier (crates/blockifier/src/fee/fee_checks.rs). */
function shortage(used: Gas, transaction: Transaction): string | undefined {
  const { l1, l2, l1Data } = transaction.bounds;
  const lacking = (name: string, bound: bigint, amount: bigint) =>
    amount > bound ? `Insufficient max ${name}: max amount: ${bound}, actual used: ${amount}.` : undefined;
  return (
    lacking('L1Gas', l1.maxAmount, used.l1) ??
    lacking('L2Gas', l2.maxAmount, used.l2) ??
    lacking('L1DataGas', l1Data.maxAmount, used.l1Data)
  );
}

/** A reverted transaction pays for what ran until then, and never more than its bounds: in the recording some 40 percent. */
function reverted(used: Gas, validation: bigint, { bounds, type }: Transaction): Gas {
  const least = (a: bigint, b: bigint) => (a < b ? a : b);
  const l2 = type === 'INVOKE' ? validation + ((used.l2 - validation) * 4n) / 10n : used.l2;
  return {
    l1: least(used.l1, bounds.l1.maxAmount),
    l2: used.l2 > bounds.l2.maxAmount ? bounds.l2.maxAmount : l2,
    l1Data: least(128n, bounds.l1Data.maxAmount),
  };
}

/** Error 40: where a call failed and the felts, as a text with a list. */
export function callFailure(machine: Machine, address: bigint, selector: bigint, cause: Panic, block?: number): object {
  const place = { address, classHash: machine.classHashAt(address, block), selector };
  const felts = JSON.stringify(cause.felts.map((felt) => hex(felt)));
  return { revert_error: nested([place, ...cause.places], felts) };
}

function nested([place, ...rest]: readonly Place[], text: string): object | string {
  if (place === undefined) return text;
  return {
    contract_address: hex(place.address),
    class_hash: hex(place.classHash),
    selector: hex(place.selector),
    error: nested(rest, text),
  };
}
