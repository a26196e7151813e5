import {
  type Answers,
  type AskOptions,
  askGuarded,
  type Operation,
  type Questions,
  type RpcCall,
  type RpcOutcome,
} from '@isochain/core';
import type { SolanaContext } from './chains.ts';
import type { Clock } from './layouts.ts';
import { rpc, type TimedCall } from './rpc.ts';

export { type Answers, type FallibleCall, fallible, optional, type Questions } from '@isochain/core';

/**
 * Asks one endpoint several things at once, and makes sure that it serves this cluster, and that its latest block is not too old. Where none of the
 * questions reads the clock, one more does.
 */
export async function ask<const Q extends Questions>(
  context: SolanaContext,
  operation: Operation,
  questions: Q,
): Promise<Answers<Q>> {
  if (context.blockAge.oldestMs === 0) return askAnyway(context, operation, questions);
  const timed: Questions = Object.values(questions).some(isTimed) ? questions : { ...questions, '': rpc.clock() };
  // The genesis hash comes first.
  const clockAt = 1 + Object.values(timed).findIndex(isTimed);
  // The answer of ours stands beside theirs.
  return (await askGuarded(
    operation,
    { call: rpc.genesisHash(), accept: acceptTimed(context, clockAt) },
    timed,
  )) as Answers<Q>;
}

type Accept = (outcomes: readonly RpcOutcome[]) => void;

/** By the place of the clock's answer. Reads that are looked at by different functions are not coalesced, so each is made once for an opened chain. */
const acceptors = new WeakMap<SolanaContext, Map<number, Accept>>();

/** Looks at answers: the first is the genesis hash, and the clock is at a place of its own. */
function acceptTimed(context: SolanaContext, clockAt: number): Accept {
  const made = acceptors.get(context) ?? new Map<number, Accept>();
  acceptors.set(context, made);
  const accept =
    made.get(clockAt) ??
    ((outcomes: readonly RpcOutcome[]) => {
      context.acceptChain(outcomes);
      const outcome = outcomes[clockAt] as RpcOutcome<{ readonly clock: Clock }> | undefined;
      if (outcome?.ok === true) context.blockAge.check(1000 * Number(outcome.value.clock.unixTimestamp));
    });
  made.set(clockAt, accept);
  return accept;
}

function isTimed(call: RpcCall): boolean {
  return (call as Partial<TimedCall<unknown>>).timed === true;
}

/**
 * The same of a node that may lag: where what it says counts all the same, or where the age of its blocks was looked at just before.
 *
 * @param asked - The name of the only endpoint to ask, or how it is asked.
 */
export function askAnyway<const Q extends Questions>(
  context: SolanaContext,
  operation: Operation,
  questions: Q,
  asked?: string | AskOptions,
): Promise<Answers<Q>> {
  return askGuarded(operation, { call: rpc.genesisHash(), accept: context.acceptChain }, questions, asked);
}
