import { createFamily } from '@isochain/core';
import { aptosFamily } from './family.ts';

/**
 * The Aptos family.
 *
 * @example
 * import { aptos } from '@isochain/aptos';
 * const chain = aptos.connect('aptos');
 */
export const aptos = /* @__PURE__ */ createFamily(aptosFamily);
