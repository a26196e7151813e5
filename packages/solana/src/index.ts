import { createFamily } from '@isochain/core';
import { solanaFamily } from './family.ts';

/**
 * The Solana family.
 *
 * @example
 * import { solana } from '@isochain/solana';
 * const chain = solana.connect('solana', { endpoints: ['https://api.mainnet.solana.com'] });
 * const { ok, transaction, status } = await chain.encode({ mode: 'transfer', senderAddress, recipientAddress, useMaxAmount: true });
 */
export const solana = /* @__PURE__ */ createFamily(solanaFamily);

// Everything that users of the family need: they install one package.
export {
  type Chain,
  type Completed,
  type EncodedItem,
  type EncodedTransaction,
  type Family,
  formatAmount,
  type IntentInput,
  IsochainError,
  type Problem,
  parseAmount,
  RefusedError,
  type TypedChain,
  type TypedEncodeResult,
  type TypedValidateResult,
  UpstreamError,
} from '@isochain/core';
export type { Endpoint } from '@isochain/core/upstream';
export type { SolanaChainId } from './chains.ts';
export type { Priority, Profile, SolanaOptions } from './options.ts';
export { type SolanaToSign, toSign } from './to-sign.ts';
export type { Solana } from './types.ts';
