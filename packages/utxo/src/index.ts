import { createFamily } from '@isochain/core';
import { utxoFamily } from './family.ts';

/**
 * The UTXO family.
 *
 * @example
 * import { utxo } from '@isochain/utxo';
 * const chain = utxo.connect('bitcoin', { endpoints: ['https://mempool.space/api'] });
 * const { ok, transaction, status } = await chain.encode({ mode: 'transfer', senderAddress, recipientAddress, useMaxAmount: true });
 */
export const utxo = /* @__PURE__ */ createFamily(utxoFamily);

// Exports of core that users of the family need, so that one package is all they install.
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
export type { UtxoChainId } from './chains.ts';
export type { UtxoOptions } from './options.ts';
export { toSign, type UtxoToSign } from './to-sign.ts';
export type { Utxo } from './types.ts';
