import { createFamily } from '@isochain/core';
import { stellarFamily } from './family.ts';

/**
 * The Stellar family.
 *
 * @example
 * import { stellar } from '@isochain/stellar';
 * const chain = stellar.connect('stellar', { endpoints: ['https://horizon.stellar.org'] });
 * const { ok, transaction, status } = await chain.encode({ mode: 'transfer', senderAddress, recipientAddress, useMaxAmount: true });
 */
export const stellar = /* @__PURE__ */ createFamily(stellarFamily);

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
export type { StellarChainId } from './chains.ts';
export type { StellarKind, StellarOptions } from './options.ts';
export { type StellarToSign, toSign } from './to-sign.ts';
export type { Stellar } from './types.ts';
