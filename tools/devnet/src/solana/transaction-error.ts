import { instructionErrors, transactionErrors } from './error-names.ts';

/** What the RPC calls `err`: a name, or an object with one key. */
export type TransactionError = string | Readonly<Record<string, unknown>>;

/** An error of litesvm: an index of an enumeration, or an object of a class that the package does not export. */
interface Fields {
  index?: number;
  accountIndex?: number;
  code?: number;
  err?(): unknown;
}

/** Names an error of litesvm as the RPC does. */
export function toTransactionError(error: unknown): TransactionError {
  if (typeof error === 'number') return transactionErrors[error]?.[0] ?? `UnknownError${error}`;
  const fields = error as Fields;
  const kind = (error as object).constructor.name.replace('TransactionError', '');
  switch (kind) {
    case 'InstructionError':
      return { InstructionError: [fields.index, toInstructionError(fields.err?.())] };
    case 'DuplicateInstruction':
      return { DuplicateInstruction: fields.index };
    default:
      return { [kind]: { account_index: fields.accountIndex } };
  }
}

function toInstructionError(error: unknown): TransactionError {
  if (typeof error === 'number') return instructionErrors[error]?.[0] ?? `UnknownError${error}`;
  const { code } = error as Fields;
  return code === undefined ? 'BorshIoError' : { Custom: code };
}

/** The sentence that a node puts behind 'Transaction simulation failed: '. */
export function describeTransactionError(error: TransactionError): string {
  if (typeof error === 'string') return new Map<string, string>(transactionErrors).get(error) ?? error;
  const [[kind, value] = ['', undefined]] = Object.entries(error);
  if (kind === 'InstructionError') {
    const [index, inner] = value as [number, TransactionError];
    return `Error processing Instruction ${index}: ${describeInstructionError(inner)}`;
  }
  if (kind === 'DuplicateInstruction')
    return `Transaction contains a duplicate instruction (${String(value)}) that is not allowed`;
  const { account_index: index } = value as { account_index: number };
  if (kind === 'InsufficientFundsForRent')
    return `Transaction results in an account (${index}) with insufficient funds for rent`;
  return `Execution of the program referenced by account at index ${index} is temporarily restricted.`;
}

function describeInstructionError(error: TransactionError): string {
  if (typeof error === 'string') return new Map<string, string>(instructionErrors).get(error) ?? error;
  return `custom program error: 0x${Number(error.Custom).toString(16)}`;
}
