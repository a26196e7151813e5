import { RejectedAnswer, type RpcGuard, type RpcOutcome } from '@isochain/core/upstream';
import type { StarknetContext } from '../context.ts';
import { type LatestBlock, rpc } from './rpc.ts';

/**
 * Asks a node, with every question, which chain it serves, which version of the interface it speaks, and when its latest block was made. Made once for an
 * opened chain. The block is not asked for if its age is not checked.
 */
export function nodeGuard({ chain, blockAge }: Pick<StarknetContext, 'chain' | 'blockAge'>): RpcGuard {
  const guard: RpcGuard = {
    chain: [
      {
        call: rpc.chainId(),
        accept(outcome) {
          if (outcome?.ok !== true || outcome.value !== chain.id) throw new RejectedAnswer('it serves another chain');
        },
      },
      {
        call: rpc.specVersion(),
        accept(outcome) {
          const isKnown = outcome?.ok === true && /^0\.(?:9|10)\.\d/.test(String(outcome.value));
          if (!isKnown) throw new RejectedAnswer('it speaks another version of the interface than 0.9 and 0.10');
        },
      },
    ],
  };
  if (blockAge.oldestMs === 0) return guard;
  const accept = (outcome: RpcOutcome | undefined) => {
    const latest = outcome as RpcOutcome<LatestBlock> | undefined;
    if (latest?.ok === true) blockAge.check(latest.value.timestamp * 1000);
  };
  return { ...guard, clock: { call: rpc.latestBlock(), accept } };
}
