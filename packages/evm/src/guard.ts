import type { BlockAge, ChainGuard, RpcOutcome } from '@isochain/core';
import type { EvmChain } from './chains.ts';
import { feeModels } from './fees/fee-models.ts';
import { rpc } from './rpc.ts';

/**
 * What is asked of a node beside every question: which chain it serves, and when its latest block was made. Made once for an opened chain. Where
 * nobody wants to know how old that block is, it is not asked for.
 */
export function createGuard({ feeClass }: EvmChain, acceptChain: ChainGuard['accept'], blockAge: BlockAge): ChainGuard {
  const call = rpc.chainId();
  if (blockAge.oldestMs === 0) return { call, accept: acceptChain };
  // Where the price is read from the block too, it is the same question, and asked once.
  const clock = feeModels[feeClass].needs.includes('block') ? rpc.latestBlock() : rpc.latestTime();
  return {
    call,
    clock,
    accept(outcomes) {
      acceptChain(outcomes);
      const latest = outcomes[1] as RpcOutcome<{ timestamp: bigint }> | undefined;
      if (latest?.ok === true) blockAge.check(Number(latest.value.timestamp) * 1000);
    },
  };
}
