import { createFamily } from '@isochain/core';
import { stellarFamily } from './family.ts';

/**
 * The Stellar family.
 *
 * @example
 * import { stellar } from '@isochain/stellar';
 * const chain = stellar.connect('stellar');
 */
export const stellar = /* @__PURE__ */ createFamily(stellarFamily);
