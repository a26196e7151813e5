import { createFamily } from '@isochain/core';
import { evmFamily } from './family.ts';

/**
 * The EVM family.
 *
 * @example
 * import { evm } from '@isochain/evm';
 * const base = evm.connect('base', { endpoints: ['https://mainnet.base.org'] });
 * const { ok, transaction, status } = await base.encode({ mode: 'transfer', senderAddress, recipientAddress, useMaxAmount: true });
 */
export const evm = /* @__PURE__ */ createFamily(evmFamily);

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
export type { EvmChainId } from './chains.ts';
export type { EvmOptions } from './options.ts';
export { type EvmToSign, toSign } from './to-sign.ts';
export type { Evm } from './types.ts';
