import type { KnownTransaction } from '@isochain/conformance/hand-ins/hand-in.ts';

// Not made by our own code: name its source here.
export const knownTransaction: KnownTransaction = { chainId: 'algorand', data: {}, encoded: [] };
