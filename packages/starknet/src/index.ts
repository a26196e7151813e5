import { createFamily } from '@isochain/core';
import { starknetFamily } from './family.ts';

/**
 * The Starknet family.
 *
 * @example
 * import { starknet } from '@isochain/starknet';
 * const chain = starknet.connect('starknet');
 */
export const starknet = /* @__PURE__ */ createFamily(starknetFamily);
