import { createFamily } from '@isochain/core';
import { tronFamily } from './family.ts';

/**
 * The Tron family.
 *
 * @example
 * import { tron } from '@isochain/tron';
 * const chain = tron.connect('tron', { endpoints: ['https://api.trongrid.io'] });
 * const { ok, transaction, status } = await chain.encode({ mode: 'transfer', senderAddress, recipientAddress, useMaxAmount: true });
 */
export const tron = /* @__PURE__ */ createFamily(tronFamily);

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
export type { TronChainId } from './chains.ts';
export type { TronKind, TronOptions } from './options.ts';
export { type TronToSign, toSign } from './to-sign.ts';
export type { Tron } from './types.ts';
