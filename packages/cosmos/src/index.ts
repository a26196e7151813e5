import { createFamily } from '@isochain/core';
import { cosmosFamily } from './family.ts';

/**
 * The Cosmos family.
 *
 * @example
 * import { cosmos } from '@isochain/cosmos';
 * const chain = cosmos.connect('cosmoshub', { endpoints: ['https://cosmos-rest.publicnode.com'] });
 * const { ok, transaction, status } = await chain.encode({ mode: 'transfer', senderAddress, recipientAddress, useMaxAmount: true });
 */
export const cosmos = /* @__PURE__ */ createFamily(cosmosFamily);

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
export type { CosmosChainId } from './chains.ts';
export type { CosmosKind, CosmosOptions } from './options.ts';
export { type AminoSignDoc, type AminoToSign, type CosmosToSign, type DirectSignDoc, toSign } from './to-sign.ts';
export type { Cosmos } from './types.ts';
