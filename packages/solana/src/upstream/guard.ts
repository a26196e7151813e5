import { RejectedAnswer, type RpcGuard, type RpcOutcome } from '@isochain/core/upstream';
import type { SolanaContext } from '../context.ts';
import type { Clock } from '../layouts/index.ts';
import { rpc, tellsTime } from './rpc.ts';

/** Asks a node, with every question, which cluster it serves and when its latest block was made. Many answers tell the time too. */
export function nodeGuard({ genesisHash, blockAge }: Pick<SolanaContext, 'genesisHash' | 'blockAge'>): RpcGuard {
  const accept = (outcome: RpcOutcome | undefined) => {
    if (genesisHash === undefined || (outcome?.ok === true && outcome.value === genesisHash)) return;
    throw new RejectedAnswer('it serves another chain');
  };
  const acceptClock = (outcome: RpcOutcome | undefined) => {
    const told = outcome as RpcOutcome<{ readonly clock: Clock }> | undefined;
    if (told?.ok === true) blockAge.check(1000 * Number(told.value.clock.unixTimestamp));
  };
  const clock = blockAge.oldestMs === 0 ? undefined : { call: rpc.clock(), isToldBy: tellsTime, accept: acceptClock };
  return { chain: { call: rpc.genesisHash(), accept }, clock };
}
