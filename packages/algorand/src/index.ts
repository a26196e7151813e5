import { createFamily } from '@isochain/core';
import { algorandFamily } from './family.ts';

/**
 * The Algorand family.
 *
 * @example
 * import { algorand } from '@isochain/algorand';
 * const chain = algorand.connect('algorand', { endpoints: [{ url: 'http://127.0.0.1:8080', kind: 'algod' }] });
 * const { ok, transaction, status } = await chain.encode({ mode: 'transfer', senderAddress, recipientAddress, useMaxAmount: true });
 */
export const algorand = /* @__PURE__ */ createFamily(algorandFamily);

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
export type { AlgorandChainId } from './chains.ts';
export type { AlgorandKind, AlgorandOptions } from './options.ts';
export { type AlgorandToSign, toSign } from './to-sign.ts';
export type { Algorand } from './types.ts';
