import type { Examples } from '@isochain/conformance/hand-ins/hand-in.ts';

/** One for each mode. */
export const intents: Examples['intents'] = {};
