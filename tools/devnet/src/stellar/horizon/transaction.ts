import { muxedMembers } from '../asset.ts';
import type { Entry } from '../core/core.ts';
import { resultXdr } from '../core/results.ts';
import { signerText } from '../core/signatures.ts';
import { bid, feeSource, type Inner, type Signature } from '../core/submission.ts';
import { toTime } from '../units.ts';
import { link, pagedLink } from './links.ts';
import { toid } from './page.ts';

/** `GET /transactions/{hash}`. `hash` is the one by which it was asked for: a fee bump has two (stellar-horizon:internal/resourceadapter/transaction.go). */
export function transactionResource(entry: Entry, hash = entry.submission.hash) {
  const { submission, applied } = entry;
  const { inner, feeBump } = submission;
  const self = `/transactions/${hash}`;
  const token = toid(entry.ledger, entry.order).toString();
  const fee = feeSource(submission);
  const innerSignatures = inner.signatures.map(base64);
  const signatures = feeBump === undefined ? innerSignatures : feeBump.signatures.map(base64);
  const conditions = preconditions(inner);
  return {
    ...memoMembers(inner),
    _links: {
      self: link(self),
      account: link(`/accounts/${inner.source.account}`),
      ledger: link(`/ledgers/${entry.ledger}`),
      operations: pagedLink(`${self}/operations`),
      effects: pagedLink(`${self}/effects`),
      precedes: link(`/transactions?order=asc&cursor=${token}`),
      succeeds: link(`/transactions?order=desc&cursor=${token}`),
      transaction: link(self),
    },
    id: hash,
    paging_token: token,
    successful: applied.outcome.code === 'txSuccess',
    hash,
    ledger: entry.ledger,
    created_at: toTime(entry.closeTime),
    source_account: inner.source.account,
    ...muxedMembers('account', inner.source.muxed),
    source_account_sequence: inner.sequence.toString(),
    fee_account: fee.account,
    ...muxedMembers('fee_account', fee.muxed),
    fee_charged: applied.outcome.feeCharged.toString(),
    max_fee: bid(submission).toString(),
    operation_count: inner.operations.length,
    envelope_xdr: submission.envelope,
    result_xdr: resultXdr(applied.outcome),
    fee_meta_xdr: noChanges,
    signatures: hash === submission.hash ? signatures : innerSignatures,
    ...(conditions && { preconditions: conditions }),
    ...(feeBump && {
      fee_bump_transaction: { hash: submission.hash, signatures },
      inner_transaction: { hash: inner.hash, signatures: innerSignatures, max_fee: inner.fee.toString() },
    }),
  };
}

/** Changes of ledger entries are no part of the stand-in: an empty list of them, in XDR. */
const noChanges = 'AAAAAA==';

const base64 = ({ signature }: Signature): string => signature.toString('base64');

function memoMembers({ memo }: Inner): Record<string, string> {
  switch (memo.switch().name) {
    case 'memoText': {
      const bytes = Buffer.from(memo.text());
      return { memo: bytes.toString('utf8'), memo_bytes: bytes.toString('base64'), memo_type: 'text' };
    }
    case 'memoId':
      return { memo: memo.id().toString(), memo_type: 'id' };
    case 'memoHash':
      return { memo: memo.hash().toString('base64'), memo_type: 'hash' };
    case 'memoReturn':
      return { memo: memo.retHash().toString('base64'), memo_type: 'return' };
    default:
      return { memo_type: 'none' };
  }
}

/** A bound of time that is 0 at its end is left out, as Horizon does it. */
function preconditions(inner: Inner): Record<string, unknown> | undefined {
  const { timeBounds, ledgerBounds, minSequence, minSequenceAge, minSequenceGap, extraSigners } = inner;
  const members = {
    ...(timeBounds && {
      timebounds: {
        min_time: timeBounds.min.toString(),
        ...(timeBounds.max !== 0n && { max_time: timeBounds.max.toString() }),
      },
    }),
    ...(ledgerBounds && {
      ledgerbounds: {
        min_ledger: Number(ledgerBounds.min),
        ...(ledgerBounds.max !== 0n && { max_ledger: Number(ledgerBounds.max) }),
      },
    }),
    ...(minSequence !== undefined && { min_account_sequence: minSequence.toString() }),
    ...(minSequenceAge > 0n && { min_account_sequence_age: minSequenceAge.toString() }),
    ...(minSequenceGap > 0 && { min_account_sequence_ledger_gap: minSequenceGap }),
    ...(extraSigners.length > 0 && { extra_signers: extraSigners.map(signerText) }),
  };
  return Object.keys(members).length === 0 ? undefined : members;
}
