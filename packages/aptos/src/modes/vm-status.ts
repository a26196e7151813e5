import { type Problem, problem } from '@isochain/core';
import { cleanReason } from '@isochain/core/upstream';

/** What the virtual machine says of a transaction that failed (aptos-labs/aptos-core, api/types/src/convert.rs: explain_vm_status). */
export interface VmStatus {
  /** `0x1::delegation_pool`. Undefined if no module aborted. */
  readonly module: string | undefined;
  /** `EINSUFFICIENT_BALANCE`, or the status of a check before the run: `INSUFFICIENT_BALANCE_FOR_TRANSACTION_FEE`. */
  readonly name: string | undefined;
  /** For people: what the node says, cleaned. */
  readonly reason: string;
}

/** Reads a status: `Move abort in 0x1::coin: EINSUFFICIENT_BALANCE(0x10006): …`, or `Invalid transaction: Type: Validation Code: …`. */
export function readVmStatus(status: string): VmStatus {
  const reason = cleanReason(status) || 'the node gives no reason';
  const abort = /Move abort in (0x[0-9a-f]+::\w+): (?:(\w+)\()?/i.exec(status);
  if (abort !== null) return { module: abort[1], name: abort[2], reason };
  const check = /Code: ([A-Z][A-Z_0-9]+)/.exec(status) ?? /^([A-Z][A-Z_0-9]{5,})/.exec(status);
  return { module: undefined, name: check?.[1], reason };
}

/** That a transaction would fail, for a reason without a code of its own. */
export function transactionFails(status: string): Problem {
  return problem('transaction.fails', { reason: readVmStatus(status).reason }, 'transaction.data');
}
