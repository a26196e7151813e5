import {
  type HttpAnswer,
  type HttpGuard,
  largeAnswer,
  RejectedAnswer,
  type RpcGuard,
  type RpcOutcome,
} from '@isochain/core/upstream';
import type { CosmosContext } from '../context.ts';
import { latestBlock, nodeInfo, nodeStatus, rpcStatus } from './node-facts.ts';
import { refusalStatuses, restRefusal } from './query.ts';

type Guarded = Pick<CosmosContext, 'blockAge' | 'nativeId' | 'chain'>;

/** How long a REST endpoint is trusted to be up to date, in milliseconds. */
const freshMs = 60_000;

/** Asks a REST endpoint which network it serves, once. Asks when its latest block was made, every minute. */
export function restGuard(context: Guarded): readonly HttpGuard[] {
  const { blockAge } = context;
  const network: HttpGuard = {
    request: { path: '/cosmos/base/tendermint/v1beta1/node_info', schema: nodeInfo },
    accept: (answer) => requireNetwork(context, answer.ok ? String(answer.value) : undefined),
  };
  const clock: HttpGuard = {
    request: {
      path: '/cosmos/base/node/v1beta1/status',
      schema: nodeStatus,
      refusals: { statuses: refusalStatuses, schema: restRefusal },
    },
    // Nodes before cosmos-sdk 0.50 do not know it. Whole blocks are large on some chains, so the short answer is asked for first.
    instead: (answer) =>
      answer.ok && answer.value !== undefined
        ? undefined
        : { path: '/cosmos/base/tendermint/v1beta1/blocks/latest', schema: latestBlock, maxBytes: largeAnswer },
    accept: (answer: HttpAnswer<unknown, unknown>) => blockAge.check(answer.ok ? Number(answer.value) : Number.NaN),
    forMs: freshMs,
  };
  return blockAge.oldestMs === 0 ? [network] : [network, clock];
}

/** Asks a CometBFT endpoint with every batch which network it serves, and when its latest block was made. */
export function rpcGuard(context: Guarded): RpcGuard {
  const { blockAge } = context;
  const call = { method: 'status', params: {}, schema: rpcStatus };
  const told = (outcome: RpcOutcome | undefined) =>
    outcome?.ok === true ? (outcome.value as { readonly network: string; readonly time: number }) : undefined;
  return {
    chain: { call, accept: (outcome) => requireNetwork(context, told(outcome)?.network) },
    clock:
      blockAge.oldestMs === 0
        ? undefined
        : { call, accept: (outcome) => blockAge.check(told(outcome)?.time ?? Number.NaN) },
  };
}

function requireNetwork({ nativeId, chain }: Guarded, found: string | undefined): void {
  if (found === nativeId) return;
  const isReplaced = found !== undefined && found === chain.replacedNativeId;
  throw new RejectedAnswer(
    isReplaced ? `it serves ${found}, which ${nativeId} replaced` : `it serves another chain than ${nativeId}`,
  );
}
