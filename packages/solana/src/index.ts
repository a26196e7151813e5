import { createFamily } from '@isochain/core';
import { solanaFamily } from './family.ts';

/**
 * The Solana family.
 *
 * @example
 * import { solana } from '@isochain/solana';
 * const chain = solana.connect('solana', { endpoints: ['https://api.mainnet.solana.com'] });
 * const { transaction } = await chain.encode({ mode: 'transfer', senderAddress, recipientAddress, useMaxAmount: true });
 */
export const solana = /* @__PURE__ */ createFamily(solanaFamily);

export type { SolanaChainId } from './chains.ts';
export type { Priority, Profile, SolanaOptions } from './options.ts';
export type { Solana } from './types.ts';
