import { createFamily } from '@isochain/core';
import { evmFamily } from './family.ts';

/**
 * The EVM family.
 *
 * @example
 * import { evm } from '@isochain/evm';
 * const base = evm.connect('base', { endpoints: ['https://mainnet.base.org'] });
 * const { transaction } = await base.encode({ mode: 'transfer', senderAddress, recipientAddress, useMaxAmount: true });
 */
export const evm = /* @__PURE__ */ createFamily(evmFamily);

export type { EvmChainId } from './chains.ts';
export type { EvmOptions } from './options.ts';
