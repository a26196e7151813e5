import { ask, type Operation, optional, silent } from '@isochain/core/upstream';
import type { Address } from '../address.ts';
import { rpc } from './rpc.ts';

/** So many of those who say that a nonce is used are asked what used it, one after the other. */
const maxEndpoints = 2;
/** Where the nonce is looked for first, in blocks below the tip. Nodes without an archive have the states of some 128 blocks. */
const reaches: readonly (readonly bigint[])[] = [
  [4n, 32n, 120n],
  [1_000n, 10_000n, 100_000n],
];
/** Rounds after that. Each leaves a quarter of the blocks: nine find one among 90,000. */
const maxRounds = 10;

/** An account, and one of its nonces. */
interface Use {
  readonly sender: Address;
  readonly nonce: bigint;
}

/**
 * The transaction in a block that used the nonce of a transaction, its own or another one. Nodes are not made for this question: those that
 * have a method for it are asked by it, and of the others the block is searched in which the count of the sender's transactions went past the
 * nonce. That takes some 14 requests at most, and finds what was used in the last 100,000 blocks, or as far back as the node knows states.
 *
 * @param endpoints - Names of nodes that say that the nonce is used.
 * @returns Its hash; undefined if it was not found, which proves nothing.
 */
export async function findNonceUser(
  endpoints: readonly string[],
  use: Use,
  operation: Operation,
): Promise<string | undefined> {
  for (const endpoint of endpoints.slice(0, maxEndpoints)) {
    const found = await silent(search(endpoint, use, operation));
    if (found !== undefined) return found;
  }
  return undefined;
}

async function search(endpoint: string, use: Use, operation: Operation): Promise<string | undefined> {
  const { sender, nonce } = use;
  const asked = { endpoint, maxAttempts: 1 };
  const { count, tip, direct } = await ask(
    operation,
    {
      count: rpc.transactionCount(sender, 'latest'),
      tip: rpc.blockNumber(),
      direct: optional(rpc.transactionBySenderAndNonce(sender, nonce)),
    },
    asked,
  );
  if (count <= nonce) return undefined;
  const known = direct.ok ? direct.value : null;
  if (known?.blockNumber != null && isUse(known, use)) return known.hash;

  /** The lowest block after which the nonce is used, and the highest after which it is not, as far as is known. */
  let used = tip;
  let unused: bigint | undefined;
  const look = async (blocks: readonly bigint[]) => {
    const counts = await operation.rpcBatch(
      blocks.map((block) => optional(rpc.transactionCount(sender, block))),
      asked,
    );
    for (const [i, block] of blocks.entries()) {
      const outcome = counts[i];
      if (outcome?.ok !== true) continue;
      if (outcome.value <= nonce) unused = unused === undefined || block > unused ? block : unused;
      else if (block < used) used = block;
    }
  };

  for (const reach of reaches) {
    // Before the first block nothing is used.
    if (reach.some((distance) => distance > tip)) unused ??= -1n;
    await look(reach.flatMap((distance) => (distance > tip ? [] : [tip - distance])));
    if (unused !== undefined && unused >= 0n) break;
  }
  if (unused === undefined) return undefined;
  for (let round = 0; used - unused > 1n && round < maxRounds; round += 1) {
    const [from, gap] = [unused, used - unused];
    const blocks = [1n, 2n, 3n].map((quarter) => from + (gap * quarter) / 4n);
    await look([...new Set(blocks)].filter((block) => block > from && block < from + gap));
    // A node that does not know the states between never will.
    if (used - unused === gap) return undefined;
  }
  const { block } = await ask(operation, { block: rpc.sendersIn(used) }, asked);
  return block?.transactions.find((transaction) => isUse(transaction, use))?.hash;
}

function isUse(transaction: { readonly from: string; readonly nonce: bigint }, { sender, nonce }: Use): boolean {
  return transaction.from.toLowerCase() === sender && transaction.nonce === nonce;
}
