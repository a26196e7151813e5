import { UpstreamError } from '@isochain/core';
import { ask, type Operation, optional, type RequestOptions } from '@isochain/core/upstream';
import type { EvmContext } from '../../context.ts';
import type { Source } from '../../upstream/explorers/explorer.ts';
import type { Row } from '../../upstream/explorers/rows.ts';
import { rpc } from '../../upstream/rpc.ts';

// Explorers do not say which chain they serve, and accounts look alike on all chains. The time of a block tells chains apart: no two have a block of
// the same height at the same time.

/** How far two times of one block may differ, in milliseconds: near the tip two endpoints may know different blocks of one height. */
const mostApartMs = 300_000;

/** How many other nodes are asked if the first contradicts an explorer. */
const mostOthers = 2;

/** How many blocks an explorer may be ahead of a node. A node that answers at all lags behind by less. */
const mostAhead = 10_000n;

/**
 * Compares a block that an explorer listed with a node's block of that height, once for each explorer endpoint. If there is nothing to compare (no
 * row, no node that answers, or no node with the block) the next page is compared.
 *
 * If they differ, other nodes are asked: no single node decides.
 *
 * @param head - Height of the node. Undefined if it did not tell.
 * @throws UpstreamError if the explorer serves another chain.
 */
export async function proveChain(
  context: EvmContext,
  source: Source,
  rows: readonly Row[],
  head: bigint | undefined,
  operation: Operation,
): Promise<void> {
  const { endpoint, explorer } = source;
  if (head === undefined || explorer.proven.has(endpoint)) return;
  const dated = rows.flatMap(({ block, timestamp }) =>
    block === undefined || timestamp === undefined ? [] : [{ block, timestamp }],
  );
  const common = dated.filter(({ block }) => block <= head);
  const [first, ...rest] = common;
  if (first === undefined) {
    if (dated.length > 0 && dated.every(({ block }) => block > head + mostAhead)) throw otherChain(context, source);
    return;
  }
  // The newest block, as nodes forget old ones.
  const witness = rest.reduce((newest, row) => (row.block > newest.block ? row : newest), first);
  const isNear = (time: number | undefined) => time !== undefined && Math.abs(time - witness.timestamp) <= mostApartMs;
  let answeredBy: string | undefined;
  const time = await timeOf(witness.block, operation, { answeredBy: (name) => (answeredBy = name) });
  if (time === undefined) return;
  // One node that lies must not block the histories of honest explorers.
  const others = isNear(time) ? [] : nodesBut(answeredBy, operation).slice(0, mostOthers);
  const times = await Promise.all(others.map((node) => timeOf(witness.block, operation, { endpoint: node })));
  if (![time, ...times].some(isNear)) throw otherChain(context, source);
  explorer.proven.add(endpoint);
}

function nodesBut(one: string | undefined, operation: Operation): string[] {
  return operation.status().flatMap(({ name, kind }) => (kind === 'rpc' && name !== one ? [name] : []));
}

/** @returns Milliseconds since 1970. Undefined if no node tells. */
async function timeOf(
  height: bigint,
  operation: Operation,
  asked: Pick<RequestOptions, 'endpoint' | 'answeredBy'>,
): Promise<number | undefined> {
  try {
    const questions = { block: optional(rpc.block(height)) };
    const { block } = await ask(operation, questions, { maxAttempts: 1, mayLag: true, ...asked });
    return block.ok && block.value !== null ? Number(block.value.timestamp) * 1000 : undefined;
  } catch (error) {
    if (error instanceof UpstreamError) return undefined;
    throw error;
  }
}

function otherChain({ chainId }: EvmContext, { explorer, endpoint }: Source): UpstreamError {
  explorer.doubted.add(endpoint);
  return new UpstreamError(chainId, [{ endpoint, outcome: 'rejected', detail: 'it serves another chain', ms: 0 }]);
}
