import { type ChainGuard, type HttpGuard, RejectedAnswer } from '@isochain/core';
import * as z from 'zod';
import type { UtxoContext } from '../chains.ts';
import { hashSchema } from './common-schemas.ts';

// Addresses of all test networks look alike, and an answer about the wrong chain looks just as valid: the hash of block 0 tells them apart.
// Each guard is made once for a chain, and is undefined where the operator wants no check.

const otherChain = () => new RejectedAnswer('it serves another chain');

export function esploraGuard({ genesisHash }: UtxoContext): HttpGuard | undefined {
  return httpGuard(genesisHash, { path: '/block-height/0', as: 'text', schema: hashSchema });
}

export function blockbookGuard({ genesisHash }: UtxoContext): HttpGuard | undefined {
  const schema = z.object({ blockHash: hashSchema }).transform((index) => index.blockHash);
  return httpGuard(genesisHash, { path: '/api/v2/block-index/0', schema });
}

export function coreGuard({ genesisHash }: UtxoContext): ChainGuard | undefined {
  if (genesisHash === undefined) return undefined;
  return {
    call: { method: 'getblockhash', params: [0], schema: hashSchema },
    accept([first]) {
      if (!first?.ok) throw new RejectedAnswer('it does not tell its genesis block', 'unavailable');
      if (first.value !== genesisHash) throw otherChain();
    },
  };
}

function httpGuard(genesisHash: string | undefined, request: HttpGuard['request']): HttpGuard | undefined {
  if (genesisHash === undefined) return undefined;
  return {
    request,
    accept(answer) {
      if (!answer.ok || answer.value !== genesisHash) throw otherChain();
    },
  };
}
