import { ask, type Operation, optional, silent } from '@isochain/core/upstream';
import type { Address } from '../address.ts';
import { rpc } from './rpc.ts';

/** How many of the endpoints that call a nonce used are asked what used it, one after the other. */
const maxEndpoints = 2;
/** Where to look first, in blocks below the tip. Nodes without an archive have the states of some 128 blocks. */
const reaches: readonly (readonly bigint[])[] = [
  [4n, 32n, 120n],
  [1_000n, 10_000n, 100_000n],
];
/** The most rounds after that. Each leaves a quarter of the blocks: nine find one among 90,000. */
const maxRounds = 10;

/** An account, and one of its nonces. */
interface Use {
  readonly sender: Address;
  readonly nonce: bigint;
}

/**
 * Finds the mined transaction that used a nonce: the one that was sent, or another one. Some nodes have a method for it. For the others we search the
 * block after which the sender's transaction count is above the nonce. That takes some 14 requests at most. It finds nonces used in the last 100,000
 * blocks, or as far back as the node has states.
 *
 * @param endpoints - Names of nodes that say that the nonce is used.
 * @returns Its hash. Undefined if it was not found, which proves nothing.
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

  /** The lowest block at which the nonce is known to be used, and the highest at which it is known to be unused. */
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
    // Before the first block no nonce is used.
    if (reach.some((distance) => distance > tip)) unused ??= -1n;
    await look(reach.flatMap((distance) => (distance > tip ? [] : [tip - distance])));
    if (unused !== undefined && unused >= 0n) break;
  }
  if (unused === undefined) return undefined;
  for (let round = 0; used - unused > 1n && round < maxRounds; round += 1) {
    const [from, gap] = [unused, used - unused];
    const blocks = [1n, 2n, 3n].map((quarter) => from + (gap * quarter) / 4n);
    await look([...new Set(blocks)].filter((block) => block > from && block < from + gap));
    // The node lacks the states between: more rounds do not help.
    if (used - unused === gap) return undefined;
  }
  const { block } = await ask(operation, { block: rpc.sendersIn(used) }, asked);
  return block?.transactions.find((transaction) => transaction !== undefined && isUse(transaction, use))?.hash;
}

function isUse(transaction: { readonly from: string; readonly nonce: bigint }, { sender, nonce }: Use): boolean {
  return transaction.from.toLowerCase() === sender && transaction.nonce === nonce;
}
