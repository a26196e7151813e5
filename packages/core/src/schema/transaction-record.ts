import * as z from 'zod';
import { modes } from './modes.ts';
import { statusEntry } from './status.ts';

const transactionStates = ['pending', 'unconfirmed', 'confirmed', 'failed', 'unknown'] as const;

export type TransactionState = (typeof transactionStates)[number];

export const party = z.object({
  address: z.string(),
  amount: z.string().describe('In the smallest unit; 0 where nothing moved.'),
  ticker: z
    .string()
    .describe('Symbol of the asset. A part of the token id if nobody lists the token and its symbol imitates another.'),
  tokenId: z.string().optional().describe('The token that moved. Absent for the coin of the chain.'),
});

const parties = z.array(party).min(1);

/** A transaction as the chain knows it, in the shape of the specification. */
export const parsedTransaction = z.object({
  id: z.string(),
  mode: z.enum([...modes, 'unknown']),
  state: z.enum(transactionStates),
  fees: z
    .object({
      amount: z.string(),
      ticker: z.string(),
      tokenId: z.string().optional().describe('The token that paid. Absent for the coin of the chain.'),
      payer: z.string().optional().describe('Who paid, if it was not the first sender.'),
    })
    .optional()
    .describe('What was really paid, where known.'),
  tokenId: z.string().optional(),
  blockHeight: z.string().optional(),
  timestamp: z.string().optional().describe('Milliseconds since 1970 UTC.'),
  gas: z.string().optional().describe('Gas used, where known.'),
  nonce: z.string().optional(),
  memo: z.string().optional(),
  senders: parties.optional().describe('Absent if there are none, for example for newly made coins.'),
  recipients: parties.optional().describe('Absent if there are none, for example if a contract is created.'),
  validators: z
    .object({ source: party.optional(), target: party.optional() })
    .optional()
    .describe('Where a stake comes from (unstake) and where it goes to (stake).'),
  confirmations: z.string().optional().describe('Number of blocks from its own to the latest.'),
  warnings: z
    .array(statusEntry)
    .min(1)
    .optional()
    .describe('What may mislead about the transaction: a part that could not be read, for one.'),
});

export const transactionForms = ['parsed', 'raw'] as const;

export type TransactionForm = (typeof transactionForms)[number];

export const transactionRecord = z.object({
  parsed: parsedTransaction.optional(),
  raw: z.unknown().optional().describe('What the upstream answered.'),
});

export type { ParsedTransaction, Party, TransactionRecord } from './wire-types.data.ts';
