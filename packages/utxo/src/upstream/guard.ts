import { type HttpGuard, RejectedAnswer, type RpcCheck } from '@isochain/core/upstream';
import type { Checkpoint } from '../chains.ts';
import type { UtxoContext } from '../context.ts';
import { blockHashSchema } from './blockbook-schemas.ts';
import { hashSchema } from './common-schemas.ts';
import { isOutOfRange } from './core-node-rpc.ts';
import { notFound } from './esplora-api.ts';
import { pathOf } from './http-requests.ts';

// Addresses of all test networks look alike, and two chains may share a past, so an answer from the wrong chain looks valid. The hash of one block
// tells them apart: the first block after a chain split, or block 0. Each guard is made once for a chain. It is undefined if the operator wants no
// check.

/** @param found - Hash of the block that the endpoint has; undefined if it has no such block. */
function requireBlock({ height, hash }: Checkpoint, found: string | undefined): void {
  if (found === undefined && height > 0) throw new RejectedAnswer(`it has not reached block ${height}`);
  if (found !== hash) throw new RejectedAnswer('it serves another chain');
}

export function esploraGuard({ checkpoint }: UtxoContext): HttpGuard | undefined {
  if (checkpoint === undefined) return undefined;
  const path = pathOf('/block-height/{height}', checkpoint.height);
  return httpGuard(checkpoint, { ...path, as: 'text', schema: hashSchema, refusals: notFound });
}

export function blockbookGuard({ checkpoint }: UtxoContext): HttpGuard | undefined {
  if (checkpoint === undefined) return undefined;
  const path = pathOf('/api/v2/block-index/{height}', checkpoint.height);
  return httpGuard(checkpoint, { ...path, schema: blockHashSchema });
}

export function coreGuard({ checkpoint }: UtxoContext): RpcCheck | undefined {
  if (checkpoint === undefined) return undefined;
  return {
    call: { method: 'getblockhash', params: [checkpoint.height], schema: hashSchema, isAnswer: isOutOfRange },
    accept(block) {
      if (block === undefined) throw new RejectedAnswer('it does not tell which chain it serves', 'unavailable');
      requireBlock(checkpoint, block.ok ? String(block.value) : undefined);
    },
  };
}

function httpGuard(checkpoint: Checkpoint, request: HttpGuard['request']): HttpGuard {
  return {
    request,
    accept: (answer) =>
      requireBlock(checkpoint, answer.ok && typeof answer.value === 'string' ? answer.value : undefined),
  };
}
