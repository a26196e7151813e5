import { attempt, fromHex, sha256, toHex } from '@isochain/core';
import { RejectedAnswer } from '@isochain/core/upstream';
import { type Content, readContent } from '../bytes/content.ts';
import { readRawData } from '../bytes/raw-data.ts';
import { hexText, walletTransaction } from '../bytes/wallet-transaction.ts';

/**
 * Reads what was signed in a transaction of an upstream. The id is the hash of the bytes, so nobody can change them. The JSON beside them must say the
 * same: answers pass it on.
 *
 * @throws RejectedAnswer if the bytes are not those of the id, or the JSON says something else.
 */
export function signedContent(id: string, hex: string, json: unknown): Content {
  const raw = fromHex(hex);
  if (raw === undefined || toHex(sha256(raw)) !== id)
    throw new RejectedAnswer('the bytes of a transaction are not those of its id');
  const read = attempt(() => readRawData(raw));
  if (read !== undefined && json != null && !agrees(walletTransaction(read, raw).raw_data, json))
    throw new RejectedAnswer('the JSON of a transaction is not what its bytes say');
  return readContent(raw);
}

/** Whether JSON of an upstream says what ours does. Names of TRC-10 tokens may be hex or text; what is 0 may be absent. */
function agrees(ours: unknown, theirs: unknown): boolean {
  if (Array.isArray(ours))
    return Array.isArray(theirs) && ours.length === theirs.length && ours.every((each, i) => agrees(each, theirs[i]));
  if (typeof ours === 'object' && ours !== null) {
    if (typeof theirs !== 'object' || theirs === null) return false;
    return Object.entries(ours).every(([key, value]) => agrees(value, (theirs as Record<string, unknown>)[key]));
  }
  if (theirs === undefined) return ours === undefined || ours === 0 || ours === '' || ours === false;
  return (
    String(ours).toLowerCase() === String(theirs).toLowerCase() ||
    (typeof ours === 'string' && hexText(ours) === theirs)
  );
}
