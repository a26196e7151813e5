import { RejectedAnswer, type RpcGuard, type RpcOutcome } from '@isochain/core/upstream';
import type { EvmContext } from '../context.ts';
import { feeModels } from '../fees/fee-models.ts';
import { rpc } from './rpc.ts';

/**
 * Asks a node, with every question, which chain it serves and when its latest block was made. Made once for an opened chain. The block is not asked
 * for if its age is not checked.
 */
export function nodeGuard({ chain, blockAge }: Pick<EvmContext, 'chain' | 'blockAge'>): RpcGuard {
  const guard = chainGuard({ chain });
  if (blockAge.oldestMs === 0) return guard;
  // If prices need the block too, it is the same question, and asked once.
  const call = feeModels[chain.feeClass].needs.includes('block') ? rpc.latestBlock() : rpc.latestTime();
  const accept = (outcome: RpcOutcome | undefined) => {
    const latest = outcome as RpcOutcome<{ timestamp: bigint }> | undefined;
    if (latest?.ok === true) blockAge.check(Number(latest.value.timestamp) * 1000);
  };
  return { ...guard, clock: { call, accept } };
}

/** Which chain an endpoint serves. */
export function chainGuard({ chain }: Pick<EvmContext, 'chain'>) {
  return {
    chain: {
      call: rpc.chainId(),
      accept(outcome) {
        const isOurs = outcome?.ok === true && outcome.value === BigInt(chain.id);
        if (!isOurs) throw new RejectedAnswer('it serves another chain');
      },
    },
  } satisfies RpcGuard;
}
