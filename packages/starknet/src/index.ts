import { createFamily } from '@isochain/core';
import { starknetFamily } from './family.ts';

/**
 * The Starknet family.
 *
 * @example
 * import { starknet } from '@isochain/starknet';
 * const chain = starknet.connect('starknet', { endpoints: ['https://starknet-rpc.publicnode.com'] });
 * const { ok, transaction, status } = await chain.encode({ mode: 'transfer', senderAddress, recipientAddress, useMaxAmount: true });
 */
export const starknet = /* @__PURE__ */ createFamily(starknetFamily);

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
export type { StarknetChainId } from './chains.ts';
export type { StarknetKind, StarknetOptions } from './options.ts';
export { type StarknetToSign, toSign } from './to-sign.ts';
export type { Starknet } from './types.ts';
