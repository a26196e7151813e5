import { type Address, aptAsset, aptCoin, shortAddress } from '../address.ts';
import type { GasUnits } from '../engine.ts';
import { ExecutionError, MoveAbort } from '../framework/abort.ts';
import { ensureStore } from '../framework/assets.ts';
import { balanceOf } from '../framework/coins.ts';
import { gasKind, runCall } from '../framework/functions.ts';
import { type MoveEvent, Session } from '../framework/session.ts';
import { type Change, changesOf } from '../resources.ts';
import { copyState, type State } from '../state.ts';
import type { Submission } from './submission.ts';
import { createsAccount, nonceKey } from './validate.ts';

/** What a transaction did. */
export interface Outcome {
  readonly success: boolean;
  readonly vmStatus: string;
  readonly gasUsed: bigint;
  /** Those of the call, the charge of the gas as a Withdraw, and FeeStatement. */
  readonly events: readonly MoveEvent[];
  /** Addresses whose resources changed. */
  readonly written: readonly Address[];
  readonly changes: readonly Change[];
  /** How many of the events the call itself emitted. */
  readonly ownEvents: number;
}

export interface Environment {
  /** Seconds since 1970. */
  readonly now: number;
  readonly units: GasUnits;
  /** Whether the gas charge is one more Withdraw event. */
  readonly chargeIsEvent: boolean;
}

/** Bytes of an Account resource, about. */
const accountBytes = 262;

/**
 * Runs a transaction that `validate` let pass. Execution is atomic: if it fails, only the fee, the sequence number and a new Account resource stay.
 */
export function execute(
  base: State,
  submission: Submission,
  { now, units, chargeIsEvent }: Environment,
): { state: State; outcome: Outcome } {
  const kind = gasKind(submission.call);
  const attempt = new Session(copyState(base), now);
  createAccount(attempt, submission);
  let failure: string | undefined;
  try {
    runCall(attempt, submission.sender, submission.call);
  } catch (cause) {
    if (!(cause instanceof MoveAbort || cause instanceof ExecutionError)) throw cause;
    failure = cause.status;
  }
  if (failure === undefined) {
    const gas = gasOf(attempt, submission, units[kind]);
    if (gas.total > submission.maxGas) failure = 'Out of gas';
    else if (balanceOfPayer(attempt, submission) < gas.total * submission.gasPrice) {
      failure =
        'Move abort in 0x1::transaction_validation: EOUT_OF_GAS(0x20006): Transaction exceeded its allocated max gas';
    } else
      return settle(base, attempt, submission, gas, {
        vmStatus: 'Executed successfully',
        success: true,
        chargeIsEvent,
      });
  }
  const undone = new Session(copyState(base), now);
  createAccount(undone, submission);
  const gas = gasOf(undone, submission, units[kind]);
  const total = failure === 'Out of gas' || gas.total > submission.maxGas ? submission.maxGas : gas.total;
  return settle(base, undone, submission, { ...gas, total }, { vmStatus: failure, success: false, chargeIsEvent });
}

interface Gas {
  readonly execution: bigint;
  readonly io: bigint;
  readonly storageOctas: bigint;
  readonly total: bigint;
}

/** Storage has prices in octas, so it costs fewer units at a higher gas price. */
function gasOf(session: Session, { gasPrice }: Submission, units: bigint): Gas {
  const io = units / 2n;
  const storage = (session.storageOctas + gasPrice - 1n) / gasPrice;
  return { execution: units - io, io, storageOctas: session.storageOctas, total: units + storage };
}

function createAccount(session: Session, submission: Submission): void {
  const { sender } = submission;
  if (!createsAccount(session.state, submission)) return;
  session.state.accounts.set(sender, { authenticationKey: sender, sequenceNumber: 0n });
  session.allocate(1, accountBytes);
}

function balanceOfPayer({ state }: Session, { feePayer, sender }: Submission): bigint {
  return balanceOf(state, feePayer ?? sender, { coin: aptCoin, asset: aptAsset });
}

/** The epilogue: charges the fee and uses the sequence number or the nonce. */
function settle(
  base: State,
  session: Session,
  submission: Submission,
  gas: Gas,
  { vmStatus, success, chargeIsEvent }: { vmStatus: string; success: boolean; chargeIsEvent: boolean },
) {
  const { state } = session;
  const { sender, sequenceNumber, nonce, gasPrice } = submission;
  const ownEvents = session.events.length;
  const fee = gas.total * gasPrice;
  const store = ensureStore(session, submission.feePayer ?? sender, aptAsset);
  store.balance -= fee;
  session.written.add(store.address);
  // The recorded failures of 2025 have no such event, and the recorded success of 2024 has it.
  if (success && chargeIsEvent) {
    session.emit('0x1::fungible_asset::Withdraw', { amount: String(fee), store: shortAddress(store.address) });
  }
  session.emit('0x1::transaction_fee::FeeStatement', {
    execution_gas_units: String(gas.execution),
    io_gas_units: String(gas.io),
    storage_fee_octas: String(gas.storageOctas),
    storage_fee_refund_octas: '0',
    total_charge_gas_units: String(gas.total),
  });
  if (nonce !== undefined) state.nonces.set(nonceKey(sender, nonce), submission.expiration);
  const account = state.accounts.get(sender);
  if (sequenceNumber !== undefined && account !== undefined) {
    account.sequenceNumber = sequenceNumber + 1n;
    session.written.add(sender);
  }
  const outcome: Outcome = {
    success,
    vmStatus,
    gasUsed: gas.total,
    events: session.events,
    written: [...session.written],
    changes: [...session.written].flatMap((address) => changesOf(base, state, address)),
    ownEvents,
  };
  return { state, outcome };
}
