import type { ConnectOptions, FamilyTypes } from '@isochain/core';
import type { chainIds } from './chains.ts';

/** The types of the family, for core's contract. */
export interface Algorand extends FamilyTypes {
  chainId: (typeof chainIds)[number];
  /** With what `options.ts` adds. */
  options: ConnectOptions;
  context: undefined;
  /** What identifiers become when they are read, once: the family's own types in place of texts. */
  values: Record<keyof FamilyTypes['values'], string>;
  /** One entry for each mode: the schema of its wishes, and what its `params` hold. */
  modes: Record<never, never>;
  /** A transaction in the chain's own terms: one type for all modes. */
  plan: never;
  /** What assemble makes, and finalize joins with a signature. */
  unsigned: never;
}
