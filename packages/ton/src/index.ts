import { createFamily } from '@isochain/core';
import { tonFamily } from './family.ts';

/**
 * The TON family.
 *
 * @example
 * import { ton } from '@isochain/ton';
 * const chain = ton.connect('ton', { endpoints: ['https://toncenter.com/api/v3'] });
 * const { ok, transaction, status } = await chain.encode({ mode: 'transfer', senderAddress, recipientAddress, useMaxAmount: true });
 */
export const ton = /* @__PURE__ */ createFamily(tonFamily);

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
export type { TonChainId } from './chains.ts';
export type { TonKind, TonOptions } from './options.ts';
export { type TonToSign, toSign } from './to-sign.ts';
export type { Ton } from './types.ts';
