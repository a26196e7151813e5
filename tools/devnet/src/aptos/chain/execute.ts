import { type Address, aptAsset, aptCoin, shortAddress } from '../address.ts';
import type { GasUnits } from '../engine.ts';
import { ExecutionError, MoveAbort } from '../framework/abort.ts';
import { ensureStore } from '../framework/assets.ts';
import { balanceOf, coinStore } from '../framework/coins.ts';
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
  /** What came back for storage. */
  readonly refundOctas: bigint;
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
  /** What the transaction gets back for storage. */
  readonly refundOctas: bigint;
}

/** Bytes of an Account resource, about. */
const accountBytes = 262;

/**
 * Runs a transaction that `validate` let pass. Execution is atomic: if it fails, only the fee, the sequence number and a new Account resource stay.
 */
export function execute(base: State, submission: Submission, env: Environment): { state: State; outcome: Outcome } {
  const units = env.units[gasKind(submission.call)];
  const attempt = new Session(copyState(base), env.now);
  createAccount(attempt, submission);
  let failure = failureOf(() => runCall(attempt, submission.sender, submission.call));
  if (failure === undefined) {
    const gas = gasOf(attempt, submission, units);
    if (gas.total > submission.maxGas) failure = outOfGas;
    else if (balanceOfPayer(attempt, submission) < gas.total * submission.gasPrice) {
      failure =
        'Move abort in 0x1::transaction_validation: EOUT_OF_GAS(0x20006): Transaction exceeded its allocated max gas';
    } else {
      charge(attempt, submission, gas, { ...env, isEvent: env.chargeIsEvent });
      const { refundOctas } = env;
      const result = { success: true, vmStatus: 'Executed successfully', gasUsed: gas.total, refundOctas };
      return finish(base, attempt, submission, result);
    }
  }
  const undone = new Session(copyState(base), env.now);
  createAccount(undone, submission);
  const used = gasOf(undone, submission, units);
  const isOut = failure === outOfGas || used.total > submission.maxGas;
  const gas = isOut ? { ...used, total: submission.maxGas } : used;
  // The recorded failures of 2025 have no event of the charge.
  charge(undone, submission, gas, { refundOctas: 0n, isEvent: false });
  const result = { success: false, vmStatus: failure, gasUsed: gas.total, refundOctas: 0n };
  return finish(base, undone, submission, result);
}

const outOfGas = 'Out of gas';

/** The `vm_status` of a call that fails. */
function failureOf(run: () => void): string | undefined {
  try {
    run();
    return undefined;
  } catch (cause) {
    if (cause instanceof MoveAbort || cause instanceof ExecutionError) return cause.status;
    throw cause;
  }
}

/** Units, but for the storage. */
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

/** The epilogue: takes the fee, from a coin store first (coin.move: burn_from_for_gas), and gives back what was paid for storage that is freed. */
function charge(
  session: Session,
  { feePayer, sender, gasPrice }: Submission,
  gas: Gas,
  { refundOctas, isEvent }: { readonly refundOctas: bigint; readonly isEvent: boolean },
): void {
  session.ownEvents = session.events.length;
  const payer = feePayer ?? sender;
  const owed = gas.total * gasPrice - refundOctas;
  const coins = coinStore(session.state, payer, aptCoin);
  const fromCoins = coins === undefined ? 0n : owed < coins.balance ? owed : coins.balance;
  if (coins !== undefined && fromCoins > 0n) {
    coins.balance -= fromCoins;
    session.written.add(payer);
  }
  const store = ensureStore(session, payer, aptAsset);
  store.balance -= owed - (fromCoins > 0n ? fromCoins : 0n);
  session.written.add(store.address);
  if (isEvent && owed > fromCoins) {
    const amount = String(owed - fromCoins);
    session.emit('0x1::fungible_asset::Withdraw', { amount, store: shortAddress(store.address) });
  }
  session.emit('0x1::transaction_fee::FeeStatement', {
    execution_gas_units: String(gas.execution),
    io_gas_units: String(gas.io),
    storage_fee_octas: String(gas.storageOctas),
    storage_fee_refund_octas: String(refundOctas),
    total_charge_gas_units: String(gas.total),
  });
}

/** Uses the sequence number or the nonce, and writes down what happened. */
function finish(
  base: State,
  session: Session,
  { sender, sequenceNumber, nonce, expiration }: Submission,
  result: {
    readonly success: boolean;
    readonly vmStatus: string;
    readonly gasUsed: bigint;
    readonly refundOctas: bigint;
  },
): { state: State; outcome: Outcome } {
  const { state, events } = session;
  if (nonce !== undefined) state.nonces.set(nonceKey(sender, nonce), expiration);
  const account = state.accounts.get(sender);
  if (sequenceNumber !== undefined && account !== undefined) {
    account.sequenceNumber = sequenceNumber + 1n;
    session.written.add(sender);
  }
  const written = [...session.written];
  const changes = written.flatMap((address) => changesOf(base, state, address));
  return { state, outcome: { ...result, events, written, changes, ownEvents: session.ownEvents } };
}
