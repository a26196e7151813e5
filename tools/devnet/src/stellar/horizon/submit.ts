import type { Core } from '../core/core.ts';
import { type Outcome, resultCodes, resultXdr } from '../core/results.ts';
import { decode, type Submission } from '../core/submission.ts';
import type { RestCall, RestReply, TimeoutOutcome } from '../engine.ts';
import { findEntry } from './history.ts';
import { notFound, Problem, staleHistory, unsupportedMediaType } from './problem.ts';
import { transactionResource } from './transaction.ts';

/** How submissions are answered. */
export interface SubmitSettings {
  async: 'on' | 'disabled' | 'absent';
  stale: boolean;
  readonly timeouts: TimeoutOutcome[];
}

/** `POST /transactions` (stellar-horizon:internal/actions/submit_transaction.go, internal/txsub/system.go). It waits for nothing: where Horizon would, it times out. */
export async function submitSync(core: Core, settings: SubmitSettings, call: RestCall): Promise<RestReply> {
  const submission = readSubmission(core, call);
  if (settings.stale) throw staleHistory();
  const timeout = settings.timeouts.shift();
  if (timeout !== undefined) {
    if (timeout.lands) await core.submit(submission, { waits: true });
    throw timedOut(submission);
  }
  const known = findEntry(core, submission.hash);
  if (known === undefined) {
    const answer = await core.submit(submission);
    if (answer.status === 'ERROR') {
      const isBehind = core.historyHead.sequence < core.head.sequence;
      // Horizon cannot tell an included transaction from another one with the same number before history has it.
      if (answer.outcome.code === 'txBadSeq' && isBehind && isAhead(core, submission)) throw timedOut(submission);
      throw failed(submission, answer.outcome);
    }
  }
  const entry = known ?? findEntry(core, submission.hash);
  if (entry === undefined) throw timedOut(submission);
  if (entry.applied.outcome.code !== 'txSuccess') throw failed(submission, entry.applied.outcome);
  return { status: 200, body: transactionResource(entry, submission.hash) };
}

/** Whether the sequence number of the source is lower in history than that of the transaction. */
function isAhead({ historyState }: Core, { inner }: Submission): boolean {
  return (historyState.accounts.get(inner.source.account)?.sequence ?? 0n) < inner.sequence;
}

/** `POST /transactions_async` (stellar-horizon:internal/actions/submit_transaction_async.go): what core says, with no look at history. */
export async function submitAsync(core: Core, settings: SubmitSettings, call: RestCall): Promise<RestReply> {
  if (settings.async === 'absent') throw notFound();
  checkContentType(call);
  if (settings.async === 'disabled') {
    throw new Problem(
      403,
      'transaction_submission_disabled',
      'Transaction Submission Disabled',
      'Transaction submission has been disabled for this server.',
      { envelope_xdr: readForm(call) },
    );
  }
  const submission = readSubmission(core, call);
  if (settings.stale) throw staleHistory();
  const answer = await core.submit(submission);
  const statuses = { PENDING: 201, DUPLICATE: 409, TRY_AGAIN_LATER: 503, ERROR: 400 } as const;
  return {
    status: statuses[answer.status],
    body: {
      ...(answer.status === 'ERROR' && { error_result_xdr: resultXdr(answer.outcome) }),
      tx_status: answer.status,
      hash: submission.hash,
    },
  };
}

/** @throws Problem 415, or 400 `transaction_malformed`. */
function readSubmission(core: Core, call: RestCall): Submission {
  checkContentType(call);
  const envelope = readForm(call);
  try {
    return decode(envelope, core.passphrase);
  } catch {
    throw new Problem(
      400,
      'transaction_malformed',
      'Transaction Malformed',
      'The transaction envelope could not be decoded. It is to be an XDR TransactionEnvelope in base64.',
      { envelope_xdr: envelope },
    );
  }
}

/** No content type at all is fine with Horizon, but then its form has no members. */
function checkContentType({ headers }: RestCall): void {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type === undefined || type === 'application/x-www-form-urlencoded' || type === 'multipart/form-data') return;
  throw unsupportedMediaType();
}

function readForm({ body, query, headers }: RestCall): string {
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false;
  return (isForm ? new URLSearchParams(body).get('tx') : null) ?? query.get('tx') ?? '';
}

function timedOut({ hash, envelope }: Submission): Problem {
  return new Problem(
    504,
    'transaction_submission_timeout',
    'Transaction Submission Timeout',
    'The submission has timed out, which does not mean that it failed. Ask for `extras.hash` before submitting again.',
    { hash, envelope_xdr: envelope },
  );
}

function failed({ envelope, hash }: Submission, outcome: Outcome): Problem {
  // Who submitted the transaction within a fee bump sees its own result.
  const own = outcome.inner?.hash === hash ? { ...outcome, inner: undefined } : outcome;
  return new Problem(
    400,
    'transaction_failed',
    'Transaction Failed',
    'The transaction failed when submitted to the network. `extras.result_codes` says why.',
    { envelope_xdr: envelope, result_codes: resultCodes(own), result_xdr: resultXdr(outcome) },
  );
}
