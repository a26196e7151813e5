import { findSecret, problem, RefusedError } from '@isochain/core';

const field = 'transaction.data.memo';

/**
 * Refuses a private key or a recovery phrase in the place of a memo before anything is asked, so that no answer repeats it. A hash of 32 bytes looks like a key
 * too: that is a memo. All other forms are longer than a memo.
 *
 * @throws RefusedError `secret.exposed`.
 */
export function refuseExposedMemo(memo: string | undefined): void {
  const what = memo === undefined ? undefined : findSecret(memo, ['bytes32', 'bytes32AfterSlash']);
  if (what !== undefined) throw new RefusedError([problem('secret.exposed', { field, what }, field)]);
}
