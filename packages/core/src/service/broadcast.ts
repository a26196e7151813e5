import { chainNames } from '../chain-ids.ts';
import type { Bytes, SignedTransaction } from '../contract/bytes.ts';
import type { FamilyTypes } from '../contract/family-types.ts';
import { refuse } from '../errors.ts';
import type { ChainAdapter } from '../family.ts';
import { type Problem, problem } from '../problem.ts';
import type { EncodedItem } from '../schema/encoded.ts';
import type { CompletedData } from '../schema/transaction-data.ts';
import { canonicalJson } from './canonical-json.ts';
import { chainOfChecksum, verifyChecksum } from './checksum.ts';
import { isEmpty } from './ignored.ts';
import { collect, parseCompletedData, parseData, parseEncoded, requireMode, throwAll } from './intent.ts';
import { finalized, rebuild } from './rebuild.ts';

/** Input of broadcast. Nothing in it is trusted. */
export interface BroadcastInput {
  readonly data: unknown;
  readonly encoded: unknown;
  readonly signature: unknown;
}

/**
 * Makes all checks of a broadcast: encode returned the data, the data encodes to the items, and the sender made the signature. No network.
 *
 * @returns The signed transaction, its plan, and the data without the checksum.
 */
export async function checkBroadcast<T extends FamilyTypes>(
  adapter: ChainAdapter<T>,
  input: BroadcastInput,
): Promise<{ signed: SignedTransaction; plan: T['plan']; data: CompletedData }> {
  const { received, encoded, signature } = readInput(adapter, input);
  const data = unseal(adapter, received);
  const made = rebuild(adapter.bytes, data);
  const { plan, items } = made;
  if (typeof encoded !== 'string') requireSameItems(items, encoded);
  else if (encoded !== items[0]?.raw?.value) throw refuse('encoded.mismatch', {}, 'transaction.encoded');
  return { signed: await finalized(adapter.bytes, made, signature), plan, data };
}

interface Received {
  readonly received: CompletedData;
  /** Earlier clients of services with this interface send the first raw transaction alone. */
  readonly encoded: EncodedItem[] | string;
  readonly signature: string;
}

/** @throws RefusedError with a problem for everything that is missing or has a wrong form. */
function readInput<T extends FamilyTypes>(adapter: ChainAdapter<T>, input: BroadcastInput): Received {
  const problems: Problem[] = [];
  const received = collect(problems, () => parseCompletedData(input.data));
  // A mode that the chain does not have is refused first. Complete data are not refused here: they may be another chain's, and that error says more.
  if (received === undefined) parseMode(adapter, input.data);
  const encoded = collect(problems, () =>
    typeof input.encoded === 'string' ? input.encoded : parseEncoded(input.encoded ?? undefined),
  );
  const signature = typeof input.signature === 'string' ? input.signature.trim() : input.signature;
  if (isEmpty(signature) || typeof signature !== 'string') {
    const field = 'transaction.signature';
    const expected = isEmpty(signature) ? 'is required' : 'must be a string';
    problems.push(problem('request.invalid', { field, expected }, field));
  }
  throwAll(problems);
  // If one of them were missing, `throwAll` would have thrown.
  return { received, encoded, signature } as Received;
}

/** @throws RefusedError `mode.unsupported` */
function parseMode<T extends FamilyTypes>(adapter: ChainAdapter<T>, data: unknown): void {
  const problems: Problem[] = [];
  collect(problems, () => parseData(data, adapter));
  throwAll(problems.filter(({ code }) => code === 'mode.unsupported'));
}

/**
 * Checks that encode returned this data on this chain, and removes the checksum.
 *
 * @throws RefusedError `data.otherChain` or `data.altered`
 */
export function unseal<T extends FamilyTypes>(adapter: ChainAdapter<T>, received: CompletedData): CompletedData {
  const data = verifyChecksum(adapter.bytes.chainId, received);
  if (data === undefined) {
    requireThisChain(adapter.bytes, received);
    throw refuse('data.altered', { reason: 'it does not match params.checksum' }, 'transaction.data');
  }
  requireMode(adapter, data.mode);
  return data;
}

/** @throws RefusedError `data.otherChain` if encode returned this data on another chain. */
export function requireThisChain(
  { chainId, identity }: Pick<Bytes, 'chainId' | 'identity'>,
  received: CompletedData,
): void {
  const other = chainOfChecksum(received);
  if (other === undefined || other === chainId) return;
  const context = { other: chainNames[other], chain: identity.name };
  throw refuse('data.otherChain', context, 'transaction.data');
}

/** @throws RefusedError `encoded.mismatch` */
export function requireSameItems(expected: readonly EncodedItem[], received: readonly EncodedItem[]): void {
  if (canonicalJson(expected) !== canonicalJson(received)) throw refuse('encoded.mismatch', {}, 'transaction.encoded');
}
