import { RefusedError, refuse } from '../errors.ts';
import { type Problem, problem } from '../problem.ts';
import type { EncodedItem } from '../schema/encoded.ts';

/** The field that refusals of a signature name. */
export const signatureField = 'transaction.signature';

/**
 * `signature.malformed`: the text is no signature in any form that the family knows.
 *
 * @param reason - Ends the sentence "The signature could not be read: ...".
 */
export function malformed(reason: string, cause?: unknown): RefusedError {
  return refuse('signature.malformed', { reason }, signatureField, cause === undefined ? {} : { cause });
}

/**
 * `signature.mismatch`: the sender did not sign these bytes.
 *
 * @param hint - What else may be wrong, worded like `reason` of `malformed`. It becomes a second problem.
 */
export function mismatch(hint?: string): RefusedError {
  const first = problem('signature.mismatch', {}, signatureField);
  return new RefusedError(
    hint === undefined ? [first] : [first, problem('signature.malformed', { reason: hint }, signatureField)],
  );
}

/** `signature.otherTransaction`, with what was signed instead. */
export class OtherTransactionError extends RefusedError {
  /** In the form of `encoded`, so that core can say what the wallet changed. Undefined if it has no such form. */
  readonly signed: EncodedItem | undefined;

  constructor(signed: EncodedItem | undefined, further: readonly Problem[] = []) {
    super([problem('signature.otherTransaction', {}, signatureField), ...further]);
    this.signed = signed;
  }
}

/**
 * `signature.otherTransaction`: the client sent a whole signed transaction, and it is not the encoded one.
 *
 * @param signed - What was signed, in the form of `encoded`. Core reads it with `explain`, and names each field that the wallet changed.
 * @param hint - What `explain` does not show, worded like `reason` of `malformed`. It becomes a second problem.
 */
export function otherTransaction(signed?: EncodedItem['raw'], hint?: string): OtherTransactionError {
  const further = hint === undefined ? [] : [problem('signature.malformed', { reason: hint }, signatureField)];
  return new OtherTransactionError(signed && { raw: signed }, further);
}
