import type { Lie } from '@isochain/conformance';
export const stakeLies: readonly Lie[] = [];
