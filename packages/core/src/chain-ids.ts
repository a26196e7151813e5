import { chainNames } from './chain-names.data.ts';

export { chainNames };

/** One of the chain identifiers of the specification. */
export type ChainId = keyof typeof chainNames;

/** All chain identifiers, in the specification's order. */
export const chainIds = Object.keys(chainNames) as [ChainId, ...ChainId[]];

export function isChainId(text: string): text is ChainId {
  return Object.hasOwn(chainNames, text);
}
