import { xdr } from '@stellar/stellar-base';
import type { Scope } from '../session.ts';

export type Level = 'low' | 'med' | 'high';

/** What core does with one type of operation. */
export interface OperationKind {
  /** Which threshold of its source it must reach (getThresholdLevel of its frame). 'med' if it is left out. */
  level?(body: xdr.OperationBody): Level;
  /** What core refuses without a look at the ledger (doCheckValid). `source` is the G... of the operation's source. */
  check?(body: xdr.OperationBody, source: string): xdr.OperationResult | undefined;
  /** Runs it (doApply). It may write before it fails: then its state must be thrown away. */
  apply(scope: Scope, body: xdr.OperationBody): xdr.OperationResult;
  /** Success without contents. Core writes it for operations that it has not looked at. */
  blank(): xdr.OperationResult;
  /** The keys of the ledger, beside its source, that may be frozen (doesAccessFrozenKey). */
  keys?(body: xdr.OperationBody, source: string): string[];
}

export const inner = (result: xdr.OperationResultTr): xdr.OperationResult => xdr.OperationResult.opInner(result);

export const big = (value: { toString(): string }): bigint => BigInt(value.toString());
