import { refuse } from '@isochain/core';
import { type HttpGuard, isoTime, largeAnswer, type RpcGuard, StandingStill } from '@isochain/core/upstream';
import * as z from 'zod';
import type { UtxoContext } from '../context.ts';
import { timeSchema } from './common-schemas.ts';

// How old the latest block of an upstream is. If its chain stands still, it answers everything else as if all were well.

/** Over HTTP the age is asked again after this time, in milliseconds. It is short compared with the age that is allowed. */
const recheckMs = 600_000;

/** Blocks may be two hours ahead of a node's clock (Bitcoin Core, src/chain.h: MAX_FUTURE_BLOCK_TIME), and those of testnet4 often are; our clock may be behind. */
const aheadMs = 2 * 3_600_000 + recheckMs;

/** @throws StandingStill if the block is too old; RejectedAnswer if its time is impossible. */
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
 * To be called before a transaction is sent. It makes no request: encode has asked before.
 *
 * @throws RefusedError `chain.standsStill` if upstreams stood still a short while ago, and none was seen to move.
 */
export function requireMoving({ blockAge, still, now, identity }: UtxoContext): void {
  const { latestAt, seenAt = Number.NEGATIVE_INFINITY } = still;
  if (latestAt === undefined || now() - seenAt > recheckMs || blockAge.isMoving()) return;
  const context = { chain: identity.name, date: isoTime(latestAt), latestAt: String(latestAt) };
  throw refuse('chain.standsStill', context);
}

/** @returns Undefined if the operator wants no check. */
function guardOf(context: UtxoContext, request: HttpGuard['request']): HttpGuard | undefined {
  const { oldestMs } = context.blockAge;
  if (oldestMs === 0) return undefined;
  return {
    request,
    forMs: Math.min(recheckMs, oldestMs / 10),
    accept(answer) {
      // Endpoints that do not tell are not checked.
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
 * The time of a node's latest block. Nodes before Bitcoin Core 23 tell the median time of the last eleven blocks instead.
 *
 * @returns undefined if nothing is checked.
 */
export function coreAge(context: UtxoContext): RpcGuard['clock'] {
  if (context.blockAge.oldestMs === 0) return undefined;
  return {
    call: { method: 'getblockchaininfo', params: [], schema: nodeInfo },
    // Other calls of `getblockchaininfo` read a part of the answer that has no time.
    isToldBy: () => false,
    accept(outcome) {
      if (outcome?.ok) check(context, outcome.value as number);
    },
  };
}
