import { createFamily } from '@isochain/core';
import { aptosFamily } from './family.ts';

/**
 * The Aptos family.
 *
 * @example
 * import { aptos } from '@isochain/aptos';
 * const chain = aptos.connect('aptos', { endpoints: ['https://api.mainnet.aptoslabs.com/v1'] });
 * const { ok, transaction, status } = await chain.encode({ mode: 'transfer', senderAddress, recipientAddress, useMaxAmount: true });
 */
export const aptos = /* @__PURE__ */ createFamily(aptosFamily);

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
export type { AptosChainId } from './chains.ts';
export type { AptosKind, AptosOptions } from './options.ts';
export { type AptosToSign, toSign } from './to-sign.ts';
export type { Aptos } from './types.ts';
