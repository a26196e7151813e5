import { RejectedAnswer, type RpcGuard, type RpcOutcome } from '@isochain/core/upstream';
import type { StarknetContext } from '../context.ts';
import { type LatestBlock, rpc } from './rpc.ts';
import { createVersions, remarkOn } from './versions.ts';

/**
 * Asks a node, with every question, which chain it serves, which version of the interface it speaks, and when its latest block was made. Made once for an
 * opened chain. The block is not asked for if its age is not checked.
 */
export function nodeGuard({ chain, blockAge }: Pick<StarknetContext, 'chain' | 'blockAge'>): RpcGuard {
  const versions = createVersions(blockAge.oldestMs !== 0);
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
        accept: (outcome, told) => versions.accept(outcome, told?.(rpc.latestBlock())),
        remark: remarkOn,
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
