import type { Lie } from '@isochain/conformance';
export const tokenLies: readonly Lie[] = [];
