import type { HttpGuard } from '@isochain/core/upstream';
import * as z from 'zod';

/**
 * Proves that a host serves Blockscout's interface (docs.blockscout.com, `GET /v2/stats`). It is asked after a 404, because Blockscout says so of an account
 * that it never saw, and a host that serves the interface no more says so of everything. Which chain it serves is proven by rows
 * (read/explored/prove-chain.ts).
 */
const serves: HttpGuard = {
  request: {
    path: '/api/v2/stats',
    schema: z.object({ total_blocks: z.union([z.string().regex(/^\d+$/), z.number()]) }),
  },
  accept() {},
  isForRefusals: true,
};

export function blockscoutGuard(): readonly HttpGuard[] {
  return [serves];
}
