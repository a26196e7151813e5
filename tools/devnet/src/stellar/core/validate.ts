import { xdr } from '@stellar/stellar-base';
import { type Party, party } from '../asset.ts';
import type { AccountEntry, State } from '../state.ts';
import { highest } from '../units.ts';
import { startingSequence } from './operations/create-account.ts';
import { blankResult, checkOperation, keysOf, levelOf } from './operations/operations.ts';
import { available } from './reserves.ts';
import type { Outcome, Refusal } from './results.ts';
import { SignatureChecker } from './signatures.ts';
import { bid, feeSource, feeUnits, type Inner, type Submission } from './submission.ts';

/** What validity depends on. */
export interface Rules {
  /** The last closed ledger. */
  readonly ledger: number;
  /** Its close time in seconds since 1970. */
  readonly closeTime: number;
  readonly baseReserve: bigint;
  /** The network's minimum for an operation. */
  readonly baseFee: bigint;
  /** How many seconds later than the last ledger the next one closes, or may close. Transactions must not end before. */
  readonly margin: number;
}

/** The source of an operation: that of the transaction, if it names none. */
export function operationSource(operation: xdr.Operation, inner: Inner): Party {
  const own = operation.sourceAccount();
  return own == null ? inner.source : party(own);
}

/**
 * Checks a transaction in core's order, before it gets into the queue (stellar-core:src/transactions/TransactionFrame.cpp, FeeBumpTransactionFrame.cpp).
 * Undefined: it is valid.
 */
export function validate(state: State, submission: Submission, rules: Rules): Outcome | undefined {
  const feeCharged = feeUnits(submission) * rules.baseFee;
  if (submission.feeBump === undefined)
    return checkInner(state, submission.inner, rules, { feeCharged, chargesFee: true });

  const refuse = (code: Refusal, needed = feeCharged): Outcome => ({
    code,
    operations: [],
    feeCharged: needed,
    inner: undefined,
  });
  const { inner } = submission;
  const units = feeUnits(submission);
  const fee = bid(submission);
  if (fee < units * rules.baseFee) return refuse('txInsufficientFee');
  // The bump must bid at least as much for an operation as the transaction within.
  const innerUnits = units - 1n;
  if (fee * innerUnits < inner.fee * units) {
    return refuse('txInsufficientFee', (inner.fee * units + innerUnits - 1n) / innerUnits);
  }
  const payer = state.accounts.get(feeSource(submission).account);
  if (payer === undefined) return refuse('txNoAccount');
  const outer = new SignatureChecker(submission.hash, submission.feeBump.signatures);
  if (!outer.checkAccount(payer, payer.thresholds.low)) return refuse('txBadAuth');
  if (available(payer, rules.baseReserve) < fee) return refuse('txInsufficientBalance');
  if (!outer.allUsed) return refuse('txBadAuthExtra');
  const within = checkInner(state, inner, rules, { feeCharged: 0n, chargesFee: false });
  return within && { ...within, feeCharged, inner: { hash: inner.hash, feeCharged: within.feeCharged } };
}

function checkInner(
  state: State,
  inner: Inner,
  rules: Rules,
  { feeCharged, chargesFee }: { readonly feeCharged: bigint; readonly chargesFee: boolean },
): Outcome | undefined {
  const refuse = (code: Refusal): Outcome => ({ code, operations: [], feeCharged, inner: undefined });
  const early = checkConditions(inner, rules);
  if (early !== undefined) return refuse(early);
  if (chargesFee && inner.fee < BigInt(inner.operations.length) * rules.baseFee) return refuse('txInsufficientFee');
  const source = state.accounts.get(inner.source.account);
  if (source === undefined) return refuse('txNoAccount');
  if (keysOfTransaction(inner).some((key) => state.frozen.has(key))) return refuse('txFrozenKeyAccessed');
  if (isBadSequence(inner, source.sequence, rules.ledger)) return refuse('txBadSeq');
  if (isTooEarlyForAccount(inner, source, rules)) return refuse('txBadMinSeqAgeOrGap');
  const signatures = new SignatureChecker(inner.hash, inner.signatures);
  if (!signatures.checkAccount(source, source.thresholds.low) || !signatures.checkExtra(inner.extraSigners)) {
    return refuse('txBadAuth');
  }
  if (chargesFee && available(source, rules.baseReserve) < inner.fee) return refuse('txInsufficientBalance');

  for (const [index, operation] of inner.operations.entries()) {
    const result =
      checkAuth(state, inner, operation, signatures) ??
      checkOperation(operation, operationSource(operation, inner).account);
    if (result === undefined) continue;
    // The operations after it are not looked at. Core writes success for them.
    const operations = inner.operations.map((other, at) => (at === index ? result : blankResult(other)));
    return { code: 'txFailed', operations, feeCharged, inner: undefined };
  }
  return signatures.allUsed ? undefined : refuse('txBadAuthExtra');
}

/** What holds whatever the accounts are like. */
function checkConditions(inner: Inner, { ledger, closeTime, margin }: Rules): Refusal | undefined {
  const { operations, timeBounds, ledgerBounds } = inner;
  if (operations.length === 0) return 'txMissingOperation';
  // Smart contracts are no part of the stand-in.
  if (inner.isSoroban) return 'txSorobanInvalid';
  const next = BigInt(ledger + 1);
  const time = BigInt(closeTime);
  if (timeBounds !== undefined && timeBounds.min > time) return 'txTooEarly';
  if (ledgerBounds !== undefined && ledgerBounds.min > next) return 'txTooEarly';
  if (timeBounds !== undefined && timeBounds.max !== 0n && timeBounds.max < time + BigInt(margin)) return 'txTooLate';
  if (ledgerBounds !== undefined && ledgerBounds.max !== 0n && ledgerBounds.max <= next) return 'txTooLate';
  return undefined;
}

export function isBadSequence({ sequence, minSequence }: Inner, current: bigint, ledger: number): boolean {
  // Accounts that are created in this ledger begin with it.
  if (sequence === startingSequence(ledger)) return true;
  if (minSequence !== undefined) return current < minSequence || current >= sequence;
  return current === highest || current + 1n !== sequence;
}

function isTooEarlyForAccount(inner: Inner, source: AccountEntry, { ledger, closeTime }: Rules): boolean {
  const age = BigInt(closeTime - source.sequenceTime);
  return age < inner.minSequenceAge || ledger + 1 - source.sequenceLedger < inner.minSequenceGap;
}

/** The keys of the ledger that a transaction may use: its source, and what its operations name (CAP-77). */
function keysOfTransaction(inner: Inner): string[] {
  const operations = inner.operations.flatMap((operation) => {
    const source = operationSource(operation, inner).account;
    return [source, ...keysOf(operation, source)];
  });
  return [inner.source.account, ...operations];
}

/** Whether the signatures reach the threshold of an operation's source. */
export function checkAuth(
  state: State,
  inner: Inner,
  operation: xdr.Operation,
  signatures: SignatureChecker,
): xdr.OperationResult | undefined {
  const id = operationSource(operation, inner).account;
  const account = state.accounts.get(id);
  if (account !== undefined) {
    const isEnough = signatures.checkAccount(account, account.thresholds[levelOf(operation)]);
    return isEnough ? undefined : xdr.OperationResult.opBadAuth();
  }
  // An operation before it may create the account.
  if (operation.sourceAccount() == null) return xdr.OperationResult.opNoAccount();
  return signatures.checkKey(id) ? undefined : xdr.OperationResult.opBadAuth();
}
