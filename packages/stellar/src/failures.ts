import { type Code, type ContextOf, refuse } from '@isochain/core';
import { cleanReason } from '@isochain/core/upstream';
import type { ResultCodes } from './upstream/result-codes.ts';

/**
 * What a refusal of a transaction means to us:
 * - `sequence`: the account is not at its sequence number, or no longer exists. It may be this very transaction that used the number
 * - `expired`: its time is over by the server's core. It may have been carried out before
 */
type Meaning =
  | 'sequence'
  | 'expired'
  | Extract<
      Code,
      | 'broadcast.insufficientFunds'
      | 'broadcast.feeTooLow'
      | 'broadcast.invalid'
      | 'broadcast.notFinal'
      | 'broadcast.chainTooLong'
      | 'broadcast.fails'
      | 'broadcast.refused'
    >;

/** A refusal, in our terms. */
export interface Failure {
  readonly means: Meaning;
  /** For the person who sent it. */
  readonly reason: string;
  /**
   * True if core compared the sequence number before it refused: then it had not carried out the transaction. Core tells some errors earlier, also of a
   * transaction that it carried out (stellar/stellar-core, src/transactions/TransactionFrame.cpp: commonValid; src/herder/TransactionQueue.cpp: canAdd).
   * A server that waits for the ledger also tells what failed in it. That moved nothing, so it may be sent anew as well.
   */
  readonly isUnused: boolean;
}

interface Rule {
  readonly means: Meaning;
  readonly words: string;
  readonly isUnused?: boolean;
}

const invalid = (words: string): Rule => ({ means: 'broadcast.invalid', words });

/** Transactions that fail as a whole (stellar/stellar-docs, data/apis/horizon/api-reference/errors/result-codes/transactions). */
const transactionRules: Readonly<Record<string, Rule>> = {
  tx_too_early: { means: 'broadcast.notFinal', words: 'its time has not come yet' },
  tx_too_late: { means: 'expired', words: 'its time is over' },
  tx_missing_operation: invalid('it has no operation'),
  tx_bad_seq: { means: 'sequence', words: 'the account is not at its sequence number' },
  // Signatures were verified before: another network, or other signers.
  tx_bad_auth: {
    means: 'broadcast.refused',
    words: 'the signers of the account changed since it was encoded, or the server belongs to another network',
    isUnused: true,
  },
  tx_insufficient_balance: {
    means: 'broadcast.insufficientFunds',
    words: 'the fee would take coins of the reserve',
    isUnused: true,
  },
  // An account that was closed. Closing it may have been the transaction itself.
  tx_no_source_account: { means: 'sequence', words: 'the account of the sender does not exist there' },
  tx_insufficient_fee: { means: 'broadcast.feeTooLow', words: 'its fee is too low' },
  tx_bad_auth_extra: {
    means: 'broadcast.refused',
    words: 'it has a signature that is not needed: the signers of the account changed since it was encoded',
    isUnused: true,
  },
  tx_internal_error: { means: 'broadcast.refused', words: 'the core of the server failed' },
  tx_not_supported: invalid('its type is not supported'),
  tx_bad_sponsorship: invalid('its sponsorship is not confirmed'),
  tx_bad_minseq_age_or_gap: invalid('its sequence number is too young'),
  tx_malformed: invalid('its preconditions or its fee are malformed'),
  tx_soroban_invalid: invalid('its data of contracts is wrong'),
  // Validators can freeze accounts and trustlines since protocol 26 (CAP-77).
  tx_frozen_key_accessed: {
    means: 'broadcast.refused',
    words:
      'validators froze the account or the trustline of the sender or of the recipient. Encoding again does not help',
  },
};

const fails = (words: string) => ({ means: 'broadcast.fails', words, isUnused: true }) as const;

/** Operations that fail (stellar/stellar-docs, data/apis/horizon/api-reference/errors/result-codes/operations). */
const operationRules: Readonly<Record<string, Rule>> = {
  op_bad_auth: {
    means: 'broadcast.refused',
    words: 'the keys that signed do not have the weight that the operation needs',
    isUnused: true,
  },
  op_no_source_account: fails('the account of the sender does not exist'),
  op_not_supported: { ...invalid('the operation is not supported'), isUnused: true },
  op_too_many_subentries: fails('the account has 1000 entries, and cannot have more'),
  op_exceeded_work_limit: fails('the operation does too much'),
  op_too_many_sponsoring: fails('the account sponsors too many entries'),
  op_malformed: { ...invalid('the operation is malformed'), isUnused: true },
  op_underfunded: fails('the balance is too low'),
  op_low_reserve: fails('the balance is too low for the reserve'),
  op_line_full: fails('the recipient cannot hold so much of the token'),
  op_no_issuer: fails('the issuer of the token does not exist'),
  op_no_trust: fails('the recipient, or the owner of the tokens, has no trustline for the token'),
  op_not_authorized: fails('the issuer of the token does not let one of the accounts hold it'),
  op_src_no_trust: fails('the sender has no trustline for the token'),
  op_src_not_authorized: fails('the issuer of the token does not let the sender send it'),
  op_no_destination: fails('the account of the recipient does not exist'),
  op_already_exists: fails('the account of the recipient exists already'),
  op_invalid_limit: fails('the account holds more of the token than the new limit, or has offers for it'),
  op_self_not_allowed: fails('an issuer has no trustline for its own token'),
  op_trust_line_missing: fails('the account has no trustline for the token'),
  op_cannot_delete: fails('the account has shares of a pool with the token'),
  op_not_aut_maintain_liabilities: fails('the issuer of the token does not let the account keep it'),
  op_no_account: fails('the account that would get the coins does not exist'),
  op_immutable_set: fails('the account can never be closed: its flag AUTH_IMMUTABLE is set'),
  op_has_sub_entries: fails('the account still has trustlines, offers or data'),
  op_seq_num_too_far: fails('the sequence number of the account is too high to close it now'),
  op_dest_full: fails('the recipient cannot hold so many coins'),
  op_is_sponsor: fails('the account sponsors entries of other accounts'),
  op_trustline_frozen: fails('validators froze the trustline'),
};

const byTransaction = new Map(Object.entries(transactionRules));
const byOperation = new Map(Object.entries(operationRules));

/** A name of a code, as it may be shown. */
function shown(name: string): string {
  return cleanReason(name) || 'it gives no reason';
}

/** Says what the refusal by result codes means. */
export function describeResult({ transaction, operations }: ResultCodes): Failure {
  if (transaction === 'tx_failed') {
    const name = operations.find((each) => each !== 'op_success');
    const rule = name === undefined ? undefined : byOperation.get(name);
    if (name !== undefined && rule !== undefined) return failureOf(rule, name);
    return { means: 'broadcast.fails', reason: shown(name ?? transaction), isUnused: false };
  }
  const rule = byTransaction.get(transaction);
  return rule === undefined
    ? { means: 'broadcast.refused', reason: shown(transaction), isUnused: false }
    : failureOf(rule, transaction);
}

function failureOf({ means, words, isUnused = false }: Rule, name: string): Failure {
  return { means, reason: `${words} (${name})`, isUnused };
}

/**
 * Core answers TRY_AGAIN_LATER if another transaction of the account waits, if its queue is full, and also to a transaction that it just carried out: it bans
 * such a one for some ledgers (stellar/stellar-core, src/herder/TransactionQueue.cpp: canAdd, removeApplied).
 */
export const later: Failure = {
  means: 'broadcast.chainTooLong',
  reason: 'another one waits, or the queue is full. Send the same broadcast again, and do not encode again before',
  isUnused: false,
};

/** Bytes that Horizon cannot read. It asked nobody else. */
export const unreadable: Failure = {
  means: 'broadcast.invalid',
  reason: 'it cannot be read (transaction_malformed)',
  isUnused: true,
};

/** From the most telling refusal to the least. Balances and ledgers differ from server to server. */
const telling: readonly Meaning[] = [
  'sequence',
  'expired',
  'broadcast.invalid',
  'broadcast.insufficientFunds',
  'broadcast.fails',
  'broadcast.refused',
  'broadcast.feeTooLow',
  'broadcast.notFinal',
  'broadcast.chainTooLong',
];

/** The most telling of several refusals. First those that do not exclude that the transaction was carried out. */
export function mostTelling<F extends Failure>(failures: readonly F[]): F | undefined {
  return failures.toSorted((a, b) => telling.indexOf(a.means) - telling.indexOf(b.means))[0];
}

/** The error for a refusal with a code. */
export function refusal(
  code: Extract<Meaning, `broadcast.${string}`>,
  { reason }: Failure,
  facts: { readonly chain: string; readonly nonce: string; readonly hash: string },
): Error {
  // Each message template uses some of these values.
  return refuse(code, { reason, ...facts } as unknown as ContextOf<typeof code>, 'transaction');
}
