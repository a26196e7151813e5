import { findSecret, problem, RefusedError, type SharedForm } from '@isochain/core';

const field = 'transaction.data.memo';

/**
 * Words that texts can hardly do without, in the languages that write them most. None of them is in a list of words of recovery phrases (BIP39; that of Algorand
 * is the English one). A text of twelve words in a row is no phrase if one of them is here.
 */
const textWords =
  'the and for with from are was has had not but his her our your their its thanks been were these those which ' +
  'der die das und für von den dem des ein eine ist nicht auf sich auch mit zum zur bei ' +
  'que los las por con para una del les est pour dans qui pas avec une che per non della het een voor';

const textWord = new RegExp(`(?<!\\p{L})(?:${textWords.replaceAll(' ', '|')})(?!\\p{L})`, 'iu');

/** What hashes and signatures of other chains look like. */
const notes: readonly SharedForm[] = ['bytes32', 'bytes32AfterSlash', 'bytes64', 'base58of64', 'base64of64'];

/**
 * Refuses a private key or a recovery phrase in the place of a memo before anything is asked, so that no answer repeats it. A note is public for ever.
 *
 * Hashes and signatures of other chains have the form of bare keys, and are sensible memos: they pass.
 *
 * @throws RefusedError `secret.exposed`.
 */
export function refuseExposedMemo(memo: string | undefined): void {
  if (memo === undefined) return;
  const whats = memo.split(textWord).map((part) => findSecret(part, notes));
  const what = whats.find((found) => found !== undefined);
  if (what !== undefined) throw new RefusedError([problem('secret.exposed', { field, what }, field)]);
}
