import { createFamily } from '@isochain/core';
import { algorandFamily } from './family.ts';

/**
 * The Algorand family.
 *
 * @example
 * import { algorand } from '@isochain/algorand';
 * const chain = algorand.connect('algorand');
 */
export const algorand = /* @__PURE__ */ createFamily(algorandFamily);
