import type { Transaction } from '@solana/kit';
import { FailedTransactionMetadata, type LiteSVM, SimulatedTransactionInfo, type TransactionMetadata } from 'litesvm';
import { type StoredAccount, toStoredAccount } from './accounts-db.ts';
import { type TransactionError, toTransactionError } from './transaction-error.ts';
import type { CompiledInstruction } from './wire.ts';

/** The result of running a transaction. */
export interface Execution {
  readonly error: TransactionError | null;
  readonly logs: readonly string[];
  readonly unitsConsumed: bigint;
  /** The fee in lamports; undefined if the transaction did not run. */
  readonly fee: bigint | undefined;
  /** Calls between programs, one list per top-level instruction. */
  readonly innerInstructions: readonly (readonly InnerInstruction[])[];
  /** Undefined if no program set return data. */
  readonly returnData: { readonly programId: Uint8Array; readonly data: Uint8Array } | undefined;
}

interface InnerInstruction extends CompiledInstruction {
  readonly stackHeight: number;
}

/** An execution that changed nothing, and the accounts after it. */
export interface Simulation extends Execution {
  readonly accounts: ReadonlyMap<string, StoredAccount>;
}

/** Runs a transaction and keeps its changes. The runtime checks signatures, but not age and repetition. */
export function execute(svm: LiteSVM, transaction: Transaction): Execution {
  // For signatures of zeros the binding throws, instead of answering like the runtime.
  if (Object.values(transaction.signatures).some((signature) => signature === null)) return refused('SignatureFailure');
  svm.withSigverify(true);
  return toExecution(svm.sendTransaction(transaction));
}

/** Runs a transaction without keeping its changes, and without checking its signatures. */
export function simulate(svm: LiteSVM, transaction: Transaction): Simulation {
  svm.withSigverify(false);
  const outcome = svm.simulateTransaction(transaction);
  const accounts = outcome instanceof SimulatedTransactionInfo ? outcome.postAccounts() : [];
  return {
    ...toExecution(outcome instanceof SimulatedTransactionInfo ? outcome.meta() : outcome),
    accounts: new Map(accounts.map((account) => [account.address, toStoredAccount(account)])),
  };
}

/** The outcome of a transaction that did not run. */
export function refused(error: TransactionError): Execution {
  return { error, logs: [], unitsConsumed: 0n, fee: undefined, innerInstructions: [], returnData: undefined };
}

/** Reads it from the text of the binding's error, which holds it nowhere else. */
function feeOf(meta: TransactionMetadata): bigint | undefined {
  const [, fee] = /, fee: (\d+) \}\)$/.exec(meta.toString()) ?? [];
  return fee === undefined ? undefined : BigInt(fee);
}

function toExecution(outcome: TransactionMetadata | FailedTransactionMetadata): Execution {
  const failed = outcome instanceof FailedTransactionMetadata;
  const meta = failed ? outcome.meta() : outcome;
  const returned = meta.returnData();
  const data = returned.data();
  return {
    error: failed ? toTransactionError(outcome.err()) : null,
    logs: meta.logs(),
    unitsConsumed: meta.computeUnitsConsumed(),
    fee: feeOf(meta),
    innerInstructions: meta.innerInstructions().map((list) =>
      list.map((inner) => ({
        programIndex: inner.instruction().programIdIndex(),
        accountIndexes: [...inner.instruction().accounts()],
        data: inner.instruction().data(),
        stackHeight: inner.stackHeight(),
      })),
    ),
    returnData: data.length === 0 ? undefined : { programId: returned.programId(), data },
  };
}
