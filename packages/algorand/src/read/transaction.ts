import type { ReadTransaction } from '@isochain/core';
import { type Operation, silent } from '@isochain/core/upstream';
import type { AlgorandContext } from '../context.ts';
import type { AlgorandKind } from '../options.ts';
import { type AskOptions, ask, askOne } from '../upstream/ask.ts';
import { indexedTransaction } from '../upstream/queries/indexed.ts';
import { nodeStatus } from '../upstream/queries/network.ts';
import { pendingTransaction } from '../upstream/queries/pending.ts';
import { readAssets, tokensOf } from './names.ts';
import { type Found, parseTransaction } from './parse-transaction.ts';
import { requireId } from './prove-id.ts';

/** A transaction, and what the endpoint wrote. */
interface Told extends Found {
  readonly raw: unknown;
}

type ReadContext = Pick<AlgorandContext, 'chain' | 'endpointsOf' | 'identity' | 'tokenMemory'>;

/**
 * Reads one transaction in one round: a node knows those that wait and those of its last 1,000 rounds, an indexer knows those of blocks. What was signed is proven
 * by the id, if it is a payment, a transfer of an asset, a key registration or a freeze. What came of it is what the endpoint says. If the first endpoints do not
 * have it in a block, all others are asked in a second round.
 *
 * A transaction that nodes threw out of their pools has failed. Its bytes could still be sent again until its last valid round.
 *
 * @param id - Canonical.
 * @returns Undefined if no endpoint knows the transaction.
 * @throws UpstreamError if no endpoint of a kind gave a usable answer, and the others do not know the transaction.
 */
export async function readTransaction(
  context: ReadContext,
  id: string,
  operation: Operation,
): Promise<ReadTransaction | undefined> {
  const kinds = (['algod', 'indexer'] as const).filter((kind) => context.endpointsOf(kind).length > 0);
  const first = await Promise.allSettled(kinds.map((kind) => tellers[kind](context, id, operation)));
  const known = first.flatMap((each) => (each.status === 'fulfilled' && each.value !== undefined ? [each.value] : []));
  const isSure = known.some(({ placed, hasFailed }) => placed !== undefined || hasFailed !== true);
  const found = best(isSure ? known : [...known, ...(await tellOthers(context, kinds, id, operation))]);
  if (found === undefined) {
    const failed = first.find((each) => each.status === 'rejected');
    // The kind that gave no answer may be the one that knows it.
    if (failed !== undefined) throw failed.reason;
    return undefined;
  }
  const assetOf = await readAssets(context, tokensOf(found.row), operation);
  return { parsed: parseTransaction(found, assetOf), raw: found.raw };
}

type Teller = (
  context: ReadContext,
  id: string,
  operation: Operation,
  options?: Pick<AskOptions<never>, 'endpoint' | 'maxAttempts'>,
) => Promise<Told | undefined>;

const tellers: Readonly<Record<AlgorandKind, Teller>> = {
  async algod(context, id, operation, options) {
    const questions = { pending: pendingTransaction(id), status: nodeStatus };
    const { pending, status } = await ask(questions, operation, {
      ...options,
      accept: (answers) => answers.pending && requireId(answers.pending.row, id, context),
    });
    if (pending === undefined) return undefined;
    const { row, confirmedRound: round, isThrownOut: hasFailed, raw } = pending;
    const placed = round === undefined ? undefined : { round, time: undefined };
    return { id, row, placed, hasFailed, head: status.lastRound, raw };
  },
  async indexer(context, id, operation, options) {
    const found = await askOne(indexedTransaction(id), operation, {
      ...options,
      accept: (answer) => answer && requireId(answer.transaction, id, context),
    });
    if (found === undefined) return undefined;
    const { transaction, currentRound: head } = found;
    return { id, row: transaction, placed: transaction.placed, head, raw: transaction.raw };
  },
};

/** One that stands in a block comes first, with its time if it is known. One that waits somewhere comes before one that was thrown out. */
function best(known: readonly Told[]): Told | undefined {
  return (
    known.find(({ placed }) => placed?.time !== undefined) ??
    known.find(({ placed }) => placed !== undefined) ??
    known.find(({ hasFailed }) => hasFailed !== true) ??
    known[0]
  );
}

/** A transaction needs time to reach all nodes, and nodes and indexers may lag. So one endpoint that does not know it proves little. */
async function tellOthers(
  context: ReadContext,
  kinds: readonly AlgorandKind[],
  id: string,
  operation: Operation,
): Promise<Told[]> {
  const answers = await Promise.all(
    kinds.flatMap((kind) => {
      const endpoints = context.endpointsOf(kind);
      if (endpoints.length < 2) return [];
      return endpoints.map((endpoint) => silent(tellers[kind](context, id, operation, { endpoint, maxAttempts: 1 })));
    }),
  );
  return answers.flatMap((answer) => answer ?? []);
}
