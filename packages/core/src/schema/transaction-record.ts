import * as z from 'zod';
import { modes } from './modes.ts';

const transactionStates = ['pending', 'unconfirmed', 'confirmed', 'failed', 'unknown'] as const;

export type TransactionState = (typeof transactionStates)[number];

export const party = z.object({
  address: z.string().describe('Who sent or received.'),
  amount: z.string().describe('In the smallest unit; 0 where nothing moved.'),
  ticker: z.string().describe('The coin or token that moved.'),
});

const parties = z.array(party).min(1);

/** A transaction as the chain knows it, in the shape of the specification. */
export const parsedTransaction = z.object({
  id: z.string().describe('The hash, as explorers show it.'),
  mode: z.enum([...modes, 'unknown']).describe('What kind of transaction it is, as far as that is known.'),
  state: z.enum(transactionStates).describe('Whether the chain carried it out.'),
  fees: z
    .object({
      amount: z.string().describe('In the smallest unit.'),
      ticker: z.string().describe('The coin of the fees.'),
    })
    .optional()
    .describe('What was really paid, where known.'),
  tokenId: z.string().optional().describe('The token that moved.'),
  blockHeight: z.string().optional().describe('The height of its block.'),
  timestamp: z.string().optional().describe('Milliseconds since 1970 UTC.'),
  gas: z.string().optional().describe('Gas used, where known.'),
  nonce: z.string().optional().describe('Sequence number of the sender, where the chain has them.'),
  memo: z.string().optional().describe('Text that it carries for the recipient.'),
  senders: parties.optional().describe('Absent if there are none, for example for newly made coins.'),
  recipients: parties.optional().describe('Absent if there are none, for example if a contract is created.'),
  validators: z
    .object({
      source: party.optional().describe('The validator that the stake leaves.'),
      target: party.optional().describe('The validator that the stake goes to.'),
    })
    .optional()
    .describe('Where a stake comes from (unstake) and where it goes to (stake).'),
  confirmations: z.string().optional().describe('Number of blocks from its own to the latest.'),
});

export const transactionForms = ['parsed', 'raw'] as const;

export type TransactionForm = (typeof transactionForms)[number];

export const transactionRecord = z.object({
  parsed: parsedTransaction.optional().describe('The transaction in the shape of all chains.'),
  raw: z.unknown().optional().describe('What the upstream answered.'),
});

export type { ParsedTransaction, Party, TransactionRecord } from './wire-types.data.ts';
