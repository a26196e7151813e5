import { type Code, type ContextOf, refuse } from '@isochain/core';
import { cleanReason } from '@isochain/core/upstream';
import { readVmStatus } from './modes/vm-status.ts';
import type { NodeError } from './upstream/query.ts';

/**
 * What a refusal of a transaction means to us:
 * - `used`: its sequence number or its nonce is used. It may be this very transaction that used it
 * - `expired`: its time is over by the node's ledger. It may have been carried out before
 * - `foreign`: the node serves another chain
 * - `unsupported`: the node takes no transactions, or none in BCS. It did nothing
 */
type Meaning =
  | 'used'
  | 'expired'
  | 'foreign'
  | 'unsupported'
  | Extract<
      Code,
      | 'broadcast.nonceTaken'
      | 'broadcast.nonceGap'
      | 'broadcast.notFinal'
      | 'broadcast.insufficientFunds'
      | 'broadcast.gasRefused'
      | 'broadcast.feeTooLow'
      | 'broadcast.invalid'
      | 'broadcast.tooLarge'
      | 'broadcast.chainTooLong'
      | 'broadcast.congested'
      | 'broadcast.refused'
    >;

/** A refusal, in our terms. */
export interface Failure {
  readonly means: Meaning;
  /** For the person who sent it: the node's words, cleaned. */
  readonly reason: string;
}

interface Status {
  readonly means: Meaning;
  /** Our words, in front of the status. */
  readonly words?: string;
}

/**
 * Statuses of the check before the run, with their numbers (aptos-labs/aptos-core, third_party/move/move-core/types/src/vm_status.rs). The names in messages
 * are read first: numbers were added in the course of time.
 */
const statuses: Readonly<Record<string, Status & { readonly code?: number }>> = {
  // The signature was verified before: the bytes are wrong.
  INVALID_SIGNATURE: { code: 1, means: 'broadcast.invalid' },
  INVALID_AUTH_KEY: {
    code: 2,
    means: 'broadcast.refused',
    words: 'the account has another key now than when the transaction was encoded',
  },
  SEQUENCE_NUMBER_TOO_OLD: { code: 3, means: 'used' },
  SEQUENCE_NUMBER_TOO_NEW: { code: 4, means: 'broadcast.nonceGap' },
  INSUFFICIENT_BALANCE_FOR_TRANSACTION_FEE: { code: 5, means: 'broadcast.insufficientFunds' },
  TRANSACTION_EXPIRED: { code: 6, means: 'expired' },
  SENDING_ACCOUNT_DOES_NOT_EXIST: { code: 7, means: 'broadcast.refused', words: 'the sender does not exist there' },
  EXCEEDED_MAX_TRANSACTION_SIZE: { code: 10, means: 'broadcast.tooLarge' },
  MAX_GAS_UNITS_EXCEEDS_MAX_GAS_UNITS_BOUND: { code: 13, means: 'broadcast.gasRefused' },
  MAX_GAS_UNITS_BELOW_MIN_TRANSACTION_GAS_UNITS: { code: 14, means: 'broadcast.gasRefused' },
  GAS_UNIT_PRICE_BELOW_MIN_BOUND: { code: 15, means: 'broadcast.feeTooLow' },
  GAS_UNIT_PRICE_ABOVE_MAX_BOUND: {
    code: 16,
    means: 'broadcast.refused',
    words: 'the gas price is higher than the chain takes',
  },
  BAD_CHAIN_ID: { code: 23, means: 'foreign' },
  SEQUENCE_NUMBER_TOO_BIG: { code: 24, means: 'broadcast.invalid' },
  INSUFFICIENT_BALANCE_FOR_REQUIRED_DEPOSIT: { code: 37, means: 'broadcast.insufficientFunds' },
  GAS_PAYER_ACCOUNT_MISSING: {
    code: 36,
    means: 'broadcast.refused',
    words: 'the account that pays does not exist there',
  },
  NONCE_ALREADY_USED: { code: 42, means: 'used' },
  // An orderless transaction, and a node whose ledger is behind.
  TRANSACTION_EXPIRATION_TOO_FAR_IN_FUTURE: {
    means: 'broadcast.notFinal',
    words: 'its time is still too far ahead of the ledger of the node',
  },
};

const names = new Map(Object.entries(statuses));
const numbers = new Map(
  Object.values(statuses).flatMap((status) => (status.code === undefined ? [] : [[status.code, status] as const])),
);

/** Error codes of nodes that name no status (aptos-labs/aptos-core, api/types/src/error.rs: AptosErrorCode). */
const byErrorCode: Readonly<Record<string, Meaning>> = {
  // Another transaction with the same number waits. Sending the same bytes again is no update: it is taken (mempool: transaction_store.rs).
  invalid_transaction_update: 'broadcast.nonceTaken',
  sequence_number_too_old: 'used',
  mempool_is_full: 'broadcast.congested',
  rejected_by_filter: 'broadcast.refused',
  invalid_input: 'broadcast.refused',
  vm_error: 'broadcast.refused',
  api_disabled: 'unsupported',
  bcs_not_supported: 'unsupported',
};

const errorCodes = new Map(Object.entries(byErrorCode));

/** Nothing that we know comes later in a node's text. */
const longestText = 1_000;

/**
 * Says what a refusal means.
 *
 * @returns Undefined if it says nothing about the transaction (`internal_error` and unknown codes): the endpoint failed.
 */
export function describeRefusal({ message, error_code, vm_error_code }: NodeError): Failure | undefined {
  const text = message.slice(0, longestText);
  const reason = wordsOf(text);
  const { name } = readVmStatus(text);
  const number = error_code === 'vm_error' ? (vm_error_code ?? undefined) : undefined;
  const status =
    (name === undefined ? undefined : names.get(name)) ?? (number === undefined ? undefined : numbers.get(number));
  if (status !== undefined) {
    const { means, words } = status;
    return { means, reason: words === undefined ? reason : `${words} (${reason})` };
  }
  const means = errorCodes.get(error_code);
  if (means === undefined) return undefined;
  // One account may have a hundred transactions in a mempool. Another account's still find room (mempool: transaction_store.rs).
  const isOwn = means === 'broadcast.congested' && /over capacity for account/i.test(text);
  return { means: isOwn ? 'broadcast.chainTooLong' : means, reason };
}

/** The node's words, without what leads up to them. */
function wordsOf(text: string): string {
  return cleanReason(text.replace(/^Invalid transaction: Type: \w+ Code: /, '')) || 'it gives no reason';
}

/** From the most telling refusal to the least. Balances and ledgers differ from node to node, and each node sets limits of its own. */
const telling: readonly Meaning[] = [
  'broadcast.invalid',
  'broadcast.tooLarge',
  'broadcast.nonceTaken',
  'broadcast.insufficientFunds',
  'broadcast.gasRefused',
  'broadcast.feeTooLow',
  'broadcast.refused',
  'expired',
  'broadcast.chainTooLong',
  'broadcast.nonceGap',
  'broadcast.notFinal',
  'broadcast.congested',
];

/** The most telling of several refusals. That a number is used has to be looked at on its own. */
export function mostTelling<F extends Failure>(failures: readonly F[]): F | undefined {
  const ranked = failures.filter(({ means }) => telling.includes(means));
  return ranked.toSorted((a, b) => telling.indexOf(a.means) - telling.indexOf(b.means))[0];
}

/** The error for a refusal with a code. It keeps the node's words. */
export function refusal(
  code: Extract<Meaning, `broadcast.${string}`>,
  { reason }: Failure,
  facts: { readonly chain: string; readonly nonce: string; readonly hash: string },
): Error {
  // Each message template uses some of these values.
  return refuse(code, { reason, ...facts } as unknown as ContextOf<typeof code>, 'transaction');
}
