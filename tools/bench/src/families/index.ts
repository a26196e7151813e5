import { findHandIns } from '@isochain/conformance/hand-ins/find.ts';
import type { BenchHandIn } from '@isochain/conformance/hand-ins/hand-in.ts';
import type { FamilyName } from '@isochain/core';

/** A family as the bench sees it. */
export interface BenchFamily extends BenchHandIn {
  readonly name: FamilyName;
}

/** All families, from their hand-ins. */
export const families: readonly BenchFamily[] = (await findHandIns()).map(({ family, bench }) => ({
  name: family,
  ...bench,
}));
