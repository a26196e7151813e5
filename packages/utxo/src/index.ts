import { createFamily } from '@isochain/core';
import { utxoFamily } from './family.ts';

/**
 * The UTXO family.
 *
 * @example
 * import { utxo } from '@isochain/utxo';
 * const chain = utxo.connect('bitcoin', { endpoints: ['https://mempool.space/api'] });
 * const { transaction } = await chain.encode({ mode: 'transfer', senderAddress, recipientAddress, useMaxAmount: true });
 */
export const utxo = /* @__PURE__ */ createFamily(utxoFamily);

export type { UtxoChainId } from './chains.ts';
export type { UtxoOptions } from './options.ts';
