import { type Operation, silent } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import { isKey } from '../address/public-key.ts';
import type { AlgorandContext } from '../context.ts';
import { askOne } from './ask.ts';
import { type SignatureType, signatureType } from './queries/signature-type.ts';

/** How long to wait for the indexer, in milliseconds. The answer is not necessary, so a slow indexer must not hold up encode. */
const patienceMs = 500;

/**
 * How the sender signed last, by one attempt at one indexer. It is asked beside the questions to the node.
 *
 * @param key - What the client sent as senderPubKey. If it is the sender's own, the client has shown that there is a single key, and nothing is asked.
 * @returns Undefined if no indexer tells.
 */
export async function askSignatureType(
  { endpointsOf }: Pick<AlgorandContext, 'endpointsOf'>,
  sender: Address,
  key: Address | undefined,
  operation: Operation,
): Promise<SignatureType> {
  if (key === sender || !isKey(sender)) return undefined;
  const indexers = endpointsOf('indexer');
  // An indexer that failed lately is not waited for.
  const endpoint = operation.status().find(({ name, healthy }) => healthy && indexers.includes(name))?.name;
  if (endpoint === undefined) return undefined;
  return silent(askOne(signatureType(sender), operation, { endpoint, maxAttempts: 1, timeoutMs: patienceMs }));
}
