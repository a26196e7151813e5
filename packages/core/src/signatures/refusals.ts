import { RefusedError, refuse } from '../errors.ts';
import { problem } from '../problem.ts';

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

/** `signature.otherTransaction`: the client sent a whole signed transaction, and it is not the encoded one. */
export function otherTransaction(): RefusedError {
  return refuse('signature.otherTransaction', {}, signatureField);
}
