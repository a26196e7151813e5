import { refuse } from '@isochain/core';
import { type HttpGuard, isoTime, largeAnswer, type RpcGuard, StandingStill } from '@isochain/core/upstream';
import * as z from 'zod';
import type { UtxoContext } from '../context.ts';
import { timeSchema } from './common-schemas.ts';

// When the latest block of an upstream was made. One whose chain stands still answers everything else as if all were well.

/** Over HTTP it is asked again after this time, in milliseconds: next to nothing of what the latest block may be old. */
const recheckMs = 600_000;

/** Blocks may be two hours ahead of a node's clock (Bitcoin Core, src/chain.h: MAX_FUTURE_BLOCK_TIME), and those of testnet4 often are; our clock may be behind. */
const aheadMs = 2 * 3_600_000 + recheckMs;

/** @throws StandingStill if the block is too old; RejectedAnswer if its time cannot be. */
function check({ blockAge, still, now }: UtxoContext, latestAt: number): void {
  const time = now();
  try {
    blockAge.check(latestAt > time && latestAt <= time + aheadMs ? time : latestAt);
  } catch (error) {
    if (error instanceof StandingStill)
      Object.assign(still, { latestAt: Math.max(latestAt, still.latestAt ?? 0), seenAt: time });
    throw error;
  }
}

/**
 * To be called before a transaction is sent. It asks nobody: who sends has encoded before.
 *
 * @throws RefusedError `chain.standsStill` if upstreams stood still a short while ago, and none was seen that moves.
 */
export function requireMoving({ blockAge, still, now, identity }: UtxoContext): void {
  const { latestAt, seenAt = Number.NEGATIVE_INFINITY } = still;
  if (latestAt === undefined || now() - seenAt > recheckMs || blockAge.isMoving()) return;
  const context = { chain: identity.name, date: isoTime(latestAt), latestAt: String(latestAt) };
  throw refuse('chain.standsStill', context);
}

/** Undefined where the operator wants no check. */
function guardOf(context: UtxoContext, request: HttpGuard['request']): HttpGuard | undefined {
  const { oldestMs } = context.blockAge;
  if (oldestMs === 0) return undefined;
  return {
    request,
    forMs: Math.min(recheckMs, oldestMs / 10),
    accept(answer) {
      // What does not say it is trusted without.
      if (answer.ok) check(context, answer.value as number);
    },
  };
}

const esploraBlocks = z
  .array(z.object({ timestamp: timeSchema }))
  .min(1)
  .transform((blocks) => 1000 * Math.max(...blocks.map(({ timestamp }) => timestamp)));

/** The newest blocks, ten or more (Blockstream/electrs and mempool/electrs, src/rest.rs: `blocks`). Servers that do not list them are not checked. */
export function esploraAge(context: UtxoContext): HttpGuard | undefined {
  const refusals = { statuses: [400, 404, 405, 501], schema: z.unknown() };
  return guardOf(context, { path: '/blocks', schema: esploraBlocks, refusals, maxBytes: largeAnswer });
}

/** RFC 3339, with up to nine decimals. */
const blockbookTime = z
  .object({ blockbook: z.object({ lastBlockTime: z.iso.datetime({ offset: true }) }) })
  .transform(({ blockbook }) => Date.parse(blockbook.lastBlockTime));

/** When the indexer took the latest block: not earlier than the block itself (trezor/blockbook, common/internalstate.go: LastSync). */
export function blockbookAge(context: UtxoContext): HttpGuard | undefined {
  return guardOf(context, { path: '/api/', schema: blockbookTime });
}

const nodeInfo = z
  .object({ time: timeSchema.nullish(), mediantime: timeSchema })
  .transform(({ time, mediantime }) => 1000 * (time ?? mediantime));

/**
 * What a node says of its chain: the time of the latest block since Bitcoin Core 23, and of the middle one of eleven before that.
 *
 * @returns undefined where nothing is checked.
 */
export function coreAge(context: UtxoContext): RpcGuard['clock'] {
  if (context.blockAge.oldestMs === 0) return undefined;
  return {
    call: { method: 'getblockchaininfo', params: [], schema: nodeInfo, isEndpointFailure: () => true },
    // Another question has a part of the same answer, and no time.
    isToldBy: () => false,
    accept(outcome) {
      if (outcome?.ok) check(context, outcome.value as number);
    },
  };
}
