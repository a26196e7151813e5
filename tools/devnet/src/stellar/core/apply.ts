import { StrKey, xdr } from '@stellar/stellar-base';
import type { Party } from '../asset.ts';
import { copyState, type State } from '../state.ts';
import { applyOperation, blankResult, checkOperation } from './operations/operations.ts';
import { releaseSubentry } from './reserves.ts';
import { isSuccess, type Outcome } from './results.ts';
import { attempt, type Effect, type Header } from './session.ts';
import { SignatureChecker } from './signatures.ts';
import { bid, feeSource, feeUnits, type Submission } from './submission.ts';
import { checkAuth, isBadSequence, operationSource } from './validate.ts';

/** A transaction that stands in a ledger. */
export interface Applied {
  readonly outcome: Outcome;
  readonly state: State;
  /** By operation. Empty if the transaction failed. */
  readonly effects: readonly (readonly Effect[])[];
  /** The account that paid for reserves during an operation, for its source: who began sponsoring. */
  readonly beganSponsoring: readonly (string | undefined)[];
}

/**
 * Runs a transaction in a ledger: takes the fee and uses the sequence number, then runs all operations or none
 * (stellar-core:src/transactions/TransactionFrame.cpp processFeeSeqNum, apply). `feeRate` is stroops for an operation.
 */
export function apply(before: State, submission: Submission, header: Header, feeRate: bigint): Applied {
  const { inner } = submission;
  const state = copyState(before);
  const wanted = feeRate * feeUnits(submission);
  const offered = bid(submission);
  const payer = state.accounts.get(feeSource(submission).account);
  const feeCharged = min(min(wanted, offered), payer?.balance ?? 0n);
  if (payer !== undefined) {
    payer.balance -= feeCharged;
    payer.lastModified = header.ledger;
  }
  const innerOutcome = submission.feeBump === undefined ? undefined : { hash: inner.hash, feeCharged: 0n };
  const end = (
    code: Outcome['code'],
    operations: readonly xdr.OperationResult[],
    after: State,
    effects: readonly (readonly Effect[])[] = [],
    beganSponsoring: readonly (string | undefined)[] = [],
  ): Applied => ({
    outcome: { code, operations, feeCharged, inner: innerOutcome },
    state: after,
    effects,
    beganSponsoring,
  });

  const source = state.accounts.get(inner.source.account);
  // A transaction before it in the ledger may have changed what was checked.
  if (source === undefined) return end('txNoAccount', [], state);
  if (isBadSequence(inner, source.sequence, header.ledger)) return end('txBadSeq', [], state);
  source.sequence = inner.sequence;
  source.sequenceLedger = header.ledger;
  source.sequenceTime = header.closeTime;
  source.lastModified = header.ledger;

  const signatures = new SignatureChecker(inner.hash, inner.signatures);
  if (!signatures.checkAccount(source, source.thresholds.low) || !signatures.checkExtra(inner.extraSigners)) {
    return end('txBadAuth', [], state);
  }
  const refusals = inner.operations.map((operation) => checkAuth(state, inner, operation, signatures));
  const anyBad = refusals.some((one) => one !== undefined);
  removePreAuthorized(state, submission);
  if (anyBad) {
    return end(
      'txFailed',
      refusals.map((one, index) => one ?? blankAt(inner, index)),
      state,
    );
  }
  if (!signatures.allUsed) return end('txBadAuthExtra', [], state);

  let current = state;
  const results: xdr.OperationResult[] = [];
  const effects: Effect[][] = [];
  const beganSponsoring: (string | undefined)[] = [];
  const sponsors = new Map<string, string>();
  for (const [index, operation] of inner.operations.entries()) {
    const party = operationSource(operation, inner);
    beganSponsoring.push(sponsors.get(party.account));
    const mine: Effect[] = [];
    const done = attempt(
      current,
      (copy) => {
        if (!copy.accounts.has(party.account)) return xdr.OperationResult.opNoAccount();
        const refusal = checkOperation(operation, party.account);
        if (refusal !== undefined) return refusal;
        return applyOperation({
          header,
          state: copy,
          source: party,
          operation,
          transaction: { source: inner.source.account, sequence: inner.sequence },
          index,
          sponsors,
          effect: (account, type, details) => void mine.push({ account: toParty(account), type, details }),
        });
      },
      isSuccess,
    );
    current = done.state;
    results.push(done.result);
    effects.push(mine);
  }
  const allWell = results.every(isSuccess);
  if (allWell && sponsors.size > 0) return end('txBadSponsorship', [], state);
  return allWell
    ? end('txSuccess', results, current, effects, beganSponsoring)
    : end('txFailed', results, state, [], beganSponsoring);
}

/** A signer that is the hash of the transaction has done its work, whatever becomes of the operations (removeOneTimeSignerFromAllSourceAccounts). */
function removePreAuthorized(state: State, { inner }: Submission): void {
  const key = StrKey.encodePreAuthTx(Buffer.from(inner.hash, 'hex'));
  const sources = [inner.source, ...inner.operations.map((operation) => operationSource(operation, inner))];
  for (const { account: id } of sources) {
    const account = state.accounts.get(id);
    const signer = account?.signers.find((one) => one.key === key);
    if (account === undefined || signer === undefined) continue;
    releaseSubentry(account, signer.sponsor === undefined ? undefined : state.accounts.get(signer.sponsor));
    account.signers = account.signers.filter((one) => one !== signer);
  }
}

function blankAt({ operations }: Submission['inner'], index: number): xdr.OperationResult {
  const operation = operations[index];
  return operation === undefined ? xdr.OperationResult.opNotSupported() : blankResult(operation);
}

const min = (left: bigint, right: bigint): bigint => (left < right ? left : right);
const toParty = (account: Party | string): Party =>
  typeof account === 'string' ? { account, muxed: undefined } : account;
