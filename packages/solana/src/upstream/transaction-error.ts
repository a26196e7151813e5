import * as z from 'zod';

/** The error of a failed transaction: a name, or an object with one. See failures.ts. */
export const transactionError = z.union([z.string(), z.record(z.string(), z.unknown())]);

export type TransactionError = z.infer<typeof transactionError>;
