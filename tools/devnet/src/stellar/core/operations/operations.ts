import { xdr } from '@stellar/stellar-base';
import type { Scope } from '../session.ts';
import { accountMerge } from './account-merge.ts';
import { bumpSequence } from './bump-sequence.ts';
import { changeTrust } from './change-trust.ts';
import { claimClaimableBalance, createClaimableBalance } from './claimable-balance.ts';
import { createAccount } from './create-account.ts';
import type { Level, OperationKind } from './kind.ts';
import { manageData } from './manage-data.ts';
import { pathPaymentStrictReceive, pathPaymentStrictSend } from './path-payment.ts';
import { payment } from './payment.ts';
import { setOptions } from './set-options.ts';
import { beginSponsoring, endSponsoring } from './sponsoring.ts';
import { allowTrust, setTrustLineFlags } from './trust-flags.ts';

/** By the XDR's name of the type. Any other operation is op_not_supported. */
const kinds: Readonly<Record<string, OperationKind>> = {
  accountMerge,
  allowTrust,
  beginSponsoringFutureReserves: beginSponsoring,
  bumpSequence,
  changeTrust,
  claimClaimableBalance,
  createAccount,
  createClaimableBalance,
  endSponsoringFutureReserves: endSponsoring,
  manageData,
  pathPaymentStrictReceive,
  pathPaymentStrictSend,
  payment,
  setOptions,
  setTrustLineFlags,
};

const kindOf = (operation: xdr.Operation): OperationKind | undefined => kinds[operation.body().switch().name];

/** Which threshold of its source an operation must reach. */
export function levelOf(operation: xdr.Operation): Level {
  return kindOf(operation)?.level?.(operation.body()) ?? 'med';
}

/** What core refuses without a look at the ledger. Undefined: nothing. `source` is the G... of the operation's source. */
export function checkOperation(operation: xdr.Operation, source: string): xdr.OperationResult | undefined {
  const kind = kindOf(operation);
  return kind === undefined ? xdr.OperationResult.opNotSupported() : kind.check?.(operation.body(), source);
}

/** Runs an operation that `checkOperation` has nothing against. It may write before it fails: then its state must be thrown away. */
export function applyOperation(scope: Scope): xdr.OperationResult {
  return kindOf(scope.operation)?.apply(scope, scope.operation.body()) ?? xdr.OperationResult.opNotSupported();
}

/** The result of an operation that was not looked at: success, without contents. */
export function blankResult(operation: xdr.Operation): xdr.OperationResult {
  return kindOf(operation)?.blank() ?? xdr.OperationResult.opNotSupported();
}

/** The keys of the ledger, beside its source, that the operation may not use while they are frozen. */
export function keysOf(operation: xdr.Operation, source: string): string[] {
  return kindOf(operation)?.keys?.(operation.body(), source) ?? [];
}
